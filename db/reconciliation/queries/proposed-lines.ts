import { sql } from 'kysely';
import type { StoredDecision, StoredLine } from '../../../src/reconciliation/read-store.ts';
import type { Database } from '../../tables.ts';
import { decisionFromRow } from '../rows/line-decisions.ts';
import { storedLineFromRow } from '../rows/statement-lines.ts';
import { selectLines } from './statements.ts';

/** The lines that are compared with each other. */
const MAX_COMPARED = 1000;

/** Finds the newest booked lines that wait with proposals, each with its decision. */
export async function findProposedLines(
  db: Database,
  _input: object,
): Promise<readonly { readonly stored: StoredLine; readonly decision: StoredDecision }[]> {
  const rows = await selectLines(db)
    // A literal, so that the planner uses the index of states.
    .where('l.state', '=', sql.lit('proposed'))
    .where('l.status', '=', 'booked')
    .orderBy('l.id', 'desc')
    .limit(MAX_COMPARED)
    .execute();
  const decisionIds = rows.flatMap(({ decision_id: id }) => id ?? []);
  if (decisionIds.length === 0) return [];
  const made = await db.selectFrom('line_decisions').selectAll().where('id', 'in', decisionIds).execute();
  const decisions = new Map(made.map((row) => [row.id, decisionFromRow(row)]));
  return rows.flatMap((row) => {
    const decision = decisions.get(row.decision_id ?? '');
    return decision ? [{ stored: storedLineFromRow(row), decision }] : [];
  });
}
