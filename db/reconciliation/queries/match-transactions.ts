import { type RawBuilder, sql } from 'kysely';
import { groupBy } from '../../../src/kernel/group-by.ts';
import { userKey } from '../../../src/reconciliation/domain/matching/fact-index.ts';
import { readOnce } from '../../../src/reconciliation/domain/matching/line-reading.ts';
import {
  type DepositFacts,
  type LineFacts,
  MAX_ENDED_OF_AMOUNT,
  type MatchTerms,
} from '../../../src/reconciliation/domain/matching/model.ts';
import { SENT_STATES } from '../../payouts/queries/sent-refunds.ts';
import { chunksOf } from '../../sql/lists.ts';
import { amountsWith, readEach } from '../../sql/read-each.ts';
import type { Database } from '../../tables.ts';
import { readReferences } from '../../transactions/queries/references.ts';
import {
  isDeposit,
  MATCHED_COLUMNS,
  type MatchedDeposit,
  type MatchedRow,
  type MatchedTransaction,
  matchedFromRow,
} from '../rows/matched-transactions.ts';
import { recentSinceMs, selectLive } from './match-limits.ts';

/** How many references one SQL statement takes: a hostile line names many, in several forms. */
const MAX_REFERENCES = 4096;
/** How many pending deposits of one amount are proposed. */
const MAX_PENDING = 200;
/** How many deposits of several amounts one group reads. */
const MAX_OF_AMOUNTS = 2_000;
/** How many amounts one SQL statement takes. */
const MAX_AMOUNTS = 64;
/** How many of an account's newest pending deposits are searched for names. */
const MAX_LOOKED_THROUGH = 5_000;
/** How many deposits are found by the names of payers. */
const MAX_OF_NAMES = 200;
/** How many ended transactions of a user are read. */
const MAX_OF_USER = 100;
/** How many withdrawals of one amount to one IBAN are read. */
const MAX_TO_PAYEE = 10;
/** How many withdrawals of one amount in bank files are read for a debit. */
const MAX_SENT = 50;

/** As raw text, because a statement repeats them many times. */
const COLUMNS = sql.raw(MATCHED_COLUMNS.join(', '));

interface Names {
  readonly references: readonly string[];
  readonly ids: readonly string[];
}

/** Finds the transactions that lines name by reference or by id, of any account and age. */
export async function findNamed(db: Database, { references, ids }: Names): Promise<MatchedTransaction[]> {
  const { numbersOf } = await readReferences(db);
  const all = () => selectLive(db).select(MATCHED_COLUMNS);
  const queries = [
    ...(ids.length > 0 ? [all().where('id', 'in', [...new Set(ids)])] : []),
    ...chunksOf([...new Set(references)], MAX_REFERENCES).map((chunk) =>
      all().where('number', 'in', chunk.flatMap(numbersOf)).where('reference', 'in', chunk),
    ),
  ];
  const rows: MatchedRow[] = [];
  for (const query of queries) rows.push(...(await query.execute()));
  return uniqueMatched(rows);
}

/** Finds the newest withdrawals with the amount and IBAN of lines that can pay one or bring one back. */
export async function findToPayees(db: Database, lines: readonly LineFacts[]): Promise<MatchedTransaction[]> {
  const asked = lines.flatMap(({ line }): (readonly [string, number])[] => {
    const canBe = line.direction === 'debit' || readOnce(line).returnMark !== null;
    return canBe && line.counterpartyIban !== null ? [[line.counterpartyIban, line.amountMinor]] : [];
  });
  const rows = await readEach(
    db,
    asked,
    ([iban, amountMinor]): RawBuilder<MatchedRow> => sql`
    select ${COLUMNS} from transactions
    where iban_normalized = ${iban} and amount_minor = ${amountMinor} and iban_normalized is not null and is_test = 0
    order by id desc limit ${MAX_TO_PAYEE}`,
  );
  return uniqueMatched(rows);
}

