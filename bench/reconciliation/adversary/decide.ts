import { matchLines } from '../../../src/reconciliation/domain/matching/decide-lines.ts';
import type {
  DepositFacts,
  LineDecision,
  LineFacts,
  MatchableLine,
  MatchFacts,
  WithdrawalFacts,
} from '../../../src/reconciliation/domain/matching/model.ts';
import { type MatchPolicy, STRICT_POLICY } from '../../../src/reconciliation/domain/matching/policy.ts';
import type { Need, Scene, SceneDeposit, SceneWithdrawal } from './scene.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const CLIENT = 'client';

/** A policy with what it allows. */
export interface Allowance {
  readonly name: string;
  readonly policy: MatchPolicy;
  readonly allows: ReadonlySet<Need>;
}

const LESS = { underpaidToleranceMinor: 500 };
const MORE = { overpaidTolerancePerMille: 20 };

export const ALLOWANCES: readonly Allowance[] = [
  { name: 'strict', policy: STRICT_POLICY, allows: new Set() },
  {
    name: 'tolerances',
    policy: { ...STRICT_POLICY, ...LESS, ...MORE, underpaidBeyond: 'return' },
    allows: new Set(['less', 'more']),
  },
  { name: 'late', policy: { ...STRICT_POLICY, late: 'accept' }, allows: new Set(['late']) },
  {
    name: 'other payers',
    policy: { ...STRICT_POLICY, otherPayer: 'accept' },
    allows: new Set(['otherPayer']),
  },
  {
    name: 'all',
    policy: { ...STRICT_POLICY, ...LESS, ...MORE, late: 'accept', otherPayer: 'accept' },
    allows: new Set(['less', 'more', 'late', 'otherPayer']),
  },
];

/** Decides about the lines of a scene, given as the storage would give them. */
export function decideScene(scene: Scene, { policy }: Allowance): readonly (LineDecision | undefined)[] {
  const deposits = scene.deposits.map((deposit) => depositFacts(deposit, scene));
  const withdrawals = scene.withdrawals.map((withdrawal) => withdrawalFacts(withdrawal, scene));
  const lines = scene.lines.map(
    ({ line, accountIndex }, index): LineFacts => ({
      lineId: `line-${index}`,
      bankAccountId: accountOf(accountIndex),
      isHeld: false,
      line,
    }),
  );
  const unexplained = lines.filter(({ line }) => isUnexplained(line, scene));
  const decisions = new Map<string, LineDecision>();
  for (const account of new Set(lines.map(({ bankAccountId }) => bankAccountId))) {
    const own = lines.filter(({ bankAccountId }) => bankAccountId === account);
    const facts: MatchFacts = {
      nowMs: noonOf(scene),
      bankAccountId: account,
      lines: own,
      deposits,
      withdrawals,
      payouts: [],
      sentMoney: new Map(),
      sentRefunds: [],
      sentPayouts: [],
      reclaimable: null,
      equals: new Map(),
      otherLines: lines.filter(({ bankAccountId }) => bankAccountId !== account),
      debits: unexplained.filter(({ bankAccountId }) => bankAccountId === account),
      likely: {
        deposits: deposits.filter(({ bankAccountId }) => bankAccountId === account),
        crowdedAmounts: new Set(),
        crowdedEnded: new Set<number>(),
        crowdedUsers: new Set(),
      },
      policies: new Map([[CLIENT, policy]]),
      lateGraceMs: DAY_MS,
      recentMs: 2 * DAY_MS,
    };
    for (const decision of matchLines(facts)) decisions.set(decision.lineId, decision);
  }
  return lines.map(({ lineId }) => decisions.get(lineId));
}

/** Whether a line is a debit that pays no withdrawal. */
function isUnexplained({ direction, endToEndId }: MatchableLine, { withdrawals }: Scene): boolean {
  return direction === 'debit' && !withdrawals.some(({ transactionId }) => transactionId === endToEndId);
}

function noonOf({ day }: Scene): number {
  return Date.parse(`${day}T12:00:00Z`);
}

function accountOf(index: number): string {
  return `account-${index}`;
}

function depositFacts(deposit: SceneDeposit, scene: Scene): DepositFacts {
  const { state, transactionId, reference, owner, amountMinor, accountIndex } = deposit;
  const isEnded = state !== 'pending';
  const { currency } = scene;
  const user = deposit.isOf?.index ?? deposit.index;
  return {
    transactionId,
    currency,
    amountMinor,
    reference,
    name: owner.name,
    sequence: isEnded ? 2 : 1,
    clientId: CLIENT,
    userId: `user-${user}`,
    bankAccountId: accountOf(accountIndex),
    state: state === 'settled' ? 'successful' : state,
    createdAtMs: noonOf(scene) - (isEnded ? 25 : 1) * HOUR_MS,
    endedAtMs: isEnded ? noonOf(scene) - HOUR_MS : null,
    settledByLineId: state === 'settled' ? 'an earlier line' : null,
    paidWithoutLineMinor: null,
    isReturned: false,
    takenBy: null,
  };
}

function withdrawalFacts(withdrawal: SceneWithdrawal, scene: Scene): WithdrawalFacts {
  const { transactionId, payee, amountMinor } = withdrawal;
  return {
    transactionId,
    amountMinor,
    currency: scene.currency,
    iban: payee.iban,
    state: 'successful',
  };
}
