import { sql } from 'kysely';
import type { CreationRequest, CreationTerms } from '../../src/domain/creation.ts';
import { dayIn } from '../../src/domain/time-zone.ts';
import { compileByLength, padToPowerOfTwo } from '../list-statements.ts';
import type { DatabaseTransaction } from '../tables.ts';

export interface OpenDepositTerms extends Pick<CreationTerms, 'nowMs' | 'timeZone' | 'maxOpenDeposits'> {
  /** How long a deposit may be pending, also after its payer reported the money as sent. */
  readonly longestPendingMs: number;
}

/** Days around those of the clock that are counted too: expiry may be delayed, and the clock may be set. */
const SPARE_DAYS = 1;

const selectCounts = compileByLength<{ readonly clientId: string; readonly count: number }>(
  (trx, length) => ({
    compile: () => {
      // The first row of parameters is the range of days, each other one a client.
      const clients = Array.from({ length: length - 1 }, () => sql`${null}`);
      return sql<{ readonly clientId: string; readonly count: number }>`
      with recursive days(day, last_day) as (
        values (${null}, ${null}) union all select day + 1, last_day from days where day < last_day
      )
      select client_id as "clientId", sum(created_count - successful_count - unsuccessful_count) as count
      from transaction_counters
      where day in (select day from days) and client_id in (${sql.join(clients)}) and type = 'deposit'
      group by client_id
    `.compile(trx);
    },
  }),
);

/**
 * Counts the pending deposits of the clients of a group. The counters of the days on which these can have been
 * created tell their number, with a few rows for each client, however many deposits there are.
 */
export async function countOpenDeposits(
  trx: DatabaseTransaction,
  requests: readonly CreationRequest[],
  { nowMs, timeZone, longestPendingMs, maxOpenDeposits }: OpenDepositTerms,
): Promise<ReadonlyMap<string, number>> {
  const clients = new Set<string>();
  for (const { draft } of requests) if (draft.type === 'deposit') clients.add(draft.clientId);
  if (maxOpenDeposits === 0 || clients.size === 0) return new Map();
  const days = [dayIn(timeZone, nowMs - longestPendingMs) - SPARE_DAYS, dayIn(timeZone, nowMs) + SPARE_DAYS];
  const wanted = padToPowerOfTwo([...clients]).map((clientId) => [clientId]);
  const { rows } = await selectCounts(trx, [days, ...wanted]);
  return new Map(rows.map(({ clientId, count }) => [clientId, count]));
}