/**
 * Finds pending withdrawals with these amounts in bank files of an account, whatever the bank or people have said
 * since. Those that were sent first come first.
 */
export async function findSent(
  db: Database,
  accountId: string,
  amountsMinor: readonly number[],
): Promise<MatchedTransaction[]> {
  // A withdrawal has no account of its own.
  const isSent = sql`exists (
    select 1 from payout_rows as r join payout_batches as b on b.id = r.batch_id
    where r.transaction_id = transactions.id and r.state in (${sql.join(SENT_STATES.map((state) => sql.lit(state)))})
      and r.payment_id is not null and b.account_id = ${accountId})`;
  const rows = await readEach(
    db,
    [...new Set(amountsMinor)],
    (amount): RawBuilder<MatchedRow> => sql`
    select ${COLUMNS} from transactions
    where bank_account_id is null and is_test = 0 and status = 'pending' and amount_minor = ${amount} and ${isSent}
    order by id limit ${MAX_SENT}`,
  );
  return uniqueMatched(rows);
}

export interface OfAmounts {
  readonly deposits: readonly MatchedDeposit[];
  /** The amounts with more pending deposits than were read, or that were not read. */
  readonly crowdedAmounts: ReadonlySet<number>;
  /** The amounts with more deposits that ended unpaid than were read. */
  readonly crowdedEnded: ReadonlySet<number>;
  /** The amounts for which deposits were read: the first of those requested. */
  readonly amounts: ReadonlySet<number>;
}

/**
 * Finds an account's deposits with these amounts: the newest pending ones, and the last recently ended ones, paid or
 * not.
 */
export async function findOfAmounts(
  db: Database,
  asked: readonly number[],
  { bankAccountId, terms }: { readonly bankAccountId: string; readonly terms: MatchTerms },
): Promise<OfAmounts> {
  const here = sql`bank_account_id = ${bankAccountId} and is_test = 0`;
  const isPending = sql`${here} and status = 'pending'`;
  const hasEnded = sql`${here} and status <> 'pending' and updated_at_ms >= ${recentSinceMs(terms)}`;
  const pendingOf = (amount: number): RawBuilder<MatchedRow> => sql`
    select ${COLUMNS} from transactions where ${isPending} and amount_minor = ${amount}
    order by id desc limit ${MAX_PENDING + 1}`;
  const endedOf = (amount: number): RawBuilder<MatchedRow> => sql`
    select ${COLUMNS} from transactions where ${hasEnded} and amount_minor = ${amount}
    order by updated_at_ms desc limit ${MAX_ENDED_OF_AMOUNT}`;
  // The index contains the status, too.
  const isUnpaid = sql`${hasEnded} and status = 'unsuccessful'`;
  const unpaidOf = (amount: number): RawBuilder<MatchedRow> => sql`
    select ${COLUMNS} from transactions where ${isUnpaid} and amount_minor = ${amount}
    order by updated_at_ms desc limit ${MAX_ENDED_OF_AMOUNT + 1}`;
  const found = new Map<string, MatchedTransaction>();
  const amounts = new Set<number>();
  for (const chunk of chunksOf([...new Set(asked)], MAX_AMOUNTS)) {
    for (const [which, queryOf] of [
      [isPending, pendingOf],
      [hasEnded, endedOf],
      [isUnpaid, unpaidOf],
    ] as const) {
      const some = await amountsWith(
        db,
        chunk,
        sql`select 1 from transactions where ${which} and amount_minor = asked.amount`,
      );
      const ofChunk = await readEach(db, [...some], queryOf);
      for (const one of uniqueMatched(ofChunk)) found.set(one.id, one);
    }
    for (const amount of chunk) amounts.add(amount);
    if (found.size > MAX_OF_AMOUNTS) break;
  }
  const deposits = [...found.values()].filter(isDeposit);
  const unread = asked.filter((amount) => !amounts.has(amount));
  return {
    deposits,
    crowdedAmounts: new Set([...crowdedOf(deposits, 'pending', MAX_PENDING), ...unread]),
    crowdedEnded: new Set(crowdedOf(deposits, 'unsuccessful', MAX_ENDED_OF_AMOUNT)),
    amounts,
  };
}

