import type { LineState } from './decision.ts';
import { doubtsOf } from './doubts.ts';
import { type FactIndex, type ReadLine, userKey } from './fact-index.ts';
import type { DepositFacts } from './model.ts';
import type { Name } from './name-grade.ts';
import type { MatchPolicy } from './policy.ts';
import type { Reason } from './reasons.ts';

/** A line that names one deposit. */
export interface NamedDeposit {
  readonly subject: ReadLine;
  readonly deposit: DepositFacts;
  readonly index: FactIndex;
  readonly policy: MatchPolicy;
  /** The doubts about the money of the line: see doubtsOf. */
  readonly doubts: readonly Reason[];
}

interface Rivalry {
  /** Whether the payer could be the user of this name. */
  readonly isPossible: (name: Name | null) => boolean;
  /** Whether the money can also be late for a deposit that has ended unpaid. */
  readonly includesEnded?: boolean;
  /** Whether the known deposits are enough if more are pending than were read. */
  readonly ignoresCrowd?: boolean;
}

/**
 * Finds another deposit that the money can be for: a pending one with the line's amount or that of the named deposit
 * whose user could be the payer, or one of the same user that somebody may have settled by hand with this money.
 */
export function rivalDeposits(
  { subject, deposit, index }: NamedDeposit,
  { isPossible, includesEnded = false, ignoresCrowd = false }: Rivalry,
): readonly Reason[] {
  const { amountMinor, currency } = subject.line;
  const amounts = new Set([amountMinor, deposit.amountMinor]);
  const { likely } = index.facts;
  const isCrowded = [...amounts].some(
    (amount) =>
      (!ignoresCrowd && likely?.crowdedAmounts.has(amount)) ||
      (includesEnded && likely?.crowdedEnded.has(amount)),
  );
  if (likely === null || isCrowded || likely.crowdedUsers.has(userKey(deposit)))
    return [{ code: 'too-many' }];
  const unpaid = [...amounts]
    .flatMap((amount) => index.depositsByAmount.get(amount) ?? [])
    .filter(({ state }) => state === 'pending' || (includesEnded && state !== 'successful'));
  const ofAmount = unpaid.filter((other) => other.currency === currency && isPossible(index.nameOf(other)));
  const ofUser = (index.depositsByUser.get(userKey(deposit)) ?? []).filter(
    ({ paidWithoutLineMinor, endedAtMs, createdAtMs }) =>
      paidWithoutLineMinor === amountMinor && (endedAtMs ?? createdAtMs) >= deposit.createdAtMs,
  );
  const ids = [...ofAmount, ...ofUser].map(({ transactionId }) => transactionId);
  const [other] = ids.filter((id) => id !== deposit.transactionId).sort();
  return other === undefined ? [] : [{ code: 'matches-other-deposit', transactionId: other }];
}

/**
 * Returns the reasons why a line is not fully known: it stands for several payments, or its text is longer than is
 * read.
 */
export function unclearParts({ line, reading }: ReadLine): readonly Reason[] {
  const reasons: Reason[] = [];
  if (line.isCollective) reasons.push({ code: 'collective' });
  if (reading.isCut) reasons.push({ code: 'too-many' });
  return reasons;
}

/** Finds valid references of no known deposit. A number can look like a reference by chance. */
export function unknownReferences(
  { reading }: ReadLine,
  { depositsByReference }: FactIndex,
): readonly Reason[] {
  return reading.references.whole
    .filter((reference) => !depositsByReference.has(reference) && !/^\d+$/.test(reference))
    .map((reference) => ({ code: 'other-reference', reference }));
}

export function accountMismatches({ subject, deposit }: NamedDeposit): readonly Reason[] {
  const { bankAccountId, currency } = deposit;
  const reasons: Reason[] = [];
  if (bankAccountId !== subject.bankAccountId) reasons.push({ code: 'other-account', bankAccountId });
  if (currency !== subject.line.currency) reasons.push({ code: 'other-currency', currency });
  return reasons;
}

/** How many lines one decision lists. If there are more, not all are known, and their sum never fits. */
const MAX_LINES = 50;

/**
 * Returns the reason that other open lines name the deposit, with all lines whose money is not in doubt and their sum;
 * undefined if no other line names it.
 */
export function otherLines({ subject, deposit, index }: NamedDeposit): Reason | undefined {
  const lines = index.linesByDeposit.get(deposit.transactionId) ?? [];
  const others = lines.filter(({ lineId }) => lineId !== subject.lineId);
  if (others.length === 0) return undefined;
  const all = [subject, ...others]
    .filter((line) => doubtsOf(line, index).length === 0)
    .sort((a, b) => (a.lineId < b.lineId ? -1 : 1));
  const listed = all.slice(0, MAX_LINES);
  const sumMinor = listed.reduce((sum, { line }) => sum + line.amountMinor, 0);
  const fits = listed.length === all.length && sumMinor === deposit.amountMinor;
  return { code: 'several-lines', lineIds: listed.map(({ lineId }) => lineId), sumMinor, fits };
}

/** Returns the reason that several deposits are named: by several references, or by one that was given to several. */
export function severalDeposits(
  { line }: ReadLine,
  named: readonly DepositFacts[],
): readonly [LineState, Reason[]] {
  const transactionIds = named.map(({ transactionId }) => transactionId);
  if (new Set(named.map(({ reference }) => reference)).size === 1)
    return ['proposed', [{ code: 'reused-reference', transactionIds }]];
  const sumMinor = named.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const isOfOne =
    new Set(named.map((one) => `${one.bankAccountId} ${one.currency} ${one.clientId}`)).size === 1;
  const isOpen = named.every(({ state, currency }) => state === 'pending' && currency === line.currency);
  const fits = sumMinor === line.amountMinor && isOfOne && isOpen;
  return ['several-deposits', [{ code: 'several-deposits', transactionIds, sumMinor, fits }]];
}
