import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { type Problem, problemOf } from '../service/failures.ts';

/** Something that is read from the service. */
export interface Loaded<T> {
  /** Undefined until it was read once. */
  readonly data: T | undefined;
  /** Why the last reading failed; undefined when it did not. */
  readonly problem: Problem | undefined;
  readonly isLoading: boolean;
  /** Reads it again. What is known stays visible meanwhile. */
  reload(): void;
  /** Changes what is known without asking. */
  change(update: (data: T) => T): void;
}

interface State<T> {
  readonly key: string;
  readonly data?: T;
  readonly problem?: Problem;
}

/** Reads something, and reads it anew when `key` changes. An answer to an earlier question is dropped. */
export function useLoad<T>(key: string, load: () => Promise<T>): Loaded<T> {
  const [state, setState] = useState<State<T>>({ key });
  const [loading, setLoading] = useState(0);
  const latest = useRef({ load, turn: 0 });
  latest.current.load = load;

  const reload = useCallback(() => {
    const { current } = latest;
    current.turn += 1;
    const { turn } = current;
    setLoading(turn);
    const finish = (next: (known: State<T>) => State<T>) => {
      if (turn !== current.turn) return;
      setState(next);
      setLoading(0);
    };
    current.load().then(
      (data) => finish(() => ({ key, data })),
      (error) => finish((known) => ({ ...(known.key === key ? known : { key }), problem: problemOf(error) })),
    );
  }, [key]);
  useEffect(reload, [reload]);
  useEffect(() => {
    const { current } = latest;
    return () => {
      current.turn += 1;
    };
  }, []);

  const change = useCallback((update: (data: T) => T) => {
    setState((known) => (known.data === undefined ? known : { ...known, data: update(known.data) }));
  }, []);
  const { data, problem }: Partial<State<T>> = state.key === key ? state : {};
  return {
    data,
    problem,
    isLoading: loading > 0 || (data === undefined && problem === undefined),
    reload,
    change,
  };
}
