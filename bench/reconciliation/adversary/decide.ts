import { matchLines } from '../../../src/domain/matching/match-first.ts';
import type {
  DepositFacts,
  LineDecision,
  LineFacts,
  MatchFacts,
  WithdrawalFacts,
} from '../../../src/domain/matching/model.ts';
import { type MatchPolicy, STRICT_POLICY } from '../../../src/domain/matching/policy.ts';
import type { Need, Scene, SceneDeposit, SceneWithdrawal } from './scene.ts';

const HOUR_MS = 3_600_000;
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
];

/** Decides about the lines of a scene as the storage would hand them over. */
export function decideScene(scene: Scene, { policy }: Allowance): readonly (LineDecision | undefined)[] {
  const deposits = scene.deposits.map((deposit) => depositFacts(deposit, scene));
  const withdrawals = scene.withdrawals.map((withdrawal) => withdrawalFacts(withdrawal, scene));
  const lines = scene.lines.map(
    ({ line, accountIndex }, index): LineFacts => ({
      ...{ lineId: `line-${index}`, bankAccountId: accountOf(accountIndex), isHeld: false, line },
    }),
  );
  const decisions = new Map<string, LineDecision>();
  for (const account of new Set(lines.map(({ bankAccountId }) => bankAccountId))) {
    const own = lines.filter(({ bankAccountId }) => bankAccountId === account);
    const facts: MatchFacts = {
      ...{ nowMs: noonOf(scene), bankAccountId: account, lines: own, deposits, withdrawals },
      otherLines: lines.filter(({ bankAccountId }) => bankAccountId !== account),
      moneyOut: lines.filter(({ line }) => line.direction === 'debit'),
      ...{ waitingWithdrawals: [], knownPayers: [], policies: new Map([[CLIENT, policy]]) },
      ...{ lateGraceMs: 24 * HOUR_MS, nameWindowMs: 24 * HOUR_MS },
    };
    for (const decision of matchLines(facts)) decisions.set(decision.lineId, decision);
  }
  return lines.map(({ lineId }) => decisions.get(lineId));
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
  const { currency, deposits } = scene;
  const user = deposit.isOf?.index ?? deposit.index;
  return {
    ...{ transactionId, currency, amountMinor, reference, name: owner.name, sequence: isEnded ? 2 : 1 },
    ...{ clientId: CLIENT, userId: `user-${user}`, bankAccountId: accountOf(accountIndex) },
    state: state === 'settled' ? 'successful' : state,
    createdAtMs: noonOf(scene) - (isEnded ? 25 : 1) * HOUR_MS,
    endedAtMs: isEnded ? noonOf(scene) - HOUR_MS : null,
    isReplaced: isEnded && deposits.some(({ isOf }) => isOf === deposit),
    settledByLineId: state === 'settled' ? 'an earlier line' : null,
    paidWithoutLineMinor: null,
  };
}

function withdrawalFacts(withdrawal: SceneWithdrawal, scene: Scene): WithdrawalFacts {
  const { transactionId, payee, amountMinor } = withdrawal;
  return {
    ...{
      transactionId,
      amountMinor,
      currency: scene.currency,
      clientId: CLIENT,
      name: payee.name,
      iban: payee.iban,
    },
    ...{ state: 'successful', createdAtMs: noonOf(scene) - 24 * HOUR_MS, bankReferences: [] },
  };
}
