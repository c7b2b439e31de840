import { MoveRefusal } from './refusal.ts';
import type { Column, TableShape } from './rows.ts';
import { MOVED_TABLES, type MovedTable } from './tables.ts';

interface Columns {
  source(table: MovedTable): readonly string[];
  target(table: MovedTable): Promise<readonly Column[]>;
}

/** Brings the columns of all tables in one order. @throws MoveRefusal when the two sides have different ones. */
export async function readShapes({ source, target }: Columns): Promise<TableShape[]> {
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