/** Returns the amounts with more deposits of a status than were read. */
function crowdedOf(
  deposits: readonly MatchedDeposit[],
  status: MatchedDeposit['status'],
  known: number,
): readonly number[] {
  const ofStatus = groupBy(
    deposits.filter((one) => one.status === status),
    ({ amountMinor }) => amountMinor,
  );
  return [...ofStatus].filter(([, those]) => those.length > known).map(([amount]) => amount);
}

/** Finds pending deposits of an account by the names of payers, with any amount, among the newest. */
export async function findOfNames(
  db: Database,
  names: readonly string[],
  bankAccountId: string,
): Promise<MatchedDeposit[]> {
  if (names.length === 0) return [];
  // Names have no index, since every create would have to maintain it.
  const newest = db
    .selectFrom('transactions')
    .select('id')
    .where('bank_account_id', '=', bankAccountId)
    .where('status', '=', sql.lit('pending'))
    .where('is_test', '=', sql.lit(0))
    .orderBy('id', 'desc')
    .limit(MAX_LOOKED_THROUGH);
  const rows = await selectLive(db)
    .select(MATCHED_COLUMNS)
    .where('id', 'in', db.selectFrom(newest.as('newest')).select('id'))
    .where('converted_name', 'in', [...new Set(names)])
    .where('type', '=', sql.lit('deposit'))
    .orderBy('id', 'desc')
    .limit(MAX_OF_NAMES)
    .execute();
  return uniqueMatched(rows).filter(isDeposit);
}

type OfUser = Pick<DepositFacts, 'clientId' | 'userId' | 'createdAtMs'>;

export interface OfUsers {
  readonly deposits: readonly MatchedDeposit[];
  /** The users with more ended deposits than were read. */
  readonly crowdedUsers: ReadonlySet<string>;
}

/**
 * Finds each user's waiting deposit, for any account, and their last ended ones: those created since then, or a few
 * days before.
 */
export async function findOfUsers(
  db: Database,
  named: readonly OfUser[],
  { lateGraceMs, recentMs }: MatchTerms,
): Promise<OfUsers> {
  const users = [...new Map(named.map((deposit) => [userKey(deposit), deposit])).values()];
  const waitingOf = ({ clientId, userId }: OfUser): RawBuilder<MatchedRow> => sql`
    select ${COLUMNS} from transactions
    where user_id = ${userId} and client_id = ${clientId} and is_test = 0
      and type = 'deposit' and status = 'pending' limit 1`;
  const endedOf = ({ clientId, userId, createdAtMs }: OfUser): RawBuilder<MatchedRow> => sql`
    select ${COLUMNS} from transactions
    where user_id = ${userId} and client_id = ${clientId} and is_test = 0
      and (type <> 'deposit' or status <> 'pending') and created_at_ms >= ${createdAtMs - lateGraceMs - recentMs}
    order by created_at_ms desc, id desc limit ${MAX_OF_USER + 1}`;
  const waiting = uniqueMatched(await readEach(db, users, waitingOf));
  const ended = uniqueMatched(await readEach(db, users, endedOf));
  const counts = new Map<string, number>();
  for (const one of ended) counts.set(userKey(one), (counts.get(userKey(one)) ?? 0) + 1);
  return {
    deposits: [...waiting, ...ended].filter(isDeposit),
    crowdedUsers: new Set([...counts].filter(([, count]) => count > MAX_OF_USER).map(([user]) => user)),
  };
}

/** Reads rows, each transaction once. */
export function uniqueMatched(rows: readonly MatchedRow[]): MatchedTransaction[] {
  return [...new Map(rows.map((row) => [row.id, matchedFromRow(row)])).values()];
}
