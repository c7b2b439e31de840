import { sql } from 'kysely';
import type { Person } from '../../../src/admin/domain/person.ts';
import type { Database } from '../../tables.ts';
import { hasWaitingCallback, isPlanned, mayNamePerson } from './personal-data.ts';

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

interface UnforgottenQuery {
  readonly person: Person;
  readonly limit: number;
}

/** Lists transactions that name a person still, and why, oldest first. */
export async function listUnforgotten(
  db: Database,
  { person: { clientId, userId }, limit }: UnforgottenQuery,
) {
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
        // Somebody wrote about it, or its receiver answered, after it was looked at.
        .else(sql.lit('changed' as const))
        .end()
        .as('reason'),
    )
    .where('t.user_id', '=', userId)
    .where('t.client_id', '=', clientId)
    .where(mayNamePerson)
    .orderBy('t.created_at_ms')
    .orderBy('t.id')
    .limit(limit)
    .execute();
}
