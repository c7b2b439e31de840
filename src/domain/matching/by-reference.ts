import { type FactIndex, namedDeposits, type ReadLine } from './fact-index.ts';
import type { DepositFacts, LineDecision, LineState, RuleId } from './model.ts';
import { obstaclesOf, reasonsOfEnd } from './obstacles.ts';
import { isWithinTolerance, type MatchPolicy, STRICT_POLICY } from './policy.ts';
import { type Candidate, type Reason, rankCandidates } from './reasons.ts';
import { isRecent, latenessMs } from './time-of-line.ts';

/**
 * Rule 1: the line names a deposit by its reference, in any form, or by its id. One line, one open deposit and the exact
 * amount are certain; everything else about a named deposit is a state for the desk.
 * @returns undefined if the line names no deposit that is known.
 */
export function decideByReference(subject: ReadLine, index: FactIndex): LineDecision | undefined {
  const named = namedDeposits(subject.reading, index);
  const [deposit] = named;
  if (deposit === undefined) return undefined;
  if (named.length > 1) return decideSeveral(subject, named);
  const policy = index.facts.policies.get(deposit.clientId) ?? STRICT_POLICY;
  const unsettled = { subject, deposit, index, policy };
  return (
    decideElsewhere(unsettled) ??
    decideAmongLines(unsettled) ??
    decideEnded(unsettled) ??
    decideOpen(unsettled)
  );
}

interface Named {
  readonly subject: ReadLine;
  readonly deposit: DepositFacts;
  readonly index: FactIndex;
  readonly policy: MatchPolicy;
}

/** Several deposits are named: by several references, or by one that was given to several. */
function decideSeveral({ lineId, line, reading }: ReadLine, named: readonly DepositFacts[]): LineDecision {
  const references = new Set(named.map(({ reference }) => reference));
  const transactionIds = named.map(({ transactionId }) => transactionId);
  const isReused = references.size === 1;
  const sumMinor = named.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const fits =
    sumMinor === line.amountMinor &&
    named.every(({ state }) => state === 'pending') &&
    named.every(
      ({ bankAccountId, currency }) =>
        bankAccountId === named[0]?.bankAccountId && currency === line.currency,
    ) &&
    new Set(named.map(({ clientId }) => clientId)).size === 1;
  const shared: Reason = isReused
    ? { code: 'reused-reference', transactionIds }
    : { code: 'several-deposits', transactionIds, sumMinor, fits };
  const candidates = rankCandidates(
    named.map((deposit) => {
      const candidate = candidateOf(line.amountMinor, deposit, reading.endToEndId === deposit.transactionId);
      return { candidate, weight: weightOf(candidate) };
    }),
  );
  const state = isReused ? 'proposed' : 'several-deposits';
  return { lineId, state, rule: 'reference-open', evidence: [shared], candidates, action: null };
}

function decideElsewhere(named: Named): LineDecision | undefined {
  const { subject, deposit } = named;
  const reasons: Reason[] = [];
  if (deposit.bankAccountId !== subject.bankAccountId)
    reasons.push({ code: 'other-account', bankAccountId: deposit.bankAccountId });
  if (deposit.currency !== subject.line.currency)
    reasons.push({ code: 'other-currency', currency: deposit.currency });
  return reasons.length > 0 ? forDesk(named, 'wrong-account', reasons) : undefined;
}

function decideAmongLines(named: Named): LineDecision | undefined {
  const { subject, deposit, index } = named;
  if (deposit.state === 'successful') {
    const settled: Reason = { code: 'settled-already', byLineId: deposit.settledByLineId };
    // Without a line it was settled by hand, and this line may be its payment.
    return forDesk(named, deposit.settledByLineId === null ? 'proposed' : 'double-payment', [settled]);
  }
  const lines = index.linesByDeposit.get(deposit.transactionId) ?? [];
  const others = lines.filter(({ lineId }) => lineId !== subject.lineId);
  const isCrowded = index.isCrowded(deposit);
  if (others.length === 0 && !isCrowded) return undefined;
  const all = [subject, ...others].sort((a, b) => (a.lineId < b.lineId ? -1 : 1));
  // Not all of very many are known.
  const counted = isCrowded ? all.slice(0, MAX_LINES) : all;
  const sumMinor = counted.reduce((sum, { line }) => sum + line.amountMinor, 0);
  const fits = !isCrowded && sumMinor === deposit.amountMinor;
  const lineIds = all.slice(0, MAX_LINES).map(({ lineId }) => lineId);
  return forDesk(named, 'several-lines', [{ code: 'several-lines', lineIds, sumMinor, fits }]);
}

