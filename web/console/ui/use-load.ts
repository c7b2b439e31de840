import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { type Problem, problemOf } from '../service/failures.ts';

type Change<T> = (data: T) => T;

/** Data read from the service. */
export interface Loaded<T> {
  /** Undefined until the first successful read. */
  readonly data: T | undefined;
  /** The failure of the last read; undefined when it succeeded. */
  readonly problem: Problem | undefined;
  readonly isLoading: boolean;
  /** Reads the data again, after the running read. The current data stays visible meanwhile. */
  reload(): void;
  /** Reads the data again without waiting for the running read, whose connection may be dead. */
  restart(): void;
  /** Changes the current data without a request. */
  update(change: Change<T>): void;
  /**
   * Changes the current data by the result of a read, unless the key has changed by then.
   * @throws what the read throws
   */
  updateBy(read: Promise<Change<T>>): Promise<void>;
}

interface State<T> {
  readonly key: string;
  readonly data?: T;
  readonly problem?: Problem;
}

/** The running read of a key, and whether another one must follow it. */
interface Reading {
  readonly key: string;
  isAgain: boolean;
}

interface Latest<T> {
  readonly key: string;
  readonly load: () => Promise<T>;
  reading?: Reading | undefined;
  /** For each read, the changes since it began. */
  readonly changes: Set<Change<T>[]>;
}

/**
 * Loads data, and loads it again when `key` changes. Only one read runs at a time: if each were given up for the next,
 * a slow one would never end. The result can be older than a change, which is then applied to it again.
 */
export function useLoad<T>(key: string, load: () => Promise<T>): Loaded<T> {
  const [state, setState] = useState<State<T>>({ key });
  const [isReading, setReading] = useState(false);
  const latest = useRef<Latest<T>>({ key, load, changes: new Set() });
  Object.assign(latest.current, { key, load });

  // A late reply may ask for a reload after the key has changed.
  const reload = useCallback(() => {
    const { current } = latest;
    const { key: asked, reading } = current;
    if (reading?.key === asked) {
      reading.isAgain = true;
      return;
    }
    const own: Reading = { key: asked, isAgain: false };
    current.reading = own;
    setReading(true);
    const end = begin(current.changes);
    const finish = (next: (known: State<T>) => State<T>) => {
      if (current.reading !== own) return;
      current.reading = undefined;
      setState(next);
      if (own.isAgain) reload();
      else setReading(false);
    };
    current.load().then(
      (data) => {
        const repeat = end();
        finish(() => ({ key: asked, data: repeat(data) }));
      },
      (error) => {
        end();
        finish((known) => ({
          ...(known.key === asked ? known : { key: asked }),
          problem: problemOf(error),
        }));
      },
    );
  }, []);
  const restart = useCallback(() => {
    latest.current.reading = undefined;
    reload();
  }, [reload]);
  useEffect(reload, [key, reload]);

  const update = useCallback((change: Change<T>) => {
    for (const meanwhile of latest.current.changes) meanwhile.push(change);
    setState((known) => (known.data === undefined ? known : { ...known, data: change(known.data) }));
  }, []);
  const updateBy = useCallback(
    async (read: Promise<Change<T>>) => {
      const { current } = latest;
      const { key: asked } = current;
      const end = begin(current.changes);
      const change = await read.catch((error) => {
        end();
        throw error;
      });
      const repeat = end();
      if (current.key === asked) update((data) => repeat(change(data)));
    },
    [update],
  );
  const { data, problem }: Partial<State<T>> = state.key === key ? state : {};
  return {
    data,
    problem,
    isLoading: isReading || (data === undefined && problem === undefined),
    reload,
    restart,
    update,
    updateBy,
  };
}

/** Records the changes from now on. @returns a function that ends this, and returns all of them as one. */
function begin<T>(changes: Set<Change<T>[]>): () => Change<T> {
  const meanwhile: Change<T>[] = [];
  changes.add(meanwhile);
  return () => {
    changes.delete(meanwhile);
    return (data) => meanwhile.reduce((changed, change) => change(changed), data);
  };
}
