import { sql } from 'kysely';
import { dayIn } from '../../../src/kernel/time-zone.ts';
import type { CreationTerms } from '../../../src/transactions/domain/creation.ts';
import type { TransactionDraft } from '../../../src/transactions/domain/transaction.ts';
import { isIn } from '../../sql/lists.ts';
import type { DatabaseTransaction } from '../../tables.ts';

export interface OpenDepositTerms extends Pick<CreationTerms, 'nowMs' | 'timeZone' | 'maxOpenDeposits'> {
  /** How long a deposit may be pending, also after its payer reported the money as sent. */
  readonly longestPendingMs: number;
}

/** Days around those of the clock that are counted too: expiry may be delayed, and the clock may be set. */
const SPARE_DAYS = 1;

/** Locks the clients of deposits, so that two groups do not both create the last one that is allowed. */
export async function lockClients(
  trx: DatabaseTransaction,
  drafts: readonly TransactionDraft[],
  { maxOpenDeposits }: Pick<OpenDepositTerms, 'maxOpenDeposits'>,
): Promise<void> {
  const ids = clientsOf(drafts);
  if (maxOpenDeposits === 0 || ids.length === 0) return;
  await trx
    .selectFrom('clients')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

function clientsOf(drafts: readonly TransactionDraft[]): string[] {
  const clients = new Set<string>();
  for (const { type, clientId } of drafts) if (type === 'deposit') clients.add(clientId);
  return [...clients];
}

/**
 * Counts the pending deposits of the clients of a group. It adds up the counters of the days on which they can have
 * been created, which is a few rows for each client, however many deposits there are.
 */
export async function countOpenDeposits(
  trx: DatabaseTransaction,
  drafts: readonly TransactionDraft[],
  { maxOpenDeposits, nowMs, timeZone, longestPendingMs }: OpenDepositTerms,
): Promise<ReadonlyMap<string, number>> {
  const ids = clientsOf(drafts);
  if (maxOpenDeposits === 0 || ids.length === 0) return new Map();
  const first = dayIn(timeZone, nowMs - longestPendingMs) - SPARE_DAYS;
  const last = dayIn(timeZone, nowMs) + SPARE_DAYS;
  const { rows } = await sql<{ readonly clientId: string; readonly count: number }>`
    with recursive days(day) as (
      values (cast(${first} as bigint)) union all select day + 1 from days where day < ${last}
    )
    select client_id as "clientId", sum(created_count - successful_count - unsuccessful_count) as count
    from transaction_counters
    where day in (select day from days) and ${isIn(sql`client_id`, ids)} and type = 'deposit'
    group by client_id`.execute(trx);
  return new Map(rows.map(({ clientId, count }) => [clientId, count]));
}
