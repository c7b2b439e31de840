import { groupByEach } from '../../../src/kernel/group-by.ts';
import {
  namesOfCredits,
  otherNamesOf,
  withOtherNames,
} from '../../../src/reconciliation/domain/matching/deposit-names.ts';
import { lookupsOf } from '../../../src/reconciliation/domain/matching/lookups.ts';
import type {
  FiledPayout,
  LineFacts,
  MatchFacts,
  MatchTerms,
  WithdrawalFacts,
} from '../../../src/reconciliation/domain/matching/model.ts';
import { findFiledPayouts, MAX_PAYMENTS } from '../../payouts/queries/filed.ts';
import { findSentMoney } from '../../payouts/queries/sent-money.ts';
import { findSentRefunds } from '../../payouts/queries/sent-refunds.ts';
import type { Database } from '../../tables.ts';
import { nameOf, readDepositFacts, stateOf } from '../../transactions/queries/deposit-facts.ts';
import { isDeposit, isWithdrawal, type MatchedWithdrawal } from '../rows/matched-transactions.ts';
import { findEqualPayments } from './equal-payments.ts';
import { findPolicies } from './match-policies.ts';
import {
  findNamed,
  findOfAmounts,
  findOfNames,
  findOfUsers,
  findSent,
  findToPayees,
} from './match-transactions.ts';
import { findNaming, findUnexplained } from './other-lines.ts';
import { findReclaimable } from './reclaimable.ts';

interface ReadingTerms extends MatchTerms {
  /** Unsaved lines, which count as if they were stored: see findSentMoney. */
  readonly unsaved?: readonly LineFacts[];
}

/**
 * Reads the facts that can decide about lines of one account, each by an index: what they name, the other lines that
 * name the same, and unexplained debits. If that is too much for all lines, it reads them for the first half.
 */
export async function readMatchFacts(
  db: Database,
  lines: readonly LineFacts[],
  { unsaved = [], ...terms }: ReadingTerms,
): Promise<MatchFacts> {
  const lookups = lines.map(({ line }) => lookupsOf(line));
  const paymentIds = new Set(lookups.flatMap((one) => one.paymentIds.slice(0, 1)));
  if (lines.length > 1 && paymentIds.size > MAX_PAYMENTS)
    return readMatchFacts(db, lines.slice(0, Math.floor(lines.length / 2)), { ...terms, unsaved });
  const named = await findNamed(db, {
    references: lookups.flatMap((one) => [...one.references, ...one.nearReferences]),
    ids: lookups.flatMap(({ transactionIds }) => transactionIds),
  });
  const deposits = named.filter(isDeposit);
  const names = otherNamesOf(
    deposits.map(({ id: transactionId, reference }) => ({ transactionId, reference })),
  );
  const otherLines = await findNaming(db, withOtherNames(namesOfCredits(lines), names));
  const debits = await findUnexplained(db, lines);
  if (lines.length > 1 && (!otherLines || !debits))
    return readMatchFacts(db, lines.slice(0, Math.floor(lines.length / 2)), { ...terms, unsaved });
  const toPayees = await findToPayees(db, lines);
  const withdrawals = [...named, ...toPayees].filter(isWithdrawal);
  const payouts = await findFiledPayouts(db, {
    ids: lookups.flatMap(({ payoutIds }) => payoutIds),
    paymentIds: [...paymentIds],
  });
  return {
    ...terms,
    bankAccountId: lines[0]?.bankAccountId ?? '',
    lines,
    otherLines: otherLines ?? [],
    debits: debits ?? [],
    equals: new Map(),
    deposits: await readDepositFacts(db, deposits),
    likely: null,
    withdrawals: [...new Map(withdrawals.map((one) => [one.id, withdrawalFacts(one)])).values()],
    payouts,
    sentMoney: await findMoneyOf(db, { lines, unsaved }, payouts),
    sentRefunds: await findRefundsOf(db, lines),
    sentPayouts: await findPayoutsOf(db, lines),
    reclaimable: null,
    policies: await findPolicies(
      db,
      deposits.map(({ clientId }) => clientId),
    ),
  };
}

/**
 * Adds the deposits that lines can mean without naming them (by amount, by name, and of the users whose deposits they
 * name) and the money that debits can take back. This is done only for lines that do not settle by what they name, and
 * only for the first of these if that is too much for all.
 */
