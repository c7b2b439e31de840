import { type RawBuilder, sql } from 'kysely';
import { groupBy } from '../../src/domain/group-by.ts';
import type { KnownPayer, LineLookups } from '../../src/domain/matching/model.ts';
import { ENOUGH_OTHERS, MOST_OTHERS } from '../../src/domain/matching/other-lines.ts';
import { userKey } from '../../src/domain/matching/payers.ts';
import { engineSqlOf } from '../engines/sql-of.ts';
import type { MatchedDeposit } from '../rows/matched-transactions.ts';
import { chunksOf, padToPowerOfTwo } from '../sql/list-statements.ts';
import type { Database } from '../tables.ts';
import { MOST_AT_ONCE } from './deposit-facts.ts';

/** The IBANs of one statement: each has a query of its own. */
const MOST_IBANS = 64;
/** The users of deposits are looked up with each crowded IBAN. */
const MOST_LOOKED_UP = 20_000;

export interface FoundPayers {
  readonly knownPayers: readonly KnownPayer[];
  /** Whether there are more than may be looked up, so that some are missing. */
  readonly isCut: boolean;
}

/**
 * Finds who has paid from the IBANs of lines: of each the first, one more than is compared. Of an IBAN that is crowded so,
 * the users of deposits are found all the same, because a user who has paid from it must not seem to be a stranger. Of
 * the users of pending deposits one IBAN each is found: it shows that they have paid before.
 */
export async function findKnownPayers(
  db: Database,
  lookups: readonly LineLookups[],
  deposits: readonly MatchedDeposit[],
): Promise<FoundPayers> {
  const ibans = [...new Set(lookups.flatMap(({ counterpartyIban }) => counterpartyIban ?? []))];
  const payers: KnownPayer[] = [];
  for (const chunk of chunksOf(ibans, MOST_IBANS)) payers.push(...(await findOfIbans(db, chunk)));
  const ofIban = groupBy(payers, ({ iban }) => iban);
  const crowded = ibans.filter((iban) => (ofIban.get(iban)?.length ?? 0) > MOST_OTHERS);
  const users = uniqueUsers(deposits);
  const isCut = users.length * crowded.length > MOST_LOOKED_UP;
  for (const chunk of chunksOf(crowded.length === 0 || isCut ? [] : users, MOST_AT_ONCE))
    payers.push(...(await findOfUsers(db, chunk, sql`p.iban in (${sql.join(padToPowerOfTwo(crowded))})`)));
  const pending = uniqueUsers(deposits.filter(({ status }) => status === 'pending'));
  for (const chunk of chunksOf(pending, MOST_AT_ONCE))
    payers.push(...(await findOfUsers(db, chunk, IS_FIRST)));
  return { knownPayers: uniquePayers(payers), isCut };
}

function uniqueUsers(deposits: readonly MatchedDeposit[]): readonly MatchedDeposit[] {
  return [...new Map(deposits.map((deposit) => [userKey(deposit), deposit])).values()];
}

interface PayerRow {
  readonly client_id: string;
  readonly user_id: string;
  readonly iban: string;
  readonly name: string;
  readonly actor_kind: string;
}

const COLUMNS = sql.raw('p.client_id, p.user_id, p.iban, t.name, d.actor_kind');
const TABLES = sql.raw(`payer_ibans as p
  inner join line_decisions as d on d.id = p.decision_id
  inner join transactions as t on t.id = d.transaction_id`);

/** The first of the IBANs of a user. */
const IS_FIRST = sql.raw(`p.iban = (
  select q.iban from payer_ibans as q inner join line_decisions as e on e.id = q.decision_id
  where q.client_id = found.client_id and q.user_id = found.user_id and e.undone_at_ms is null
  order by q.iban limit 1)`);

async function findOfIbans(db: Database, ibans: readonly string[]): Promise<KnownPayer[]> {
  const parts = padToPowerOfTwo(ibans).map(
    (iban) => sql`select * from (
      select ${COLUMNS} from ${TABLES} where p.iban = ${iban} and d.undone_at_ms is null limit ${ENOUGH_OTHERS}
    ) as payers`,
  );
  const { rows } = await sql<PayerRow>`${sql.join(parts, sql` union all `)}`.execute(db);
  // The last one is padded.
  return uniquePayers(rows.map(toPayer));
}

/** Finds payers by users, in the order of an index: it begins with their clients. */
async function findOfUsers(
  db: Database,
  users: readonly MatchedDeposit[],
  isMeant: RawBuilder<unknown>,
): Promise<KnownPayer[]> {
  const pairs = JSON.stringify(users.map(({ clientId, userId }) => [clientId, userId]));
  // Thousands of values take long to bind, and longer to write a statement for.
  const { rows } = await sql<PayerRow>`
    with found(client_id, user_id) as (
      select u.value ->> 0, u.value ->> 1 from ${engineSqlOf(db).jsonValues(pairs, 'u')}
    )
    select ${COLUMNS} from found cross join ${TABLES}
    where p.client_id = found.client_id and p.user_id = found.user_id and ${isMeant}
      and d.undone_at_ms is null`.execute(db);
  return rows.map(toPayer);
}

function uniquePayers(payers: readonly KnownPayer[]): KnownPayer[] {
  return [...new Map(payers.map((payer) => [JSON.stringify([userKey(payer), payer.iban]), payer])).values()];
}

function toPayer({ client_id, user_id, iban, name, actor_kind }: PayerRow): KnownPayer {
  return {
    ...{ clientId: client_id, userId: user_id, iban, name },
    source: actor_kind === 'operator' ? 'operator' : 'reference',
  };
}
