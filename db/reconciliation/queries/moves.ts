import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../tables.ts';

type Condition = RawBuilder<unknown>;

/** The condition that an event `e` moved money: its transaction became successful, or no longer was. */
export const IS_MOVE = sql`(e.to_status = 'successful' or e.from_status = 'successful')`;

/** The hundredths that an event `e` moved: below zero if its transaction was no longer successful. */
export const MOVED_MINOR = sql`case when e.to_status = 'successful' then e.final_amount_minor else -e.final_amount_minor end`;

/** Written as in the index of moved money, so that the index is used. */
const HAS_MOVED = sql`final_amount_minor > 0`;

/** The money of an account: deposits into it, and withdrawals that lines show as paid from it or returned to it. */
export interface MovesOfAccount {
  readonly accountId: string;
  readonly columns: Condition;
  /** A further condition on the transactions. Its columns name no table. */
  readonly and?: Condition | undefined;
  readonly sinceMs: number;
  /**
   * The most deposits, and the most withdrawals, that there can be. For a time that it does not know yet, PostgreSQL
   * expects a third of the table, and would scan all of ten million rows.
   */
  readonly limit?: number | undefined;
}

/** Selects the transactions of an account whose money has moved since a time, by the index of moved money. */
export function movedOnAccount(moves: MovesOfAccount): Condition {
  const { accountId, columns, and = sql`1 = 1`, sinceMs, limit } = moves;
  const atMost =
    limit === undefined ? sql`` : sql`order by bank_account_id, updated_at_ms limit ${sql.lit(limit)}`;
  return sql`
    select * from (
      select ${columns} from transactions
      where bank_account_id = ${accountId} and ${and} and ${HAS_MOVED} and updated_at_ms >= ${sinceMs} ${atMost}
    ) as deposits
    union all
    select * from (
      select ${columns} from transactions as w
      where bank_account_id is null and ${and} and ${HAS_MOVED} and updated_at_ms >= ${sinceMs}
        and ${isPaidFrom(accountId, sql.ref('w.id'))} ${atMost}
    ) as withdrawals`;
}

/** Whether an account can be one of `accountOfMove`. */
function isPaidFrom(accountId: string, id: Condition): Condition {
  const lines = sql`from statement_lines as l where l.transaction_id = ${id} and l.state = 'matched'`;
  return sql`(${accountId} in (select l.account_id ${lines}) or ${accountId} = ${namedAccount(id)})`;
}

/** Selects the account from which, according to an operator, a withdrawal was paid. */
function namedAccount(id: Condition): Condition {
  return sql`(
    select p.paid_from_account_id from events as p
    where p.transaction_id = ${id} and p.paid_from_account_id is not null order by p.sequence desc limit 1
  )`;
}

/**
 * Selects the account on which an event `e` moved the money of a withdrawal: the account of the line with which it left
 * or, for a reversal, came back. Of several such lines the first counts, so no event counts twice.
 */
function accountOfMove(id: Condition): Condition {
  const lineOf = (direction: 'credit' | 'debit') => sql`(
    select l.account_id from statement_lines as l
    where l.transaction_id = ${id} and l.state = 'matched' and l.direction = ${sql.lit(direction)}
    order by l.id limit 1
  )`;
  const back = sql`case when e.from_status = 'successful' then ${lineOf('credit')} end`;
  return sql`coalesce(${back}, ${lineOf('debit')}, ${namedAccount(id)})`;
}

/** The account on which an event `e` moved the money of its transaction `t`; null if no account shows it. */
export const MOVED_ACCOUNT = sql<string | null>`
  case when t.bank_account_id is null then ${accountOfMove(sql.ref('t.id'))} else t.bank_account_id end`;

/** The condition that an event `e` moved the money of a row of `movedOnAccount` on its account. */
export function isMoveOn(accountId: string, table: string): Condition {
  const owner = sql.ref(`${table}.bank_account_id`);
  return sql`(${owner} is not null or ${accountOfMove(sql.ref(`${table}.id`))} = ${accountId})`;
}

/** A span of time in which money moved. */
export interface MoveTerms {
  readonly accountId?: string | undefined;
  /** Epoch milliseconds. */
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
}

/** The condition that the money of a transaction moved in a span of time. No index helps with it. */
export function movedIn(terms: MoveTerms): Condition {
  const { accountId, fromMs = 0 } = terms;
  const hasMove = sql`${HAS_MOVED} and "updated_at_ms" >= ${fromMs}
    and ${existsMove(terms, 'transactions')}`;
  if (accountId === undefined) return sql`(${hasMove})`;
  const isPaid = isPaidFrom(accountId, sql.ref('transactions.id'));
  return sql`(${hasMove} and ("bank_account_id" = ${accountId} or ("bank_account_id" is null and ${isPaid})))`;
}

type AccountMoves = Omit<MoveTerms, 'accountId'> & Pick<MovesOfAccount, 'accountId' | 'and' | 'limit'>;

/**
 * The condition that the money of a transaction moved on an account. The index that it uses also contains transactions
 * that changed later, and the withdrawals of all accounts: see `countCandidates`.
 */
export function isOneOfMoved({ accountId, and, limit, ...terms }: AccountMoves): Condition {
  const { fromMs = 0 } = terms;
  const columns = sql`id, client_id, bank_account_id`;
  // Materialized, because otherwise PostgreSQL would evaluate it for each transaction in the order of the list.
  return sql`"id" in (
    with found as materialized (
      select m.id from (${movedOnAccount({ accountId, and, columns, sinceMs: fromMs, limit })}) as m
      where ${existsMove({ ...terms, accountId }, 'm')}
    )
    select id from found
  )`;
}

/** Counts the deposits and the withdrawals that `isOneOfMoved` would read, each up to a limit. */
export async function countCandidates(
  db: Database,
  { accountId, fromMs = 0, limit }: MoveTerms & { readonly limit: number },
): Promise<number> {
  // In the order of the index: for an unordered part of a table, PostgreSQL would scan all of it.
  const count = (owner: Condition) => sql`(select count(*) from (
    select 1 from transactions where ${owner} and ${HAS_MOVED} and updated_at_ms >= ${fromMs}
    order by bank_account_id, updated_at_ms limit ${limit}
  ) as counted)`;
  const { rows } = await sql<{ readonly count: number }>`
    select ${count(sql`bank_account_id = ${accountId}`)} + ${count(sql`bank_account_id is null`)} as count`.execute(
    db,
  );
  return Number(rows[0]?.count);
}

function existsMove({ accountId, fromMs, toMs }: MoveTerms, table: string): Condition {
  const [id, clientId] = [sql.ref(`${table}.id`), sql.ref(`${table}.client_id`)];
  const conditions = [
    sql`e.transaction_id = ${id} and e.client_id = ${clientId}`,
    ...(fromMs === undefined ? [] : [sql`e.occurred_at_ms >= ${fromMs}`]),
    ...(toMs === undefined ? [] : [sql`e.occurred_at_ms < ${toMs}`]),
    IS_MOVE,
    ...(accountId === undefined ? [] : [isMoveOn(accountId, table)]),
  ];
  // With an offset PostgreSQL looks up the events of each transaction, and never joins those of all.
  return sql`exists (select 1 from events as e where ${sql.join(conditions, sql` and `)} limit 1 offset 0)`;
}
