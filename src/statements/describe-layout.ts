import type { StatementTable } from '../reconciliation/domain/statement.ts';
import type { TableLayout } from './table-header.ts';

/** Describes how a table is read: its columns with their roles. */
export function describeLayout({
  profile,
  columns,
  textColumns,
  headerNumber,
  titles,
}: TableLayout): StatementTable {
  const roleOf = new Map(Object.entries(columns).map(([role, column]) => [column, role]));
  for (const column of textColumns) roleOf.set(column, 'description');
  const width = Math.max(titles.length, ...[...roleOf.keys()].map((column) => column + 1));
  return {
    profileId: profile.id,
    headerRow: headerNumber,
    columns: Array.from({ length: width }, (_, column) => ({
      name: titles[column] ?? '',
      role: roleOf.get(column) ?? null,
    })),
  };
}
