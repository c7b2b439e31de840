import type { MoveStep, TableComparison } from '../../../src/maintenance/domain/move.ts';
import type { MoveTarget } from '../../engines/postgres/move-target.ts';
import type { MoveSource } from '../../engines/sqlite/move-source.ts';
import { compareTable } from './compare.ts';
import { MoveRefusal } from './refusal.ts';
import type { Column, Row, RowSource, TableShape } from './rows.ts';
import type { TargetMark } from './state.ts';
import { MOVED_TABLES, type MovedTable, pageRowsOf } from './tables.ts';

interface FillOptions {
  readonly source: MoveSource;
  /** It is empty. */
  readonly target: MoveTarget;
  readonly mark: TargetMark;
  readonly pageRows: number;
  readonly onProgress: (progress: MoveStep) => void;
}

/** Copies all rows into the target, and compares both sides. @returns the comparisons. */
export async function fillTarget({
  source,
  target,
  mark,
  pageRows,
  onProgress,
}: FillOptions): Promise<readonly TableComparison[]> {
  const shapes = await readShapes({ source: source.columns, target: target.columns });
  await target.begin(JSON.stringify(mark));
  await copyRows({ source, insert: target.insert, shapes, pageRows, onProgress });
  const tables: TableComparison[] = [];
  let rows = 0;
  for (const shape of shapes) {
    const { table } = shape;
    const counted = countPages(source, (count) => {
      rows += count;
      onProgress({ step: 'comparing', table, rows });
    });
    const sides = { source: counted, target };
    tables.push(await compareTable(shape, sides, { rows: pageRowsOf(table, pageRows) }));
  }
  return tables;
}

function countPages(source: RowSource, onPage: (rows: number) => void): RowSource {
  return {
    async *pages(shape, page) {
      for await (const rows of source.pages(shape, page)) {
        yield rows;
        onPage(rows.length);
      }
    },
  };
}

/** Counts the rows of all tables that are moved. */
export function countRows(source: MoveSource): number {
  return MOVED_TABLES.reduce((sum, { table }) => sum + source.count(table), 0);
}

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
async function copyRows({ source, insert, shapes, pageRows, onProgress }: CopyOptions): Promise<void> {
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

interface Columns {
  source(table: MovedTable): readonly string[];
  target(table: MovedTable): Promise<readonly Column[]>;
}

/** Brings the columns of all tables in one order. @throws MoveRefusal when the two sides have different ones. */
async function readShapes({ source, target }: Columns): Promise<TableShape[]> {
  const shapes: TableShape[] = [];
  for (const { table, key } of MOVED_TABLES) {
    const names = source(table);
    const columns = await target(table);
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
