import { useRef, useState } from 'preact/hooks';

interface KeptOptions<Row> {
  /** Identifies the list. Another list keeps no row of this one. */
  readonly key: string;
  readonly idOf: (row: Row) => string;
  readonly byPlace: (one: Row, other: Row) => number;
  /** Reads the current version of a row. */
  readonly read: (id: string) => Promise<Row>;
  /** Returns the newer of two versions of a row. The second was read later, and is the default. */
  readonly newerOf?: (known: Row, other: Row) => Row;
}

/**
 * The selected row of a list. If somebody else decides it or it expires, it leaves the list, but the row
 * stays in its place, with its current state, until the operator moves on.
 */
export interface KeptRow<Row> {
  /** Keeps this row of the list instead of the previous one. */
  keep(rows: readonly Row[], id: string | undefined): void;
  /** Notes the current version of a row. */
  apply(row: Row): void;
  /** Releases a row that the operator has decided. */
  release(id: string): void;
  /** Notes the version of the kept row in rows that were read. If it is not among them, it is read separately. */
  follow(rows: readonly Row[]): Promise<void>;
  /** Returns the rows of the list with the kept one. */
  among(rows: readonly Row[]): readonly Row[];
}

export function useKept<Row>(options: KeptOptions<Row>): KeptRow<Row> {
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