export async function addLikely(
  db: Database,
  facts: MatchFacts,
  { lines, ...terms }: MatchTerms & { readonly lines: readonly LineFacts[] },
): Promise<MatchFacts> {
  const { bankAccountId } = facts;
  const reclaimable = await findReclaimable(db, lines.filter(isDebit));
  if (reclaimable === undefined)
    return addLikely(db, facts, { ...terms, lines: lines.slice(0, Math.ceil(lines.length / 2)) });
  const credits = lines.filter((one) => !isDebit(one));
  // A debit cannot pay a deposit.
  if (credits.length === 0) return { ...facts, lines, reclaimable };
  const amountsOf = createAmounts(facts.deposits);
  const ofAmounts = await findOfAmounts(db, credits.flatMap(amountsOf), { bankAccountId, terms });
  const unread = credits.find((credit) => amountsOf(credit).some((amount) => !ofAmounts.amounts.has(amount)));
  const first = unread ? lines.slice(0, Math.max(1, lines.indexOf(unread))) : lines;
  const lookups = first.map(({ line }) => lookupsOf(line));
  const ofNames = await findOfNames(
    db,
    lookups.flatMap(({ convertedNames }) => convertedNames),
    bankAccountId,
  );
  const ofUsers = await findOfUsers(db, facts.deposits, terms);
  const own = new Set(facts.lines.map(({ lineId }) => lineId));
  const naming = facts.otherLines.filter(
    (one) => one.bankAccountId === bankAccountId && !own.has(one.lineId),
  );
  const found = [...ofAmounts.deposits, ...ofNames, ...ofUsers.deposits];
  const unique = [...new Map(found.map((deposit) => [deposit.id, deposit])).values()];
  return {
    ...facts,
    lines: first,
    reclaimable,
    // The other given lines still count among those that name a deposit.
    otherLines: [...facts.otherLines, ...facts.lines],
    debits: [...facts.debits, ...((await findUnexplained(db, naming)) ?? [])],
    equals: await findEqualPayments(db, [...facts.lines.filter((one) => !isDebit(one)), ...naming]),
    likely: {
      deposits: await readDepositFacts(db, unique),
      crowdedAmounts: ofAmounts.crowdedAmounts,
      crowdedEnded: ofAmounts.crowdedEnded,
      crowdedUsers: ofUsers.crowdedUsers,
    },
  };
}

/**
 * Lists the amounts of a credit and of the deposits that it names: with a tolerance, the payer can have paid their own
 * deposit of such an amount.
 */
function createAmounts(deposits: MatchFacts['deposits']): (credit: LineFacts) => readonly number[] {
  const amounts = groupByEach(deposits, ({ transactionId, reference }) => [transactionId, reference ?? '']);
  return ({ line }) => {
    const { references, transactionIds } = lookupsOf(line);
    const named = [...references, ...transactionIds].flatMap((name) => amounts.get(name) ?? []);
    return [line.amountMinor, ...named.map(({ amountMinor }) => amountMinor)];
  };
}

/**
 * Finds the money sent by files for the paid withdrawals and refunds that credits name, and for the reversed ones that
 * debits name.
 */
function findMoneyOf(
  db: Database,
  { lines, unsaved }: { readonly lines: readonly LineFacts[]; readonly unsaved: readonly LineFacts[] },
  payouts: readonly FiledPayout[],
): Promise<MatchFacts['sentMoney']> {
  const credits = lines.filter((one) => !isDebit(one));
  const named = new Set(credits.flatMap(({ line }) => lookupsOf(line).payoutIds));
  const hasDebits = credits.length < lines.length;
  const asked = payouts.filter(({ endToEndId, withdrawal: { state } }) =>
    state === 'successful' ? named.has(endToEndId) : state === 'reversed' && hasDebits,
  );
  return findSentMoney(
    db,
    asked.map(({ withdrawal }) => withdrawal.transactionId),
    unsaved,
  );
}

function isDebit({ line }: LineFacts): boolean {
  return line.direction === 'debit';
}

/** Finds the waiting refunds with the amounts of debits. */
async function findRefundsOf(db: Database, lines: readonly LineFacts[]): Promise<MatchFacts['sentRefunds']> {
  const [first] = lines;
  if (!first) return [];
  const debits = lines.filter(isDebit);
  const amountsMinor = debits.map(({ line }) => line.amountMinor);
  return findSentRefunds(db, { accountId: first.bankAccountId, amountsMinor, isPaid: false });
}

/** Finds the waiting withdrawals in bank files with the amounts of debits. */
async function findPayoutsOf(db: Database, lines: readonly LineFacts[]): Promise<MatchFacts['sentPayouts']> {
  const debits = lines.filter(isDebit);
  const amountsMinor = debits.map(({ line }) => line.amountMinor);
  const found = await findSent(db, lines[0]?.bankAccountId ?? '', amountsMinor);
  return found.filter(isWithdrawal).map(withdrawalFacts);
}

function withdrawalFacts(withdrawal: MatchedWithdrawal): WithdrawalFacts {
  const { id: transactionId, currency, amountMinor, ibanNormalized } = withdrawal;
  const iban = nameOf(ibanNormalized);
  return { transactionId, currency, amountMinor, iban, state: stateOf(withdrawal) };
}
