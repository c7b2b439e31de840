import type { MoveStep } from '../../src/domain/move.ts';
import { keyOf, type Row, type RowSource, type TableShape } from './rows.ts';
import type { TargetMark } from './state.ts';
import { type MovedTable, pageRowsOf } from './tables.ts';

interface CopyOptions {
  readonly source: RowSource;
  /** Stores a page and the mark after it in one commit. */
  insert(
    shape: TableShape,
    rows: readonly Row[],
    marks: { readonly before: string; readonly after: string },
  ): Promise<void>;
  readonly shapes: readonly TableShape[];
  /** The rows of each table of the source. */
  readonly counts: ReadonlyMap<MovedTable, number>;
  readonly pageRows: number;
  /** Called after each commit. Whatever it throws ends the copying. */
  readonly onProgress: (progress: MoveStep) => void;
}

/** A mark with its text, as the target has stored it. */
export interface StoredMark {
  readonly mark: TargetMark;
  readonly text: string;
}

/** Copies all rows, from where the mark says that an earlier run has ended. @returns the last mark. */
export async function copyRows(start: StoredMark, options: CopyOptions): Promise<StoredMark> {
  const { shapes, counts } = options;
  const first = shapes.findIndex(({ table }) => table === start.mark.table);
  let stored = start;
  let done = 0;
  for (const [index, shape] of shapes.entries()) {
    if (index >= first) stored = await copyTable(stored, shape, { ...options, done });
    done += counts.get(shape.table) ?? 0;
  }
  return stored;
}

async function copyTable(
  start: StoredMark,
  shape: TableShape,
  { source, insert, pageRows, onProgress, done }: CopyOptions & { readonly done: number },
): Promise<StoredMark> {
  const { table } = shape;
  const isBegun = start.mark.table === table;
  let { after, rows } = isBegun ? start.mark : { after: null, rows: 0 };
  let stored = start;
  let storing = Promise.resolve();
  for await (const page of source.pages(shape, {
    rows: pageRowsOf(table, pageRows),
    after: after ?? undefined,
  })) {
    // This page was read while the server stored the one before.
    await storing;
    after = [...keyOf(shape, page.at(-1) ?? [])];
    rows += page.length;
    const mark = { ...stored.mark, table, after, rows };
    const text = JSON.stringify(mark);
    const soFar = done + rows;
    storing = insert(shape, page, { before: stored.text, after: text }).then(() =>
      onProgress({ step: 'copying', table, rows: soFar }),
    );
    // Its failure is met when it is awaited.
    storing.catch(() => {});
    stored = { mark, text };
  }
  await storing;
  return stored;
}
