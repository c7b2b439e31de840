import { sql } from 'kysely';
import type { LineState } from '../../../src/reconciliation/domain/matching/model.ts';
import { jsonElements } from '../../sql/functions.ts';
import type { DatabaseTransaction } from '../../tables.ts';

/** The states that depend on the policy of a client. */
const OF_POLICIES: readonly LineState[] = [
  'other-payer',
  'underpaid',
  'overpaid',
  'late',
  'to-return',
  'proposed',
];
/** The most lines of one state, the newest: other commands wait meanwhile. */
const MAX_OF_STATE = 500;

interface Rematch {
  /** The client whose policy has changed; null for all clients without a policy of their own. */
  readonly clientId: string | null;
  /** The first day, YYYY-MM-DD, of the lines that are made new. */
  readonly bookedSince: string;
  readonly nowMs: number;
}

/** Makes lines new again that wait and may pay deposits of a policy. @returns how many. */
export async function rematchLines(trx: DatabaseTransaction, rematch: Rematch): Promise<number> {
  const lineIds = await findAffected(trx, rematch);
  if (lineIds.length === 0) return 0;
  const ids = lineIds;
  const files = await trx
    .selectFrom('statement_files as f')
    .select('f.id')
    .where((eb) =>
      eb(
        'f.id',
        'in',
        eb
          .selectFrom('statement_lines as l')
          .innerJoin('statements as s', 's.id', 'l.statement_id')
          .select('s.file_id')
          .where('l.id', 'in', ids),
      ),
    )
    .orderBy('f.id')
    .forUpdate()
    .execute();
  // The matching locks the file before it calls it done.
  await trx
    .updateTable('statement_files')
    .set({ matched_at_ms: null })
    .where(
      'id',
      'in',
      files.map(({ id }) => id),
    )
    .execute();
  const locked = await trx
    .selectFrom('statement_lines')
    .select('id')
    .where('id', 'in', ids)
    .where('is_open', '=', 1)
    .where('state', 'in', OF_POLICIES)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (locked.length === 0) return 0;
  await trx
    .updateTable('statement_lines')
    .set({ state: 'new', state_at_ms: rematch.nowMs })
    .where(
      'id',
      'in',
      locked.map(({ id }) => id),
    )
    .execute();
  return locked.length;
}

/**
 * Finds the newest waiting lines that may pay a deposit of the policy. Money received long ago may have been returned.
 */
async function findAffected(trx: DatabaseTransaction, { clientId, bookedSince }: Rematch): Promise<string[]> {
  const isOfPolicy = clientId === null ? sql`p.scope is null` : sql`t.client_id = ${clientId}`;
  const mayPay = sql<boolean>`exists (
    select 1 from ${jsonElements(sql`d.candidates`, 'c')}
    join transactions as t on t.id = c.value ->> 'transactionId'
    left join match_policies as p on p.client_id = t.client_id
    where ${isOfPolicy})`;
  const lineIds: string[] = [];
  for (const state of OF_POLICIES) {
    const rows = await trx
      .selectFrom('statement_lines as l')
      .innerJoin('line_decisions as d', 'd.id', 'l.decision_id')
      .select('l.id')
      .where('l.state', '=', state)
      .where((eb) => eb(eb.fn.coalesce('l.booking_date', 'l.value_date'), '>=', bookedSince))
      .where(mayPay)
      .orderBy('l.id', 'desc')
      .limit(MAX_OF_STATE)
      .execute();
    lineIds.push(...rows.map(({ id }) => id));
  }
  return lineIds;
}
