import { lookUpOtherNames, otherNamesOf } from '../../src/domain/matching/deposit-names.ts';
import { lookupsOf } from '../../src/domain/matching/lookups.ts';
import type { LineFacts, MatchFacts, WithdrawalFacts } from '../../src/domain/matching/model.ts';
import { isDeposit, isWithdrawal, type MatchedWithdrawal } from '../rows/matched-transactions.ts';
import type { Database } from '../tables.ts';
import { depositFacts, findPaidOfUsers, nameOf, readDepositFacts, stateOf } from './deposit-facts.ts';
import { type TakenLines, takeLines } from './match-amounts.ts';
import { type MatchTerms, MOST_DEPOSITS, MOST_FOUND } from './match-limits.ts';
import { findKnownPayers } from './match-payers.ts';
import { findPolicies } from './match-policies.ts';
import { findAllRecent, findTransactionsOf } from './match-transactions.ts';
import { findWaitingWithdrawals, findWithdrawalsOf } from './match-withdrawals.ts';
import { findCredits, findMoneyOut, findOtherLines } from './other-lines.ts';

interface MoreLines {
  /** How many of the other lines the caller may leave out. */
  readonly more?: number | undefined;
  /** Money out that is not stored. */
  readonly moneyOut?: readonly LineFacts[];
}

/**
 * Reads what decides about lines of one account, with a few statements for all of them: about the first of the lines,
 * where too many transactions can be meant by all. The deposits of its account are those of the amounts of the lines: see
 * `withNamesakes` for the others.
 */
export async function readMatchFacts(
  db: Database,
  lines: readonly LineFacts[],
  options: MatchTerms & MoreLines,
): Promise<MatchFacts> {
  const taken = await takeLines(db, lines, options);
  return readFactsOf(db, taken, options);
}

async function readFactsOf(
  db: Database,
  { lines, crowded }: TakenLines,
  { more, moneyOut: unstored = [], ...terms }: MatchTerms & MoreLines,
): Promise<MatchFacts> {
  const bankAccountId = lines[0]?.bankAccountId ?? '';
  const lookups = lines.map(({ line }) => lookupsOf(line));
  const readHalf = () => {
    const half = lines.slice(0, Math.floor(lines.length / 2));
    return readFactsOf(db, { lines: half, crowded }, { more, moneyOut: unstored, ...terms });
  };
  const { found, isCut } = await findTransactionsOf(db, { bankAccountId, lookups, crowded, terms });
  // Those that lines name are the first.
  const meant = found.filter(isDeposit).slice(0, MOST_DEPOSITS + 1);
  // Another line can name the same deposit otherwise.
  const otherNames = otherNamesOf(
    meant.map(({ id: transactionId, reference }) => ({ transactionId, reference })),
  );
  const named = lookUpOtherNames(lookups, otherNames);
  const out = await findMoneyOut(db, lines, named, more);
  const others = await findOtherLines(db, lines, named, { more, otherNames });
  if (out.isCut || others.isCut) return readHalf();
  const moneyOut = [...out.found, ...unstored];
  const most = Math.max(0, MOST_FOUND - found.length);
  const paidOut = await findWithdrawalsOf(db, { lines: moneyOut, known: lookups, terms, most });
  const paid = await findPaidOfUsers(db, meant, lookups);
  const deposits = [...new Map([...meant, ...paid.found].map((deposit) => [deposit.id, deposit])).values()];
  const { knownPayers, isCut: arePayersCut } = await findKnownPayers(db, lookups, deposits);
  const isAnyCut = isCut || paidOut.isCut || paid.isCut || arePayersCut || meant.length > MOST_DEPOSITS;
  if (isAnyCut && lines.length > 1) return readHalf();
  const ofLines = found.filter(isWithdrawal);
  const withdrawals = [...new Map([...ofLines, ...paidOut.found].map((one) => [one.id, one])).values()];
  return {
    ...terms,
    bankAccountId,
    isCut: isAnyCut,
    crowded,
    lines,
    otherLines: others.found,
    moneyOut,
    deposits: await readDepositFacts(db, deposits),
    withdrawals: withdrawals.map(withdrawalFacts),
    waitingWithdrawals: [],
    knownPayers,
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
  const known = new Set(facts.deposits.map(({ transactionId }) => transactionId));
  const { found: recent, isCut } = await findAllRecent(db, facts.bankAccountId, terms);
  // Among too many, nothing is certain by a name.
  if (isCut) return { ...facts, areNamesakesCut: true };
  const unknown = recent.filter(isDeposit).filter(({ id }) => !known.has(id));
  const others = await findCredits(db, named, more);
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

function withdrawalFacts(withdrawal: MatchedWithdrawal): WithdrawalFacts {
  const { id, clientId, currency, amountMinor, accountName, ibanNormalized, createdAtMs } = withdrawal;
  return {
    ...{ transactionId: id, clientId, currency, amountMinor, createdAtMs },
    name: nameOf(accountName),
    iban: nameOf(ibanNormalized),
    state: stateOf(withdrawal),
    bankReferences: [],
  };
}
