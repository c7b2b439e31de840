import type { MoveStep, TableComparison } from '../../../src/maintenance/domain/move.ts';
import type { MoveTarget } from '../../engines/postgres/move-target.ts';
import type { MoveSource } from '../../engines/sqlite/move-source.ts';
import { compareTable } from './compare.ts';
import type { Row, TableShape } from './rows.ts';
import { MoveRefusal, type TargetMark } from './state.ts';
import { MOVED_TABLES, pageRowsOf } from './tables.ts';

interface FillOptions {
  readonly source: MoveSource;
  /** It is empty. */
  readonly target: MoveTarget;
  readonly mark: TargetMark;
  readonly pageRows: number;
  /** Called after each commit. Whatever it throws ends the filling. */
  readonly onProgress: (progress: MoveStep) => void;
}

/** Copies all rows into the target, and compares both sides. @returns the comparisons. */
export async function fillTarget(options: FillOptions): Promise<readonly TableComparison[]> {
  const { source, target, mark, pageRows, onProgress } = options;
  const shapes = await readShapes(options);
  await target.begin(JSON.stringify(mark));
  await copyRows(shapes, options);
  const tables: TableComparison[] = [];
  let rows = 0;
  for (const shape of shapes) {
    const { table } = shape;
    const size = pageRowsOf(table, pageRows);
    const counted = countPages(source.pages(shape, size), (count) => {
      rows += count;
      onProgress({ step: 'comparing', table, rows });
    });
    tables.push(await compareTable(shape, counted, target.pages(shape, size)));
  }
  return tables;
}

async function* countPages(
  pages: Iterable<readonly Row[]>,
  onPage: (rows: number) => void,
): AsyncGenerator<readonly Row[]> {
  for (const rows of pages) {
    yield rows;
    onPage(rows.length);
  }
}

/** Counts the rows of all tables that are moved. */
export function countRows(source: MoveSource): number {
  return MOVED_TABLES.reduce((sum, { table }) => sum + source.count(table), 0);
}

/** Copies all rows, table after table. */
async function copyRows(
  shapes: readonly TableShape[],
  { source, target, pageRows, onProgress }: FillOptions,
): Promise<void> {
  let copied = 0;
  for (const shape of shapes) {
    const { table } = shape;
    let storing = Promise.resolve();
    for (const page of source.pages(shape, pageRowsOf(table, pageRows))) {
      // This page was read while the server stored the one before.
      await storing;
      copied += page.length;
      const rows = copied;
      storing = target.insert(shape, page).then(() => onProgress({ step: 'copying', table, rows }));
      // Its failure is handled when it is awaited.
      storing.catch(() => {});
    }
    await storing;
  }
}

/** Puts the columns of all tables into one order. @throws MoveRefusal when the columns of the two sides differ. */
async function readShapes({ source, target }: FillOptions): Promise<TableShape[]> {
  const shapes: TableShape[] = [];
  for (const { table, key } of MOVED_TABLES) {
    const names = source.columns(table);
    const columns = await target.columns(table);
    const order = [...key, ...names.filter((name) => !key.includes(name)).sort()];
    const found = order.map((name) => columns.find((column) => column.name === name));
    const known = found.filter((column) => column !== undefined);
    if (known.length !== order.length || columns.length !== order.length)
      throw new MoveRefusal(
        `The columns of ${table} are not the same on both sides. Its schema was changed by hand.`,
      );
    shapes.push({ table, keyLength: key.length, columns: known });
  }
  return shapes;
}
