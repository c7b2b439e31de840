import { type RawBuilder, sql } from 'kysely';
import { lookupsOf } from '../../../src/reconciliation/domain/matching/lookups.ts';
import type {
  LineFacts,
  OwedWithdrawal,
  ReceivedMoney,
  ReclaimableMoney,
} from '../../../src/reconciliation/domain/matching/model.ts';
import { firstDayBack } from '../../../src/reconciliation/domain/matching/taken-back.ts';
import { lastFour } from '../../sql/functions.ts';
import { amountsWith, readEach } from '../../sql/read-each.ts';
import type { Database } from '../../tables.ts';
import { nameOf, readDepositFacts } from '../../transactions/queries/deposit-facts.ts';
import { isDeposit, isWithdrawal, MATCHED_COLUMNS, type MatchedRow } from '../rows/matched-transactions.ts';
import { findNamed, uniqueMatched } from './match-transactions.ts';
import { readLines } from './other-lines.ts';
import { receivedMoney } from './received-money.ts';

/**
 * How many deposits of an amount that were settled last, how many waiting credits and how many withdrawals are read.
 */
const MAX_OF_AMOUNT = 100;

const COLUMNS = sql.raw(MATCHED_COLUMNS.join(', '));
const NO_LINE = sql.raw(`not exists (
  select 1 from line_decisions as d where d.transaction_id = transactions.id and d.settles = 1 and d.undone_at_ms is null)`);
const DAY = sql.raw('coalesce(l.booking_date, l.value_date)');

/** A debit, or all debits of an amount, and since when the money came that it can take back. */
interface DebitQuery {
  readonly amountMinor: number;
  readonly iban: string | null;
  /** ISO 8601; empty for any day. */
  readonly since: string;
}

/**
 * Finds the money that unexplained debits of one account can take back, each by an index.
 * @returns null for no debits; undefined if several together have more credits than can be read for one group.
 */
export async function findReclaimable(
  db: Database,
  debits: readonly LineFacts[],
): Promise<ReclaimableMoney | null | undefined> {
  const [first] = debits;
  if (!first) return null;
  const accountId = first.bankAccountId;
  const asked = debits.map((debit) => ({
    amountMinor: debit.line.amountMinor,
    iban: debit.line.counterpartyIban,
    since: firstDayBack(debit) ?? '',
  }));
  const ofAmounts = firstOfEach(asked);
  const settled = await findSettled(db, ofAmounts, accountId);
  const owed = await findOwed(db, ofAmounts);
  const received = await findReceived(db, { asked, ofAmounts, accountId, settled });
  return received && { received, owed };
}

/** Merges the requests for each amount, with the earliest day of any. */
function firstOfEach(asked: readonly DebitQuery[]): readonly DebitQuery[] {
  const first = new Map<number, DebitQuery>();
  for (const one of asked) {
    const known = first.get(one.amountMinor);
    if (!known || one.since < known.since) first.set(one.amountMinor, one);
  }
  return [...first.values()];
}

function startMs({ since }: DebitQuery): number {
  return since === '' ? 0 : Date.parse(`${since}T00:00:00Z`);
}

/** Finds the deposits that were settled last with these amounts, whether or not that was the requested amount. */
async function findSettled(db: Database, asked: readonly DebitQuery[], accountId: string) {
  const here = sql`bank_account_id = ${accountId} and is_test = 0`;
  const ended = sql`${here} and status <> 'pending'`;
  const some = await amountsWith(
    db,
    asked.map(({ amountMinor }) => amountMinor),
    sql`select 1 from transactions where ${ended} and amount_minor = asked.amount`,
  );
  const exact = await readEach(
    db,
    asked.filter(({ amountMinor }) => some.has(amountMinor)),
    (one): RawBuilder<MatchedRow> => sql`
    select ${COLUMNS} from transactions
    where ${ended} and updated_at_ms >= ${startMs(one)} and amount_minor = ${one.amountMinor} and status = 'successful'
    order by updated_at_ms desc limit ${MAX_OF_AMOUNT}`,
  );
  const others = await amountsWith(
    db,
    asked.map(({ amountMinor }) => amountMinor),
    sql`select 1 from transactions where final_amount_minor = asked.amount and final_amount_minor <> amount_minor`,
  );
  const other = await readEach(
    db,
    asked.filter(({ amountMinor }) => others.has(amountMinor)),
    (one): RawBuilder<MatchedRow> => sql`
    select ${COLUMNS} from transactions
    where final_amount_minor = ${one.amountMinor} and final_amount_minor <> amount_minor and status = 'successful'
      and ${here} and updated_at_ms >= ${startMs(one)}
    order by created_at_ms desc, id desc limit ${MAX_OF_AMOUNT}`,
  );
  return uniqueMatched([...exact, ...other]).filter(isDeposit);
}

