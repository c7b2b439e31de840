import { useRef, useState } from 'preact/hooks';

interface KeptOptions<Row> {
  /** Names the list. Another list keeps nothing of this one. */
  readonly key: string;
  readonly idOf: (row: Row) => string;
  readonly byPlace: (one: Row, other: Row) => number;
  /** Reads the current version of a row. */
  readonly read: (id: string) => Promise<Row>;
  /** Returns the newer of two versions of a row, the second of which was read later: by default that one. */
  readonly newerOf?: (known: Row, other: Row) => Row;
}

/**
 * The selected row of a list, which belongs to the operator: when somebody else or the time takes it from the list, it
 * stays in its place, as it is now, until the operator moves on.
 */
export interface Kept<Row> {
  /** Keeps this row of the list, and lets the one before go. */
  keep(rows: readonly Row[], id: string | undefined): void;
  /** Notes the current version of a row. */
  apply(row: Row): void;
  /** Lets a row go that the operator has decided. */
  release(id: string): void;
  /** Notes the version in rows that were read. What is not among them is read by itself. */
  follow(rows: readonly Row[]): Promise<void>;
  /** Returns the rows of the list with the kept one. */
  among(rows: readonly Row[]): readonly Row[];
}

export function useKept<Row>(options: KeptOptions<Row>): Kept<Row> {
  const { key, idOf, byPlace, read, newerOf = (_, other) => other } = options;
  const kept = useRef<{ readonly key: string; readonly row: Row }>(undefined);
  const [, redraw] = useState({});
  const has = (rows: readonly Row[], row: Row) => rows.some((one) => idOf(one) === idOf(row));
  const rowOf = (id: string) => {
    const row = kept.current?.row;
    return row && idOf(row) === id ? row : undefined;
  };
  const among = (rows: readonly Row[]) => {
    const { current } = kept;
    return current?.key === key && !has(rows, current.row) ? [...rows, current.row].sort(byPlace) : rows;
  };
  const apply = (changed: Row) => {
    const known = rowOf(idOf(changed));
    if (!known || !kept.current) return;
    kept.current = { ...kept.current, row: newerOf(known, changed) };
    redraw({});
  };
  return {
    among,
    apply,
    keep(rows, id) {
      const shown = among(rows);
      if (kept.current?.key === key && id === idOf(kept.current.row)) return;
      const row = shown.find((one) => idOf(one) === id);
      kept.current = row && { key, row };
      if (shown !== rows) redraw({});
    },
    release(id) {
      if (!rowOf(id)) return;
      kept.current = undefined;
      redraw({});
    },
    async follow(rows) {
      if (!kept.current) return;
      const id = idOf(kept.current.row);
      const now = rows.find((one) => idOf(one) === id) ?? (await read(id).catch(() => undefined));
      if (now) apply(now);
    },
  };
}
