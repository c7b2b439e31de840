import type { MovedTable } from './tables.ts';

/** A row in the form that both engines share: whole numbers and text as text, bytes as `\x` and hex digits. */
export type Row = readonly (string | null)[];

export interface Column {
  readonly name: string;
  readonly kind: 'integer' | 'text' | 'bytes';
}

/** The columns of a table in one order for both engines: its key first. */
export interface TableShape {
  readonly table: MovedTable;
  /** The number of columns of the key. */
  readonly keyLength: number;
  readonly columns: readonly Column[];
}

export function keyOf({ keyLength }: TableShape, row: Row): Row {
  return row.slice(0, keyLength);
}

/** Compares the keys of two rows, as both databases order them: numbers by value, text by its bytes. */
export function compareKeys({ columns, keyLength }: TableShape, left: Row, right: Row): number {
  for (let index = 0; index < keyLength; index += 1) {
    const [a, b] = [left[index] ?? '', right[index] ?? ''];
    if (a === b) continue;
    if (columns[index]?.kind === 'integer') return BigInt(a) < BigInt(b) ? -1 : 1;
    return Buffer.compare(Buffer.from(a), Buffer.from(b));
  }
  return 0;
}
