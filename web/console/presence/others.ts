import { useEffect, useState } from 'preact/hooks';

/** The names of the other people who have each thing open, by its id. */
export type Others = ReadonlyMap<string, readonly string[]>;

const NOBODY: Others = new Map();
const NO_NAMES: readonly string[] = [];

let known = NOBODY;
const listeners = new Set<() => void>();

/** Stores what others have open, and notifies all components that show it. */
export function keepOthers(others: Others = NOBODY): void {
  // If nothing has changed, nothing is drawn again.
  if (JSON.stringify([...others]) === JSON.stringify([...known])) return;
  known = others;
  for (const listener of listeners) listener();
}

/** Returns the names of the other people who have this open. */
export function useViewers(id: string): readonly string[] {
  const [names, setNames] = useState(known.get(id) ?? NO_NAMES);
  useEffect(() => {
    const read = () => setNames(known.get(id) ?? NO_NAMES);
    read();
    listeners.add(read);
    return () => void listeners.delete(read);
  }, [id]);
  return names;
}
