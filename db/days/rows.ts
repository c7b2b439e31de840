import type { Selectable } from 'kysely';
import type { ClosingHead, DayClosing, NamedFigures } from '../../src/days/domain/closing.ts';

/** The closings of days. Rows are added and never changed. */
export interface DayClosingsTable {
  id: string;
  day: string;
  number: number;
  closed_by: string;
  closed_client_id: string;
  closed_at_ms: number;
  note: string | null;
  reason: string | null;
  figures_hash: string;
  /** JSON: see NamedFigures. */
  figures: string;
}

export function closingFromRow(row: Selectable<DayClosingsTable>): DayClosing {
  return { ...headFromRow(row), figures: JSON.parse(row.figures) as NamedFigures };
}

/** The columns of a closing without its figures. */
export const HEAD_COLUMNS = [
  ...(['id', 'day', 'number', 'closed_by', 'closed_client_id', 'closed_at_ms', 'note', 'reason'] as const),
  'figures_hash',
] as const;

export function headFromRow(
  row: Pick<Selectable<DayClosingsTable>, (typeof HEAD_COLUMNS)[number]>,
): ClosingHead {
  return {
    id: row.id,
    day: row.day,
    number: row.number,
    closedBy: row.closed_by,
    clientId: row.closed_client_id,
    closedAtMs: row.closed_at_ms,
    note: row.note,
    reason: row.reason,
    figuresHash: row.figures_hash,
  };
}
