import { useEffect, useRef, useState } from 'preact/hooks';
import { problemOf } from '../service/failures.ts';
import { useSignedIn } from '../session/context.ts';
import type { ImportState } from './import-outcome.tsx';
import { fileProblemsOf, type Imported, type Source, sendImport, sendPreview } from './send-import.ts';

/** The account and the profile of a file, for a file that does not show them itself. */
export type Terms = Pick<Source, 'accountId' | 'profileId' | 'skipUnknownAccounts'>;

interface Outcomes {
  /** Called with the id of the file that brought lines; undefined where it brought none. */
  readonly onImported: (fileId: string | undefined) => void;
  /** Called when the source is done with: what was chosen for it is of no other. */
  readonly onLeft: () => void;
}

/** Shows what an import would do, and commits it. Only one of the two runs at a time. */
export function useImport(terms: Terms, { onImported, onLeft }: Outcomes) {
  const { session } = useSignedIn();
  const [state, setState] = useState<ImportState>({ kind: 'none' });
  const source = useRef<Omit<Source, keyof Terms>>(undefined);
  const sent = useRef<string>(undefined);
  const turn = useRef(0);

  async function run<T>(
    step: 'reading' | 'importing',
    work: (given: Source) => Promise<T>,
    { done, asked = terms }: { readonly done: (result: T) => ImportState; readonly asked?: Terms },
  ): Promise<boolean> {
    const { current } = source;
    if (!current) return false;
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
      return true;
    } catch (error) {
      const refused = { problem: problemOf(error), problems: fileProblemsOf(error) };
      if (own === turn.current) setState({ kind: 'refused', name: current.name, ...refused });
      return false;
    }
  }

  const preview = (asked: Terms) =>
    run('reading', (given) => sendPreview(session, given), {
      done: (read) => ({ kind: 'previewed', name: source.current?.name ?? '', preview: read }),
      asked,
    });
  useTermsOfPreview(terms, () => {
    if (sent.current === keyOf(terms)) return;
    if (state.kind === 'previewed' || (state.kind === 'busy' && state.step === 'reading'))
      void preview(terms);
  });
  return {
    state,
    /** Reads a file or a text, by its own terms. Whatever was shown before is left. */
    read(name: string, content: File | string, asked: Terms): Promise<boolean> {
      if (state.kind === 'busy' && state.step === 'importing') return Promise.resolve(false);
      source.current = { name, content };
      setState({ kind: 'none' });
      return preview(asked);
    },
    /** The source that was given last, until it was imported or left. */
    given: () => source.current,
    again: () => void preview(terms),
    async commit() {
      if (state.kind !== 'previewed') return;
      let imported: Imported | undefined;
      const isDone = await run('importing', (given) => sendImport(session, given), {
        done: (result) => {
          imported = result;
          return { kind: 'done', imported: result };
        },
      });
      if (!isDone) return;
      source.current = undefined;
      onLeft();
      const isOfLines = imported !== undefined && !imported.isRepeat && !imported.payoutReport;
      onImported(isOfLines ? imported?.file.fileId : undefined);
    },
    dismiss() {
      turn.current += 1;
      source.current = undefined;
      setState({ kind: 'none' });
      onLeft();
    },
  };
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
