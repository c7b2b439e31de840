import { candidateOf, candidatesOf } from './candidates.ts';
import { decideDebit } from './debits.ts';
import type { LineDecision, LineState, RuleId } from './decision.ts';
import { doubtsOf } from './doubts.ts';
import {
  accountMismatches,
  type NamedDeposit,
  otherLines,
  rivalDeposits,
  severalDeposits,
  unclearParts,
  unknownReferences,
} from './evidence-against.ts';
import { type FactIndex, namedDeposits, type ReadLine, waitingOf } from './fact-index.ts';
import { bestGrade, couldBePayer, isWordForWord, payerGrade, sharesWord, showsName } from './payer-names.ts';
import { decidePayout } from './payout-lines.ts';
import { isWithinTolerance, STRICT_POLICY } from './policy.ts';
import type { Reason } from './reasons.ts';
import { isRecent, latenessMs } from './time-of-line.ts';
import { decideReturn } from './withdrawal-lines.ts';

/**
 * Decides about one line. **A line settles a deposit automatically if**
 *
 * 1. it is a booked credit of a statement that is not held; no return, no reversal, no withdrawal that came back, and no
 *    entry of several payments that is not split;
 * 2. it names exactly one deposit, and nothing else, and no other open line names that deposit;
 * 3. amount, currency and account are exactly the deposit's, and the deposit is pending;
 * 4. the payer's name fits the deposit's user and, unless it is that name word for word, no user of another pending
 *    deposit of the amount; or the line shows no name, and no word of such a user's name;
 * 5. no unexplained debit can have given the money back: see doubts.ts.
 *
 * The merchant's policy can widen 3 and 4. A line that settles only by the policy waits if another pending deposit of
 * exactly its amount could be meant and, for another payer's money, also if a deposit that has ended unpaid could be
 * meant. It also waits if a statement of another kind or format may have brought the same money. Every other line
 * waits, with the reasons and everything that it could mean: see candidates.ts.
 */
export function decideLine(subject: ReadLine, index: FactIndex): LineDecision {
  const decision = decideBooked(subject, index);
  const { actions: _, ...undecided } = { ...decision, action: null };
  if (subject.isHeld) return { ...undecided, state: 'held' };
  return subject.line.status === 'pending' ? { ...undecided, state: 'pending' } : decision;
}

function decideBooked(subject: ReadLine, index: FactIndex): LineDecision {
  const payout = decidePayout(subject, index);
  if (payout) return payout;
  if (subject.line.direction === 'debit') return decideDebit(subject, index);
  return decideReturn(subject, index) ?? decideNamed(subject, index) ?? propose(subject, index);
}

/** Applies rules 2 to 5 to a line that names a deposit; undefined for a line that names none. */
function decideNamed(subject: ReadLine, index: FactIndex): LineDecision | undefined {
  const named = namedDeposits(subject.reading, index);
  const [deposit] = named;
  if (deposit === undefined) return undefined;
  if (named.length > 1) return wait({ subject, index }, ...severalDeposits(subject, named));
  const policy = index.facts.policies.get(deposit.clientId) ?? STRICT_POLICY;
  const one: NamedDeposit = { subject, deposit, index, policy, doubts: doubtsOf(subject, index) };
  const other = accountMismatches(one);
  if (other.length > 0) return wait(one, 'wrong-account', other);
  if (deposit.state === 'successful') return decidePaid(one);
  return decideUnpaid(one);
}

/** Decides about a line for a paid deposit. If it was settled by hand, this can be the line of its payment. */
function decidePaid(named: NamedDeposit): LineDecision {
  const { subject, deposit } = named;
  const paid: Reason = { code: 'settled-already', byLineId: deposit.settledByLineId };
  if (deposit.settledByLineId !== null) return wait(named, 'double-payment', [paid]);
  const others = [otherLines(named), ...unclearParts(subject)].filter((reason) => reason !== undefined);
  if (others.length === 0 && !deposit.isReturned && deposit.paidWithoutLineMinor === subject.line.amountMinor)
    return settle(named, 'reference-noted');
  return wait(named, 'proposed', [paid, ...others]);
}

/**
 * Decides about a line for a deposit that is pending or has ended unpaid. What speaks against the line still does so if
 * other lines name the deposit.
 */
