import type { Selectable } from 'kysely';
import type { DayClosing, NamedFigures } from '../../src/days/domain/closing.ts';

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
    figures: JSON.parse(row.figures) as NamedFigures,
  };
}
