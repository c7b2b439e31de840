import { matchLines } from '../../src/reconciliation/domain/matching/decide-lines.ts';
import type {
  DepositFacts,
  LikelyDeposits,
  LineDecision,
  LineFacts,
  MatchableLine,
  MatchFacts,
  WithdrawalFacts,
} from '../../src/reconciliation/domain/matching/model.ts';
import { type MatchPolicy, STRICT_POLICY } from '../../src/reconciliation/domain/matching/policy.ts';
import { makeReference } from '../../src/transactions/domain/reference.ts';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** Noon of the day on which the lines of these tests are booked. */
export const NOW_MS = Date.UTC(2026, 10, 22, 12);
export const TODAY = '2026-11-22';
export const IBAN = 'TR330006100519786457841326';
export const OTHER_IBAN = 'TR320010009999901234567890';

/** Valid references that differ from each other in many characters. */
export const [REFERENCE, OTHER_REFERENCE, THIRD_REFERENCE] = [2_000_000_011, 987_654_321, 3_141_592_653].map(
  makeReference,
) as [string, string, string];

/** A booked payment of 100.50 by Ayşe Yılmaz, without any reference. */
export function makeLine(fields: Partial<MatchableLine> = {}): MatchableLine {
  return {
    bookingDate: TODAY,
    valueDate: TODAY,
    direction: 'credit',
    amountMinor: 10_050,
    currency: 'TRY',
    status: 'booked',
    isReversal: false,
    isCollective: false,
    paymentId: null,
    paymentCount: null,
    isSupplemented: false,
    returnReason: null,
    counterpartyName: 'AYSE YILMAZ',
    ultimateName: null,
    counterpartyIban: null,
    remittance: [],
    structuredReference: null,
    endToEndId: null,
    bankReference: null,
    transactionCode: null,
    ...fields,
  };
}

export function makeLineFacts(lineId: string, fields: Partial<MatchableLine> = {}): LineFacts {
  return { lineId, bankAccountId: 'account', isHeld: false, line: makeLine(fields) };
}

/** A pending deposit of 100.50 by Ayşe Yılmaz, an hour old. */
export function makeDeposit(fields: Partial<DepositFacts> = {}): DepositFacts {
  return {
    transactionId: '6741a0000000000000000001',
    clientId: 'client',
    userId: 'user',
    bankAccountId: 'account',
    currency: 'TRY',
    amountMinor: 10_050,
    reference: REFERENCE,
    name: 'Ayşe Yılmaz',
    state: 'pending',
    sequence: 1,
    createdAtMs: NOW_MS - HOUR_MS,
    endedAtMs: null,
    settledByLineId: null,
    paidWithoutLineMinor: null,
    isReturned: false,
    takenBy: null,
    ...fields,
  };
}

/** Another deposit of another user. */
export function makeOther(fields: Partial<DepositFacts> = {}): DepositFacts {
  return makeDeposit({
    transactionId: '6741a0000000000000000002',
    userId: 'other-user',
    reference: OTHER_REFERENCE,
    name: 'Mehmet Demir',
    ...fields,
  });
}

export function makeWithdrawal(fields: Partial<WithdrawalFacts> = {}): WithdrawalFacts {
  return {
    transactionId: '6741a00000000000000000ff',
    currency: 'TRY',
    amountMinor: 10_050,
    iban: IBAN,
    state: 'successful',
    ...fields,
  };
}

export function withPolicy(policy: Partial<MatchPolicy>): Pick<MatchFacts, 'policies'> {
  return { policies: new Map([['client', { ...STRICT_POLICY, ...policy }]]) };
}

/** Deposits that lines can refer to, all of which are known. */
export function makeLikely(
  deposits: readonly DepositFacts[],
  fields: Partial<LikelyDeposits> = {},
): LikelyDeposits {
  const none = { crowdedAmounts: new Set<number>(), crowdedEnded: new Set<number>() };
  return { deposits, ...none, crowdedUsers: new Set<string>(), ...fields };
}

/** Facts in which lines can also refer to the deposits by name and amount. */
export function makeFacts(facts: Partial<MatchFacts>): MatchFacts {
  const deposits = facts.deposits ?? [makeDeposit()];
  return {
    nowMs: NOW_MS,
    bankAccountId: 'account',
    lines: [],
    otherLines: [],
    debits: [],
    equals: new Map(),
    deposits,
    likely: makeLikely(deposits),
    withdrawals: [],
    payouts: [],
    sentMoney: new Map(),
    sentRefunds: [],
    sentPayouts: [],
    reclaimable: null,
    policies: new Map(),
    lateGraceMs: DAY_MS,
    recentMs: DAY_MS,
    ...facts,
  };
}

/** The decision about one line, given other facts. */
export function decide(line: Partial<MatchableLine>, facts: Partial<MatchFacts> = {}): LineDecision {
  const [decision] = matchLines(makeFacts({ lines: [makeLineFacts('line', line)], ...facts }));
  if (!decision) throw new Error('there is no decision');
  return decision;
}

export function codesOf(decision: LineDecision): readonly string[] {
  return decision.evidence.map(({ code }) => code);
}