/** Finds the withdrawals with these amounts that wait for their debit, or that were recently settled without one. */
async function findOwed(db: Database, asked: readonly DebitQuery[]): Promise<readonly OwedWithdrawal[]> {
  const out = sql`bank_account_id is null and is_test = 0`;
  const pending = await readEach(
    db,
    asked,
    ({ amountMinor }): RawBuilder<MatchedRow> => sql`
    select ${COLUMNS} from transactions where ${out} and status = 'pending' and amount_minor = ${amountMinor}
    order by id desc limit ${MAX_OF_AMOUNT}`,
  );
  const ended = await readEach(
    db,
    asked,
    (one): RawBuilder<MatchedRow> => sql`
    select ${COLUMNS} from transactions
    where ${out} and status <> 'pending' and updated_at_ms >= ${startMs(one)} and amount_minor = ${one.amountMinor}
      and status = 'successful' and ${NO_LINE}
    order by updated_at_ms desc limit ${MAX_OF_AMOUNT}`,
  );
  return uniqueMatched([...pending, ...ended])
    .filter(isWithdrawal)
    .map(({ currency, amountMinor, accountName }) => ({ currency, amountMinor, name: nameOf(accountName) }));
}

interface FoundCredit {
  readonly id: string;
  readonly transaction_id: string | null;
}

interface CreditsQuery {
  readonly asked: readonly DebitQuery[];
  readonly ofAmounts: readonly DebitQuery[];
  readonly accountId: string;
  readonly settled: Parameters<typeof readDepositFacts>[1];
}

/** Reads the credits that paid deposits, the credits from the IBANs of debits, and those that wait. */
async function findReceived(
  db: Database,
  { asked, ofAmounts, accountId, settled }: CreditsQuery,
): Promise<readonly ReceivedMoney[] | undefined> {
  const here = sql`l.account_id = ${accountId} and l.direction = 'credit'`;
  const paid = await readEach(
    db,
    asked.filter(({ iban }) => iban !== null),
    ({ iban, amountMinor, since }): RawBuilder<FoundCredit> => sql`
    select l.id, l.transaction_id from statement_lines as l
    where ${lastFour('l.counterparty_iban')} = ${iban?.slice(-4)} and l.transaction_id is not null and ${here}
      and l.counterparty_iban = ${iban} and l.amount_minor = ${amountMinor} and ${DAY} >= ${since}
    limit ${MAX_OF_AMOUNT}`,
  );
  const waiting = await readEach(
    db,
    ofAmounts,
    ({ amountMinor, since }): RawBuilder<FoundCredit> => sql`
    select l.id, l.transaction_id from statement_lines as l
    where ${here} and l.amount_minor = ${amountMinor} and l.is_open = 1 and l.status = 'booked' and ${DAY} >= ${since}
    order by l.id desc limit ${MAX_OF_AMOUNT}`,
  );
  const settledFacts = await readDepositFacts(db, settled);
  const settledBy = settledFacts.flatMap(({ settledByLineId: id }) => (id === null ? [] : [{ id }]));
  const credits = await readLines(db, [...paid, ...waiting, ...settledBy]);
  if (!credits) return undefined;
  const isOpen = new Set(waiting.map(({ id }) => id));
  const open = credits.filter(({ lineId }) => isOpen.has(lineId));
  const lookups = open.map(({ line }) => lookupsOf(line));
  const more = await findNamed(db, {
    references: lookups.flatMap(({ references }) => references),
    ids: [
      ...lookups.flatMap(({ transactionIds }) => transactionIds),
      ...paid.flatMap((row) => row.transaction_id ?? []),
    ],
  });
  const known = new Set(settledFacts.map(({ transactionId }) => transactionId));
  const others = await readDepositFacts(
    db,
    more.filter(isDeposit).filter(({ id }) => !known.has(id)),
  );
  const paidFor = new Map(paid.map((row) => [row.id, row.transaction_id ?? '']));
  return receivedMoney(credits, [...settledFacts, ...others], { isOpen, paidFor });
}
