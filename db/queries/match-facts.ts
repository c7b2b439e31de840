import { lookupsOf } from '../../src/domain/matching/lookups.ts';
import type {
  KnownPayer,
  LineFacts,
  LineLookups,
  MatchFacts,
  WithdrawalFacts,
} from '../../src/domain/matching/model.ts';
import type { Deposit, Withdrawal } from '../../src/domain/transaction.ts';
import { padToPowerOfTwo } from '../list-statements.ts';
import type { Database } from '../tables.ts';
import { depositFacts, findPaidOfUsers, nameOf, readDepositFacts, stateOf } from './deposit-facts.ts';
import { findPolicies } from './match-policies.ts';
import {
  findAllRecent,
  findTransactionsOf,
  findWaitingWithdrawals,
  findWithdrawalsOf,
  type MatchTerms,
} from './match-transactions.ts';
import { findCredits, findMoneyOut, findOtherLines } from './other-lines.ts';

interface MoreLines {
  /** How many of the other lines the caller may leave out. */
  readonly more?: number | undefined;
  /** Money out that is not stored. */
  readonly moneyOut?: readonly LineFacts[];
}

/**
 * Reads what decides about lines of one account, with a few statements for all of them. The deposits of its account are
 * those of the amounts of the lines: see `withNamesakes` for the others.
 */
export async function readMatchFacts(
  db: Database,
  lines: readonly LineFacts[],
  { more, moneyOut: unstored = [], ...terms }: MatchTerms & MoreLines,
): Promise<MatchFacts> {
  const bankAccountId = lines[0]?.bankAccountId ?? '';
  const lookups = lines.map(({ line }) => lookupsOf(line));
  const otherLines = await findOtherLines(db, lines, lookups, more);
  const moneyOut = [...(await findMoneyOut(db, lines, lookups, more)), ...unstored];
  const found = await findTransactionsOf(db, { bankAccountId, lookups, terms });
  const paidOut = await findWithdrawalsOf(db, { lines: moneyOut, known: lookups, terms });
  const meant = found.filter((transaction): transaction is Deposit => transaction.type === 'deposit');
  const paid = await findPaidOfUsers(db, meant, lookups);
  const deposits = [...new Map([...meant, ...paid].map((deposit) => [deposit.id, deposit])).values()];
  const ofLines = found.filter((one): one is Withdrawal => one.type === 'withdrawal');
  const withdrawals = [...new Map([...ofLines, ...paidOut].map((one) => [one.id, one])).values()];
  return {
    ...terms,
    bankAccountId,
    lines,
    otherLines,
    moneyOut,
    deposits: await readDepositFacts(db, deposits),
    withdrawals: withdrawals.map(withdrawalFacts),
    waitingWithdrawals: [],
    knownPayers: await findKnownPayers(db, lookups, deposits),
    policies: await findPolicies(
      db,
      deposits.map(({ clientId }) => clientId),
    ),
  };
}

/**
 * Adds the money in that has the amount of a line, and all deposits of the account that can have the name of a payer, of
 * whatever amount. To read them takes long, so it is done only where a line would settle by its name.
 * @param named the lines that would.
 */
export async function withNamesakes(
  db: Database,
  facts: MatchFacts,
  { named, more, ...terms }: MatchTerms & { readonly named: readonly LineFacts[]; readonly more?: number },
): Promise<MatchFacts> {
  const others = await findCredits(db, named, more);
  const known = new Set(facts.deposits.map(({ transactionId }) => transactionId));
  const recent = await findAllRecent(db, facts.bankAccountId, terms);
  const unknown = recent.filter((one): one is Deposit => one.type === 'deposit' && !known.has(one.id));
  // Only their names are asked for.
  return {
    ...facts,
    otherLines: [...facts.otherLines, ...others],
    deposits: [...facts.deposits, ...unknown.map((deposit) => depositFacts(deposit))],
  };
}

/**
 * Adds the withdrawals that wait, of which a line of money out may pay several at once. It is done only where a line pays
 * none of them alone.
 */
export async function withWaiting(db: Database, facts: MatchFacts): Promise<MatchFacts> {
  const waiting = await findWaitingWithdrawals(db);
  return { ...facts, waitingWithdrawals: waiting.map(withdrawalFacts) };
}

function withdrawalFacts(withdrawal: Withdrawal): WithdrawalFacts {
  const { id, clientId, currency, amountMinor, accountName, ibanNormalized, createdAtMs } = withdrawal;
  return {
    ...{ transactionId: id, clientId, currency, amountMinor, createdAtMs },
    name: nameOf(accountName),
    iban: nameOf(ibanNormalized),
    state: stateOf(withdrawal),
    bankReferences: [],
  };
}

/** Finds who has paid from the IBANs of lines, and the IBANs from which users of pending deposits have paid. */
async function findKnownPayers(
  db: Database,
  lookups: readonly LineLookups[],
  deposits: readonly Deposit[],
): Promise<KnownPayer[]> {
  const ibans = [...new Set(lookups.flatMap(({ counterpartyIban }) => counterpartyIban ?? []))];
  const users = deposits.filter(({ status }) => status === 'pending').map(({ userId }) => userId);
  if (ibans.length + users.length === 0) return [];
  const rows = await db
    .selectFrom('payer_ibans as p')
    .innerJoin('line_decisions as d', 'd.id', 'p.decision_id')
    .innerJoin('transactions as t', 't.id', 'd.transaction_id')
    .select(['p.client_id', 'p.user_id', 'p.iban', 't.name', 'd.actor_kind'])
    .where('d.undone_at_ms', 'is', null)
    .where((eb) =>
      eb.or([
        ...(ibans.length > 0 ? [eb('p.iban', 'in', padToPowerOfTwo(ibans))] : []),
        ...(users.length > 0 ? [eb('p.user_id', 'in', padToPowerOfTwo([...new Set(users)]))] : []),
      ]),
    )
    .execute();
  return rows.map((row) => ({
    ...{ clientId: row.client_id, userId: row.user_id, iban: row.iban, name: row.name },
    source: row.actor_kind === 'operator' ? 'operator' : 'reference',
  }));
}
