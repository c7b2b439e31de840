import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { type Problem, problemOf } from '../service/failures.ts';

/** Data read from the service. */
export interface Loaded<T> {
  /** Undefined until the first successful read. */
  readonly data: T | undefined;
  /** The failure of the last read; undefined when it succeeded. */
  readonly problem: Problem | undefined;
  readonly isLoading: boolean;
  /** Reads the data again. The current data stays visible meanwhile. */
  reload(): void;
  /** Changes the current data without a request. */
  update(change: (data: T) => T): void;
}

interface State<T> {
  readonly key: string;
  readonly data?: T;
  readonly problem?: Problem;
}

/** Loads data, and loads it again when `key` changes. Responses to earlier requests are ignored. */
export function useLoad<T>(key: string, load: () => Promise<T>): Loaded<T> {
  const [state, setState] = useState<State<T>>({ key });
  const [loading, setLoading] = useState(0);
  const latest = useRef({ key, load, turn: 0 });
  Object.assign(latest.current, { key, load });

  // A reply to what was done before may ask for it after the key has changed.
  const reload = useCallback(() => {
    const { current } = latest;
    current.turn += 1;
    const { key: asked, turn } = current;
    setLoading(turn);
    const finish = (next: (known: State<T>) => State<T>) => {
      if (turn !== current.turn) return;
      setState(next);
      setLoading(0);
    };
    current.load().then(
      (data) => finish(() => ({ key: asked, data })),
      (error) =>
        finish((known) => ({
          ...(known.key === asked ? known : { key: asked }),
          problem: problemOf(error),
        })),
    );
  }, []);
  useEffect(reload, [key, reload]);
  useEffect(() => {
    const { current } = latest;
    return () => {
      current.turn += 1;
    };
  }, []);

  const update = useCallback((change: (data: T) => T) => {
    setState((known) => (known.data === undefined ? known : { ...known, data: change(known.data) }));
  }, []);
  const { data, problem }: Partial<State<T>> = state.key === key ? state : {};
  return {
    data,
    problem,
    isLoading: loading > 0 || (data === undefined && problem === undefined),
    reload,
    update,
  };
}
