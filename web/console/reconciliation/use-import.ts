import { useEffect, useRef, useState } from 'preact/hooks';
import { hrefOf, navigate } from '../router.ts';
import { problemOf } from '../service/failures.ts';
import { useSignedIn } from '../session/context.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import type { Notify } from '../ui/notice.tsx';
import { useIsShown } from '../ui/use-is-shown.ts';
import type { ImportState } from './import-outcome.tsx';
import { fileProblemsOf, type Imported, type Source, sendImport, sendPreview } from './send-import.ts';

/** The account and the profile of a file, for a file that does not show them itself. */
type Terms = Pick<Source, 'accountId' | 'profileId' | 'skipUnknownAccounts'>;
/** A file, or lines that were copied, with nothing chosen for it yet. */
type Given = Omit<Source, keyof Terms>;

export const NO_TERMS: Terms = { accountId: '', profileId: '', skipUnknownAccounts: false };

interface Outcomes {
  /** Called with the id of the file that brought lines; undefined where it brought none. */
  readonly onImported: (fileId: string | undefined) => void;
  /** Called when the source is done with: what was chosen for it is of no other. */
  readonly onLeft: () => void;
}

/** Shows what an import would do, and commits it. Only one of the two runs at a time, for one source after another. */
export function useImport(terms: Terms, { onImported, onLeft }: Outcomes) {
  const { session, notify } = useSignedIn();
  const isShown = useIsShown();
  const [state, setState] = useState<ImportState>({ kind: 'none' });
  const [waiting, setWaiting] = useState<readonly Given[]>([]);
  const source = useRef<Given>(undefined);
  const sent = useRef<string>(undefined);
  const turn = useRef(0);
  const isImporting = state.kind === 'busy' && state.step === 'importing';

  async function run<T>(
    step: 'reading' | 'importing',
    work: (given: Source) => Promise<T>,
    { done, asked = terms }: { readonly done: (result: T) => ImportState; readonly asked?: Terms },
  ): Promise<T | undefined> {
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
    try {
      const result = await work({ ...current, ...asked });
      if (own === turn.current) setState(done(result));
      return result;
    } catch (error) {
      const refused = { problem: problemOf(error), problems: fileProblemsOf(error) };
      if (own === turn.current) setState({ kind: 'refused', name: current.name, ...refused });
      return undefined;
    }
  }

  const preview = (asked: Terms) =>
    run('reading', (given) => sendPreview(session, given), {
      done: (read) => ({ kind: 'previewed', name: source.current?.name ?? '', preview: read }),
      asked,
    });
  /** Reads a source. What was chosen for the one before says nothing of it. */
  const begin = async (next: Given): Promise<boolean> => {
    const asked = source.current ? NO_TERMS : terms;
    if (source.current) onLeft();
    source.current = next;
    setState({ kind: 'none' });
    return (await preview(asked)) !== undefined;
  };
  useTermsOfPreview(terms, () => {
    if (sent.current === keyOf(terms)) return;
    if (state.kind === 'previewed' || (state.kind === 'busy' && state.step === 'reading'))
      void preview(terms);
  });
  return {
    state,
    isImporting,
    /** The names of the sources whose turn comes when the one that is shown is left. */
    waiting: waiting.map(({ name }) => name),
    /**
     * Reads the first source; the others wait. Whatever was shown before is left, but an import goes on: then all wait.
     * @returns whether it was read, or waits.
     */
    async give(sources: readonly Given[]): Promise<boolean> {
      const [first, ...others] = sources;
      if (!first) return false;
      setWaiting([...(isImporting ? sources : others), ...waiting]);
      return isImporting || begin(first);
    },
    /** The source that was given last, until it was imported or left. */
    given: () => source.current,
    again: () => void preview(terms),
    async commit() {
      if (state.kind !== 'previewed') return;
      const imported = await run('importing', (given) => sendImport(session, given), {
        done: (result) => ({ kind: 'done', imported: result }),
      });
      if (!isShown()) return notify(...noticeOf(state.name, imported));
      if (!imported) return;
      source.current = undefined;
      onLeft();
      const isOfLines = !imported.isRepeat && !imported.payoutReport;
      onImported(isOfLines ? imported.file.fileId : undefined);
    },
    dismiss() {
      if (isImporting) return;
      const [next, ...others] = waiting;
      if (next) {
        setWaiting(others);
        return void begin(next);
      }
      turn.current += 1;
      source.current = undefined;
      setState({ kind: 'none' });
      onLeft();
    },
  };
}

/** What somebody is told who has gone to another screen meanwhile. */
function noticeOf(name: string, imported: Imported | undefined): Parameters<Notify> {
  const { imports: t, files } = reconciliationTexts();
  if (!imported) return [t.refused(name)];
  const href = hrefOf('reconciliation', { view: 'files', open: imported.file.fileId });
  return [t.done(name), { label: files.openFile, run: () => navigate(href) }];
}

function keyOf({ accountId, profileId, skipUnknownAccounts }: Terms): string {
  return JSON.stringify([accountId, profileId, skipUnknownAccounts]);
}

/** Reads the file once more when something about it was chosen. */
function useTermsOfPreview({ accountId, profileId, skipUnknownAccounts }: Terms, onChange: () => void): void {
  const isFirst = useRef(true);
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    if (!isFirst.current) latest.current();
    isFirst.current = false;
  }, [accountId, profileId, skipUnknownAccounts]);
}
