import { useEffect, useRef, useState } from 'preact/hooks';
import { problemOf } from '../service/failures.ts';
import { useSignedIn } from '../session/context.ts';
import type { ImportState } from './import-outcome.tsx';
import { fileProblemsOf, type Source, sendImport, sendPreview } from './send-import.ts';

/** The account and the profile of a file, for a file that does not show them itself. */
export type Terms = Pick<Source, 'accountId' | 'profileId' | 'skipUnknownAccounts'>;

/** Shows what an import would do, and commits it. Only one of the two runs at a time. */
export function useImport(terms: Terms, onImported: () => void) {
  const { session } = useSignedIn();
  const [state, setState] = useState<ImportState>({ kind: 'none' });
  const source = useRef<Omit<Source, keyof Terms>>(undefined);
  const turn = useRef(0);

  async function run<T>(
    step: 'reading' | 'importing',
    work: (given: Source) => Promise<T>,
    done: (result: T) => ImportState,
  ): Promise<boolean> {
    const { current } = source;
    if (!current) return false;
    turn.current += 1;
    const own = turn.current;
    setState((before) => ({
      kind: 'busy',
      step,
      name: current.name,
      preview: before.kind === 'previewed' || before.kind === 'busy' ? before.preview : undefined,
    }));
    try {
      const result = await work({ ...current, ...terms });
      if (own === turn.current) setState(done(result));
      return true;
    } catch (error) {
      const refused = { problem: problemOf(error), problems: fileProblemsOf(error) };
      if (own === turn.current) setState({ kind: 'refused', name: current.name, ...refused });
      return false;
    }
  }

  const preview = () =>
    run(
      'reading',
      (given) => sendPreview(session, given),
      (read) => ({ kind: 'previewed', name: source.current?.name ?? '', preview: read }),
    );
  useTermsOfPreview(terms, () => {
    if (state.kind === 'previewed' || (state.kind === 'busy' && state.step === 'reading')) void preview();
  });
  return {
    state,
    /** Reads a file or a text. Whatever was shown before is left. */
    read(name: string, content: File | string): Promise<boolean> {
      if (state.kind === 'busy' && state.step === 'importing') return Promise.resolve(false);
      source.current = { name, content };
      setState({ kind: 'none' });
      return preview();
    },
    /** The source that was given last. */
    given: () => source.current,
    again: () => void preview(),
    async commit() {
      if (state.kind !== 'previewed') return;
      const isDone = await run(
        'importing',
        (given) => sendImport(session, given),
        (imported) => ({ kind: 'done', imported }),
      );
      if (isDone) onImported();
    },
    dismiss() {
      turn.current += 1;
      source.current = undefined;
      setState({ kind: 'none' });
    },
  };
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