const MAX_LINES = 50;

function decideEnded(named: Named): LineDecision | undefined {
  const { subject, deposit, index, policy } = named;
  const { state, endedAtMs, isReplaced } = deposit;
  const { nowMs, lateGraceMs, nameWindowMs } = index.facts;
  if (state === 'pending' || state === 'successful') return undefined;
  const lateMs = latenessMs(subject.line, endedAtMs ?? nowMs, nowMs);
  const ended: Reason = { code: 'ended', state, lateMs };
  const obstacles = obstaclesOf(subject, deposit, index);
  const isAccepted =
    policy.late === 'accept' &&
    state === 'expired' &&
    endedAtMs !== null &&
    lateMs <= lateGraceMs &&
    // The facts of what ended do not reach further back.
    nowMs - endedAtMs <= lateGraceMs + nameWindowMs &&
    !isReplaced &&
    obstacles.length === 0 &&
    subject.line.amountMinor === deposit.amountMinor;
  if (isAccepted) return settle(named, 'reference-late', [ended]);
  const replaced: readonly Reason[] = isReplaced ? [{ code: 'replaced' }] : [];
  // Money of somebody who pays anew, that may be for another deposit, or that came long ago is not simply sent back.
  const goesBack =
    policy.late === 'return' &&
    !isReplaced &&
    obstacles.length === 0 &&
    isRecent(subject.line, nowMs, lateGraceMs + nameWindowMs);
  return forDesk(named, goesBack ? 'to-return' : 'late', [ended, ...replaced, ...obstacles]);
}

function decideOpen(named: Named): LineDecision {
  const { subject, deposit, index, policy } = named;
  const { amountMinor } = subject.line;
  const differenceMinor = amountMinor - deposit.amountMinor;
  const obstacles = obstaclesOf(subject, deposit, index);
  const isAccepted = isWithinTolerance(policy, deposit.amountMinor, amountMinor);
  if (isAccepted && obstacles.length === 0)
    return settle(named, differenceMinor === 0 ? 'reference-exact' : 'reference-tolerance', []);
  if (isAccepted) return forDesk(named, 'proposed', obstacles);
  const beyond = differenceMinor < 0 ? policy.underpaidBeyond : policy.overpaidBeyond;
  if (beyond === 'return' && obstacles.length === 0) return forDesk(named, 'to-return', []);
  return forDesk(named, differenceMinor < 0 ? 'underpaid' : 'overpaid', obstacles);
}

function settle(named: Named, rule: RuleId, more: readonly Reason[]): LineDecision {
  const { subject, deposit } = named;
  const { transactionId, sequence, state } = deposit;
  const { lineId, line, reading } = subject;
  const candidate = candidateOf(line.amountMinor, deposit, reading.endToEndId === transactionId);
  return {
    lineId,
    state: 'matched',
    rule,
    evidence: [...candidate.reasons, ...more],
    candidates: [candidate],
    action: {
      kind: state === 'pending' ? 'settle' : 'correct',
      transactionId,
      sequence,
      finalAmountMinor: line.amountMinor,
    },
  };
}

function forDesk({ subject, deposit }: Named, state: LineState, evidence: readonly Reason[]): LineDecision {
  const { lineId, line, reading } = subject;
  const candidate = candidateOf(line.amountMinor, deposit, reading.endToEndId === deposit.transactionId);
  return { lineId, state, rule: 'reference-open', evidence, candidates: [candidate], action: null };
}

function candidateOf(amountMinor: number, deposit: DepositFacts, isById: boolean): Candidate {
  const { transactionId, reference } = deposit;
  const differenceMinor = amountMinor - deposit.amountMinor;
  const name: Reason =
    isById || reference === null
      ? { code: 'transaction-id', transactionId }
      : { code: 'reference', reference };
  const amount: Reason =
    differenceMinor === 0 ? { code: 'amount-exact' } : { code: 'amount-differs', differenceMinor };
  return { type: 'deposit', transactionId, rank: 1, reasons: [name, amount, ...reasonsOfEnd(deposit)] };
}

/** Open deposits come first, and those of the exact amount among them. */
function weightOf({ reasons }: Candidate): number {
  const codes = new Set(reasons.map(({ code }) => code));
  const hasEnded = codes.has('ended') || codes.has('settled-already');
  return (hasEnded ? 0 : 2) + (codes.has('amount-exact') ? 1 : 0);
}
