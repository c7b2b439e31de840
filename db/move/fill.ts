import type { MoveStep, TableComparison } from '../../src/domain/move.ts';
import type { MoveTarget } from '../engines/postgres/move-target.ts';
import type { MoveSource } from '../engines/sqlite/move-source.ts';
import { compareTable } from './compare.ts';
import { copyRows, type StoredMark } from './copy.ts';
import type { RowSource } from './rows.ts';
import { readShapes } from './shapes.ts';
import type { TargetMark } from './state.ts';
import { MOVED_TABLES, type MovedTable, pageRowsOf } from './tables.ts';

interface FillOptions {
  readonly source: MoveSource;
  readonly target: MoveTarget;
  /** The mark of an earlier run, if there was one. */
  readonly begun: StoredMark | undefined;
  /** The mark of a target that nothing was copied to. */
  readonly first: TargetMark;
  readonly pageRows: number;
  readonly onProgress: (progress: MoveStep) => void;
}

/** Copies what is missing in the target, and compares both sides. @returns the comparisons and the last mark. */
export async function fillTarget(
  options: FillOptions,
): Promise<{ readonly tables: readonly TableComparison[]; readonly mark: TargetMark }> {
  const { source, target, pageRows, onProgress } = options;
  const shapes = await readShapes({ source: source.columns, target: target.columns });
  const begun = options.begun ?? (await begin(options));
  const { mark } = await copyRows(begun, {
    ...{ source, insert: target.insert, shapes, counts: countTables(source), pageRows, onProgress },
  });
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
  return { tables, mark };
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

async function begin({ source, target, first }: FillOptions): Promise<StoredMark> {
  const text = JSON.stringify(first);
  await target.begin(text, source.createdBetween());
  return { mark: first, text };
}

/** Counts the rows of every table that are moved. */
export function countTables(source: MoveSource): ReadonlyMap<MovedTable, number> {
  return new Map(MOVED_TABLES.map(({ table }) => [table, source.count(table)]));
}
