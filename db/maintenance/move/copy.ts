import type { MoveStep } from '../../../src/maintenance/domain/move.ts';
import type { Row, RowSource, TableShape } from './rows.ts';
import { pageRowsOf } from './tables.ts';

interface CopyOptions {
  readonly source: RowSource;
  /** Stores a page in one commit. */
  insert(shape: TableShape, rows: readonly Row[]): Promise<void>;
  readonly shapes: readonly TableShape[];
  readonly pageRows: number;
  /** Called after each commit. Whatever it throws ends the copying. */
  readonly onProgress: (progress: MoveStep) => void;
}

/** Copies all rows, table after table. */
export async function copyRows({ source, insert, shapes, pageRows, onProgress }: CopyOptions): Promise<void> {
  let copied = 0;
  for (const shape of shapes) {
    const { table } = shape;
    let storing = Promise.resolve();
    for await (const page of source.pages(shape, { rows: pageRowsOf(table, pageRows) })) {
      // This page was read while the server stored the one before.
      await storing;
      copied += page.length;
      const rows = copied;
      storing = insert(shape, page).then(() => onProgress({ step: 'copying', table, rows }));
      // Its failure is met when it is awaited.
      storing.catch(() => {});
    }
    await storing;
  }
}
