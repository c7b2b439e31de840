import { sql } from 'kysely';
import type { CreationRequest, CreationTerms } from '../../src/domain/creation.ts';
import { dayIn } from '../../src/domain/time-zone.ts';
import { isPostgres } from '../sql/is-postgres.ts';
import { compileByLength, padToPowerOfTwo } from '../sql/list-statements.ts';
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
        values (cast(${null} as bigint), cast(${null} as bigint)) union all select day + 1, last_day from days where day < last_day
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
  terms: OpenDepositTerms,
): Promise<ReadonlyMap<string, number>> {
  const clients = new Set<string>();
  for (const { draft } of requests) if (draft.type === 'deposit') clients.add(draft.clientId);
  if (terms.maxOpenDeposits === 0 || clients.size === 0) return new Map();
  const counted = await countAt(trx, clients, terms);
  return new Map(counted.map(({ clientId, count }) => [clientId, count]));
}

async function countAt(
  trx: DatabaseTransaction,
  clients: ReadonlySet<string>,
  { nowMs, timeZone, longestPendingMs }: OpenDepositTerms,
) {
  const days = [dayIn(timeZone, nowMs - longestPendingMs) - SPARE_DAYS, dayIn(timeZone, nowMs) + SPARE_DAYS];
  const wanted = padToPowerOfTwo([...clients]).map((clientId) => [clientId]);
  return (await selectCounts(trx, [days, ...wanted])).rows;
}

/**
 * The most deposits of one client that other groups can create while this one decides: far from the limit of a client
 * they do not matter, and its groups need not wait for each other.
 */
const MOST_UNDER_WAY = 8_192;

/** Names the locks of clients among the advisory locks of a database. */
const CLIENT_LOCKS = 4_202_614;

/**
 * Counts again where the limit is near, on PostgreSQL: with a lock on these clients until the commit, so that two
 * groups do not both create the last deposit that is allowed.
 */
export async function countNearLimit(
  trx: DatabaseTransaction,
  requests: readonly CreationRequest[],
  { counted, ...terms }: OpenDepositTerms & { readonly counted: ReadonlyMap<string, number> },
): Promise<ReadonlyMap<string, number>> {
  const { maxOpenDeposits } = terms;
  if (maxOpenDeposits === 0 || !isPostgres(trx)) return counted;
  const clients = new Set(
    requests.flatMap(({ draft }) => (draft.type === 'deposit' ? [draft.clientId] : [])),
  );
  const near = [...clients].filter((id) => (counted.get(id) ?? 0) + MOST_UNDER_WAY > maxOpenDeposits);
  if (near.length === 0) return counted;
  await sql`
    select pg_advisory_xact_lock(${sql.lit(CLIENT_LOCKS)}, key)
    from (select distinct hashtext(id) as key from unnest(${near}::text[]) as id order by 1) as keys`.execute(
    trx,
  );
  return countOpenDeposits(trx, requests, terms);
}
