import type { MoveStep, TableComparison } from '../../../src/maintenance/domain/move.ts';
import type { MoveTarget } from '../../engines/postgres/move-target.ts';
import type { MoveSource } from '../../engines/sqlite/move-source.ts';
import { compareTable } from './compare.ts';
import { copyRows } from './copy.ts';
import type { RowSource } from './rows.ts';
import { readShapes } from './shapes.ts';
import type { TargetMark } from './state.ts';
import { MOVED_TABLES, pageRowsOf } from './tables.ts';

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
