import { shortReference } from '../../../transactions/domain/reference.ts';
import { type FactIndex, namedDeposits, type ReadLine, waitingOf } from './fact-index.ts';
import type { DepositFacts } from './model.ts';
import { bestGrade, showsName } from './payer-names.ts';
import { type Candidate, type Reason, rankCandidates, type WeighedCandidate } from './reasons.ts';
import { daysApart, isBeforeDeposit } from './time-of-line.ts';

const MAX_DAYS = 10;
/**
 * Amounts that differ by more than this part are not a payer's slip: then only the name on a waiting deposit is a
 * reason.
 */
const LIKELY_DIFFERENCE_DIVISOR = 5;
/** With more pending deposits of one amount, a line without a name says nothing about any of them. */
const MAX_OF_ONE_AMOUNT = 3;

/** The weights by which candidates are ranked. They only order: no sum of them ever settles anything. */
const WEIGHTS = {
  reference: 900,
  waiting: 1000,
  amountExact: 1000,
  amountLikely: 200,
  fits: 900,
  unclear: 300,
  pending: 200,
  settledByLine: -400,
  before: -600,
  day: -20,
} as const;

/**
 * Lists everything that a credit could mean, most likely first: the deposits that it names, even with one slip; the
 * waiting deposit of the same user; and the deposits of its amount whose user could be the payer. Candidates that fit
 * equally have the same rank.
 */
export function candidatesOf(subject: ReadLine, index: FactIndex): Candidate[] {
  const named = namedDeposits(subject.reading, index);
  const near = [...subject.reading.references.near.keys()].flatMap(
    (reference) => index.depositsByReference.get(reference) ?? [],
  );
  const likely = (index.facts.likely?.deposits ?? []).filter(
    (deposit) => index.depositsById.get(deposit.transactionId) === deposit,
  );
  const meant = [...named, ...near];
  const waiting = named.flatMap((deposit) => waitingOf(deposit, index));
  const known = new Set([...meant, ...waiting]);
  const others = likely.filter((one) => !known.has(one) && couldMean(subject, one, index));
  return rankCandidates([...known, ...others].map((deposit) => weigh(subject, deposit, index)));
}

/** Returns a deposit as the only candidate of a line. */
export function candidateOf(subject: ReadLine, deposit: DepositFacts, index: FactIndex): Candidate {
  return { ...weigh(subject, deposit, index).candidate, rank: 1 };
}

/** Whether a line could mean a deposit that it does not name. */
function couldMean(subject: ReadLine, deposit: DepositFacts, index: FactIndex): boolean {
  const { line } = subject;
  if (deposit.currency !== line.currency) return false;
  if (deposit.amountMinor !== line.amountMinor)
    return bestGrade(subject, index.nameOf(deposit)) === 'fits' && deposit.state === 'pending';
  const isCrowded = index.facts.likely?.crowdedAmounts.has(line.amountMinor) ?? true;
  const ofAmount = index.depositsByAmount.get(line.amountMinor) ?? [];
  const open = ofAmount.filter(({ state }) => state === 'pending').length;
  // Anybody could be paying the only deposit of its amount.
  if (deposit.state === 'pending' && open === 1 && !isCrowded) return true;
  if (!showsName(subject)) return deposit.state === 'pending' && open <= MAX_OF_ONE_AMOUNT && !isCrowded;
  return bestGrade(subject, index.nameOf(deposit)) !== 'differs';
}

function weigh(subject: ReadLine, deposit: DepositFacts, index: FactIndex): WeighedCandidate {
  const reasons: Reason[] = [];
  let weight = 0;
  const add = (points: number, ...more: readonly Reason[]) => {
    weight += points;
    reasons.push(...more);
  };
  const { line } = subject;
  const naming = namingReason(subject, deposit);
  if (naming) add(WEIGHTS.reference, naming);
  else if (isWaitingForNamed(subject, deposit, index)) add(WEIGHTS.waiting, { code: 'waiting-deposit' });
  addAmount(line.amountMinor - deposit.amountMinor, deposit, add);
  const grade = showsName(subject) ? bestGrade(subject, index.nameOf(deposit)) : 'differs';
  if (grade !== 'differs') add(WEIGHTS[grade], { code: 'name', grade });
  if (deposit.state === 'pending') add(WEIGHTS.pending);
  add(deposit.settledByLineId === null ? 0 : WEIGHTS.settledByLine, ...reasonsOfEnd(deposit));
  if (deposit.bankAccountId !== subject.bankAccountId)
    add(0, { code: 'other-account', bankAccountId: deposit.bankAccountId });
  if (isBeforeDeposit(line, deposit)) add(WEIGHTS.before, { code: 'before-deposit' });
  const days = daysApart(line, deposit);
  if (days !== null) {
    const isNear = days <= 1 && naming?.code !== 'reference' && naming?.code !== 'transaction-id';
    const points = WEIGHTS.day * Math.min(days, MAX_DAYS);
    if (isNear) add(points, { code: 'near-in-time', days });
    else add(points);
  }
  return { candidate: { type: 'deposit', transactionId: deposit.transactionId, reasons }, weight };
}

/** Returns how a line names a deposit; undefined if it does not. */
function namingReason({ reading }: ReadLine, { transactionId, reference }: DepositFacts): Reason | undefined {
  if (reading.endToEndId === transactionId) return { code: 'transaction-id', transactionId };
  if (reference === null) return undefined;
  const { whole, loose, near } = reading.references;
  const short = shortReference(reference);
  if (whole.includes(short) || loose.includes(short)) return { code: 'reference', reference };
  const typed = near.get(short);
  return typed === undefined ? undefined : { code: 'near-reference', reference, typed };
}

function isWaitingForNamed({ reading }: ReadLine, deposit: DepositFacts, index: FactIndex): boolean {
  return namedDeposits(reading, index).some((named) => waitingOf(named, index).includes(deposit));
}

function addAmount(
  differenceMinor: number,
  { amountMinor }: DepositFacts,
  add: (points: number, reason: Reason) => void,
): void {
  const isLikely = Math.abs(differenceMinor) * LIKELY_DIFFERENCE_DIVISOR <= amountMinor;
  const likely = isLikely ? WEIGHTS.amountLikely : 0;
  if (differenceMinor === 0) add(WEIGHTS.amountExact + likely, { code: 'amount-exact' });
  else add(likely, { code: 'amount-differs', differenceMinor });
}

/** Lists why a deposit that is not pending cannot simply be settled. */
function reasonsOfEnd({ state, settledByLineId }: DepositFacts): readonly Reason[] {
  const settled: readonly Reason[] =
    state === 'successful' || settledByLineId !== null
      ? [{ code: 'settled-already', byLineId: settledByLineId }]
      : [];
  if (state === 'pending' || state === 'successful') return settled;
  return [{ code: 'ended', state, lateMs: null }, ...settled];
}
