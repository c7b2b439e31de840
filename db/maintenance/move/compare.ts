import { createHash, type Hash } from 'node:crypto';
import { maskQuery } from '../../../src/audit/domain/audit.ts';
import type { RowDifference, TableComparison, TableContents } from '../../../src/maintenance/domain/move.ts';
import { compareKeys, keyOf, type Row, type TableShape } from './rows.ts';

/** The most differing rows of a table that are named. */
const MAX_NAMED = 5;

/** Whether two sides have the same rows. */
export function isEqual({ source, target }: TableComparison): boolean {
  return source.rows === target.rows && source.hash === target.hash;
}

/** Reads the pages of a table on both sides, in the order of its key, and compares it row by row. */
export async function compareTable(
  shape: TableShape,
  source: AsyncIterable<readonly Row[]>,
  target: AsyncIterable<readonly Row[]>,
): Promise<TableComparison> {
  const left = new Side(source);
  const right = new Side(target);
  const differences: RowDifference[] = [];
  let differenceCount = 0;
  const note = (row: Row, problem: RowDifference['problem'], columns: readonly string[] = []) => {
    differenceCount += 1;
    if (differenceCount <= MAX_NAMED) differences.push({ key: describeKey(shape, row), problem, columns });
  };
  for (;;) {
    // A page is awaited, not each of its rows.
    if (left.isEmpty) await left.fill();
    if (right.isEmpty) await right.fill();
    const [a, b] = [left.row, right.row];
    if (!a && !b) break;
    const order = a && b ? compareKeys(shape, a, b) : a ? -1 : 1;
    const [leftText, rightText] = [order <= 0 ? left.take() : '', order >= 0 ? right.take() : ''];
    if (leftText === rightText) continue;
    if (a && order < 0) note(a, 'missing');
    else if (b && order > 0) note(b, 'added');
    else if (a && b) note(a, 'differs', differingColumns(shape, a, b));
  }
  return {
    table: shape.table,
    source: left.contents(),
    target: right.contents(),
    differences,
    differenceCount,
  };
}

function differingColumns({ columns }: TableShape, a: Row, b: Row): string[] {
  return columns.filter((_, index) => a[index] !== b[index]).map(({ name }) => name);
}

export function describeKey(shape: TableShape, row: Row): string {
  // The address of a bank list can hold a token.
  return keyOf(shape, row)
    .map((value) => maskQuery(value ?? ''))
    .join(', ');
}

/** One side while it is read. */
class Side {
  readonly #pages: AsyncIterator<readonly Row[]>;
  readonly #hash: Hash = createHash('sha256');
  #page: readonly Row[] = [];
  #index = 0;
  #isAtEnd = false;
  #rows = 0;

  constructor(pages: AsyncIterable<readonly Row[]>) {
    this.#pages = pages[Symbol.asyncIterator]();
  }

  get isEmpty(): boolean {
    return this.#index === this.#page.length && !this.#isAtEnd;
  }

  get row(): Row | undefined {
    return this.#page[this.#index];
  }

  async fill(): Promise<void> {
    const { value, done } = await this.#pages.next();
    this.#isAtEnd = done === true;
    this.#page = done ? [] : value;
    this.#index = 0;
  }

  /** Moves to the next row. @returns the text of the current row, after hashing it. */
  take(): string {
    const text = JSON.stringify(this.#page[this.#index]);
    this.#hash.update(text);
    this.#hash.update('\n');
    this.#index += 1;
    this.#rows += 1;
    return text;
  }

  contents(): TableContents {
    return { rows: this.#rows, hash: this.#hash.digest('hex') };
  }
}