function decideUnpaid(named: NamedDeposit): LineDecision {
  const { subject, deposit, policy, index, doubts } = named;
  const { amountMinor } = subject.line;
  const isExact = amountMinor === deposit.amountMinor;
  const isPending = deposit.state === 'pending';
  const { settledByLineId } = deposit;
  const grade = payerGrade(subject, index.nameOf(deposit)) ?? 'fits';
  const against: Reason[] = [...unclearParts(subject), ...unknownReferences(subject, index)];
  if (settledByLineId !== null) against.push({ code: 'settled-already', byLineId: settledByLineId });
  if (grade !== 'fits') against.push({ code: 'other-payer', grade });
  const lines = otherLines(named);
  if (lines) return wait(named, 'several-lines', [lines, ...against]);
  const isOfPayer = grade === 'fits' || policy.otherPayer === 'accept';
  const isByPolicy = !isExact || !isPending || (grade !== 'fits' && isOfPayer);
  if (isByPolicy)
    against.push(
      ...rivalDeposits(named, {
        isPossible: (name) => bestGrade(subject, name) !== 'differs',
        includesEnded: grade !== 'fits',
      }),
    );
  else if (!showsName(subject))
    against.push(
      ...rivalDeposits(named, { isPossible: (name) => sharesWord(subject, name), ignoresCrowd: true }),
    );
  else if (!isWordForWord(subject, index.nameOf(deposit)))
    against.push(...rivalDeposits(named, { isPossible: (name) => couldBePayer(subject, name) }));
  const isClear = doubts.length === 0 && against.every(({ code }) => code === 'other-payer' && isOfPayer);
  if (!isPending) return decideEnded(named, { against, isClear });
  if (!isWithinTolerance(policy, deposit.amountMinor, amountMinor)) {
    const [state, beyond] =
      amountMinor < deposit.amountMinor
        ? (['underpaid', policy.underpaidBeyond] as const)
        : (['overpaid', policy.overpaidBeyond] as const);
    return wait(named, beyond === 'return' && isClear ? 'to-return' : state, against);
  }
  if (!isClear) return wait(named, grade === 'fits' ? 'proposed' : 'other-payer', against);
  if (grade !== 'fits') return settle(named, 'reference-other-payer', against);
  return settle(named, isExact ? 'reference-exact' : 'reference-tolerance');
}

interface Judgement {
  readonly against: readonly Reason[];
  /** Whether none of it keeps the policy from deciding. */
  readonly isClear: boolean;
}

/** Decides about money for a deposit that has ended unpaid: only the policy can accept it, or return it. */
function decideEnded(named: NamedDeposit, { against, isClear }: Judgement): LineDecision {
  const { subject, deposit, index, policy } = named;
  const { state, endedAtMs } = deposit;
  const { nowMs, lateGraceMs, recentMs } = index.facts;
  if (state === 'pending' || state === 'successful') return wait(named, 'late', against);
  const lateMs = latenessMs(subject.line, endedAtMs ?? nowMs, nowMs);
  const evidence: readonly Reason[] = [{ code: 'ended', state, lateMs }, ...against];
  if (waitingOf(deposit, index).length > 0) return wait(named, 'late', [...evidence, { code: 'replaced' }]);
  const isAccepted =
    policy.late === 'accept' &&
    state === 'expired' &&
    endedAtMs !== null &&
    lateMs <= lateGraceMs &&
    nowMs - endedAtMs <= lateGraceMs + recentMs &&
    subject.line.amountMinor === deposit.amountMinor;
  if (isAccepted && isClear) return settle(named, 'reference-late', evidence);
  // Money received long ago may have been returned by hand.
  const goesBack =
    policy.late === 'return' && isClear && isRecent(subject.line, nowMs, lateGraceMs + recentMs);
  return wait(named, goesBack ? 'to-return' : 'late', evidence);
}

function wait(
  { subject, index }: Pick<NamedDeposit, 'subject' | 'index'>,
  state: LineState,
  reasons: readonly Reason[],
): LineDecision {
  const { lineId } = subject;
  const evidence = [...reasons, ...doubtsOf(subject, index)];
  const candidates = candidatesOf(subject, index);
  return { lineId, state, rule: 'reference-open', evidence, candidates, action: null };
}

const KINDS = { pending: 'settle', successful: 'note' } as const;

function settle(
  { subject, deposit, index }: NamedDeposit,
  rule: RuleId,
  more: readonly Reason[] = [],
): LineDecision {
  const { transactionId, sequence, state } = deposit;
  const candidate = candidateOf(subject, deposit, index);
  const kind = state === 'pending' || state === 'successful' ? KINDS[state] : 'correct';
  return {
    lineId: subject.lineId,
    state: 'matched',
    rule,
    candidates: [candidate],
    evidence: [...candidate.reasons, ...more],
    action: { kind, transactionId, sequence, finalAmountMinor: subject.line.amountMinor },
  };
}

/** Makes the proposals for a line that names no deposit. */
function propose(subject: ReadLine, index: FactIndex): LineDecision {
  const { lineId, line } = subject;
  const candidates = candidatesOf(subject, index);
  const evidence = [...unknownReferences(subject, index)];
  if (index.facts.likely?.crowdedAmounts.has(line.amountMinor)) evidence.push({ code: 'too-many' });
  evidence.push(...doubtsOf(subject, index));
  if (candidates.length === 0)
    return { lineId, state: 'unknown', rule: 'nothing-fits', evidence, candidates, action: null };
  return { lineId, state: 'proposed', rule: 'ranked', evidence, candidates, action: null };
}
