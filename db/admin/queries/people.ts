import { sql } from 'kysely';
import type { Person } from '../../../src/admin/domain/person.ts';
import { linesOf } from '../../reconciliation/queries/lines-of.ts';
import type { Database } from '../../tables.ts';
import { couldNamePerson, hasWaitingCallback, isPlanned } from './personal-data.ts';

/** Lists the ids of the clients that have transactions of a user. */
export async function listClientsOfUser(db: Database, userId: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('transactions')
    .select('client_id')
    .distinct()
    .where('user_id', '=', userId)
    .execute();
  return rows.map((row) => row.client_id);
}

interface OfPerson {
  readonly person: Person;
  readonly limit: number;
}

/** Lists transactions that still name a person, and why, oldest first. */
export async function listUnforgotten(db: Database, { person: { clientId, userId }, limit }: OfPerson) {
  return db
    .selectFrom('transactions as t')
    .select('t.id as transactionId')
    .select((eb) =>
      eb
        .case()
        .when('t.status', '=', 'pending')
        .then(sql.lit('pending' as const))
        .when(isPlanned(eb))
        .then(sql.lit('planned' as const))
        .when(hasWaitingCallback(eb))
        .then(sql.lit('callback_pending' as const))
        // Somebody wrote about it, or its receiver answered, after it was examined.
        .else(sql.lit('changed' as const))
        .end()
        .as('reason'),
    )
    .where('t.user_id', '=', userId)
    .where('t.client_id', '=', clientId)
    .where(couldNamePerson)
    .orderBy('t.created_at_ms')
    .orderBy('t.id')
    .limit(limit)
    .execute();
}

/**
 * Lists the numbers of the batches whose files for a bank name a person, as the payee of a withdrawal or of money that was
 * given back, newest first.
 */
export async function listPayoutsNaming(
  db: Database,
  { person: { clientId, userId }, limit }: OfPerson,
): Promise<readonly number[]> {
  const own = sql`select id from transactions where user_id = ${userId} and client_id = ${clientId}`;
  const lines = linesOf((id) => sql`${id} in (${own})`);
  const { rows } = await sql<{ readonly number: number | string }>`
    select distinct b.number from payout_rows as r
      join payout_files as f on f.batch_id = r.batch_id
      join payout_batches as b on b.id = r.batch_id
    where r.payment_id is not null and r.transaction_id in (
      ${own} union select g.id from (${lines}) as l join refunds as g on g.line_id = l.line_id
    )
    order by b.number desc limit ${limit}`.execute(db);
  return rows.map(({ number }) => Number(number));
}
