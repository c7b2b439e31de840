import { sql } from 'kysely';
import type { LineState } from '../../../src/reconciliation/domain/matching/model.ts';
import { jsonElements } from '../../sql/functions.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { lockWaiting, makeNew } from './decide-again.ts';

/** The states that depend on a client's policy. */
const OF_POLICIES: readonly LineState[] = [
  'other-payer',
  'underpaid',
  'overpaid',
  'late',
  'to-return',
  'proposed',
];
/** How many lines of each state are made new, newest first: other commands wait during that time. */
const MAX_OF_STATE = 500;

interface Rematch {
  /** The client whose policy has changed; null for all clients without a policy of their own. */
  readonly clientId: string | null;
  /** The first day, YYYY-MM-DD, of the lines that are made new. */
  readonly bookedSince: string;
  readonly nowMs: number;
}

/** Makes waiting lines new again that may pay deposits of a policy. @returns how many. */
export async function rematchLines(trx: DatabaseTransaction, rematch: Rematch): Promise<number> {
  const states = sql.join(OF_POLICIES.map((state) => sql.lit(state)));
  const which = sql<boolean>`state in (${states})`;
  return makeNew(trx, await lockWaiting(trx, await findAffected(trx, rematch), which), rematch.nowMs);
}

/**
 * Finds the newest waiting lines that may pay a deposit of the policy. Older ones are left out, since their money may
 * have been returned.
 */
async function findAffected(trx: DatabaseTransaction, { clientId, bookedSince }: Rematch): Promise<string[]> {
  const isOfPolicy = clientId === null ? sql`p.scope is null` : sql`t.client_id = ${clientId}`;
  const couldPay = sql<boolean>`exists (
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
      .where(couldPay)
      .orderBy('l.id', 'desc')
      .limit(MAX_OF_STATE)
      .execute();
    lineIds.push(...rows.map(({ id }) => id));
  }
  return lineIds;
}
