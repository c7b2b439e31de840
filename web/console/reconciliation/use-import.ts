import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { hrefOf, navigate } from '../router.ts';
import { problemOf } from '../service/failures.ts';
import { useSignedIn } from '../session/context.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import type { Notify } from '../ui/notice.tsx';
import { useIsShown } from '../ui/use-is-shown.ts';
import { type ImportDone, type ImportRefused, type ImportState, sentenceOf } from './import-outcome.tsx';
import { fileProblemsOf, type Source, sendImport, sendPreview } from './send-import.ts';

type Step = 'reading' | 'importing';
/** The account and the profile of a file that does not show them itself. */
type Terms = Pick<Source, 'accountId' | 'profileId' | 'skipUnknownAccounts'>;
/** A file, or lines that were copied, with nothing chosen for it yet. */
type UntypedSource = Omit<Source, keyof Terms>;

const NO_TERMS: Terms = { accountId: '', profileId: '', skipUnknownAccounts: false };

/** An import, its source and those that wait, for as long as the screen is shown. */
export type Import = ReturnType<typeof useImport>;

interface Outcomes {
  readonly onImported: () => void;
  /**
   * Called with the id of the file that brought lines; undefined if it brought none. It is not called if the person has
   * gone elsewhere since the commit: a notice says it then.
   */
  readonly onShow: (fileId: string | undefined) => void;
}

/** Shows what an import would do, and commits it. Only one of the two runs at a time, for one source after another. */
export function useImport({ onImported, onShow }: Outcomes) {
  const { session, notify } = useSignedIn();
  const isShown = useIsShown();
  const [terms, setTerms] = useState(NO_TERMS);
  const [state, setState] = useState<ImportState>({ kind: 'none' });
  const [waiting, setWaiting] = useState<readonly UntypedSource[]>([]);
  const source = useRef<UntypedSource>(undefined);
  const sent = useRef<string>(undefined);
  const turn = useRef(0);
  const latest = useRef(waiting);
  latest.current = waiting;
  const isImporting = state.kind === 'busy' && state.step === 'importing';

  async function run<T extends ImportState>(
    step: Step,
    work: (given: Source) => Promise<T>,
    asked = terms,
  ): Promise<T | ImportRefused | undefined> {
    const { current } = source;
    if (!current) return undefined;
    turn.current += 1;
    const own = turn.current;
    sent.current = keyOf(asked);
    setState((before) => ({
      kind: 'busy',
      step,
      name: current.name,
      preview: before.kind === 'previewed' || before.kind === 'busy' ? before.preview : undefined,
    }));
    const outcome = await work({ ...current, ...asked }).catch((error) =>
      refusalOf(error, { name: current.name, step }),
    );
    if (own === turn.current) setState(outcome);
    return outcome;
  }

  const preview = (asked: Terms) =>
    run(
      'reading',
      async (given) => {
        const read = await sendPreview(session, given);
        return { kind: 'previewed' as const, name: given.name, preview: read };
      },
      asked,
    );
  /** Reads a source. The choices for the previous one do not apply to it. */
  const begin = async (next: UntypedSource): Promise<boolean> => {
    const asked = source.current ? NO_TERMS : terms;
    if (source.current) setTerms(NO_TERMS);
    source.current = next;
    setState({ kind: 'none' });
    return (await preview(asked))?.kind === 'previewed';
  };
  const end = () => {
    source.current = undefined;
    setTerms(NO_TERMS);
  };
  useLeft(() => {
    const isSaid = isImporting || state.kind === 'refused';
    const left = [...(source.current && !isSaid ? [source.current] : []), ...waiting];
    if (left.length > 0) notify(namesOf(left));
  });
  // Reads the file once more when something about it was chosen.
  useEffect(() => {
    const isRead = state.kind === 'previewed' || (state.kind === 'busy' && state.step === 'reading');
    if (isRead && sent.current !== keyOf(terms)) void preview(terms);
  }, [keyOf(terms)]);
  return {
    state,
    isImporting,
    terms,
    choose: (chosen: Partial<Terms>) => setTerms((before) => ({ ...before, ...chosen })),
    /** The names of the sources whose turn comes when the one that is shown is left. */
    waiting: waiting.map(({ name }) => name),
    /**
     * Reads the first source; the others wait. It replaces whatever is shown, except an import that is running: then
     * all wait.
     * @returns whether it is read, or waits.
     */
    async give(sources: readonly UntypedSource[]): Promise<boolean> {
      const [first, ...others] = sources;
      if (!first) return false;
      setWaiting([...(isImporting ? sources : others), ...waiting]);
      return isImporting || begin(first);
    },
    /** The last source that was given, until it is imported or left. */
    given: () => source.current,
    again: () => void preview(terms),
    async commit() {
      if (state.kind !== 'previewed') return;
      const place = location.search;
      const outcome = await run('importing', async (given) => {
        const imported = await sendImport(session, given);
        return { kind: 'done' as const, imported };
      });
      if (!outcome) return;
      if (!isShown()) return notify(...noticeOf(outcome, latest.current));
      const hasStayed = place === location.search;
      if (!hasStayed) notify(...noticeOf(outcome));
      if (outcome.kind === 'refused') return;
      end();
      onImported();
      const { isRepeat, payoutReport, file } = outcome.imported;
      if (hasStayed) onShow(isRepeat || payoutReport ? undefined : file.fileId);
    },
    dismiss() {
      if (isImporting) return;
      const [next, ...others] = waiting;
      if (next) {
        setWaiting(others);
        return void begin(next);
      }
      turn.current += 1;
      setState({ kind: 'none' });
      end();
    },
  };
}

function namesOf(left: readonly UntypedSource[]): string {
  return reconciliationTexts().imports.refused(left.map(({ name }) => name).join(', '));
}

/** Without a response of the service it is unknown whether the import has happened. */
function refusalOf(
  error: unknown,
  { name, step }: { readonly name: string; readonly step: Step },
): ImportRefused {
  const problem = problemOf(error);
  const isUnsure = step === 'importing' && problem.type === undefined;
  return { kind: 'refused', name, isUnsure, problem, problems: fileProblemsOf(error) };
}

/** The notice for a person who has gone elsewhere meanwhile. It also names the files that still waited. */
function noticeOf(
  outcome: ImportDone | ImportRefused,
  left: readonly UntypedSource[] = [],
): Parameters<Notify> {
  const { imports: t, files } = reconciliationTexts();
  const others = left.length > 0 ? [namesOf(left)] : [];
  if (outcome.kind === 'refused') return [[sentenceOf(outcome), ...others].join(' ')];
  const { name, fileId } = outcome.imported.file;
  const href = hrefOf('reconciliation', { view: 'files', open: fileId });
  return [[t.done(name), ...others].join('. '), { label: files.openFile, run: () => navigate(href) }];
}

/** Calls back when the screen is left. */
function useLeft(onLeft: () => void): void {
  const latest = useRef(onLeft);
  latest.current = onLeft;
  useLayoutEffect(() => () => latest.current(), []);
}

function keyOf({ accountId, profileId, skipUnknownAccounts }: Terms): string {
  return JSON.stringify([accountId, profileId, skipUnknownAccounts]);
}
