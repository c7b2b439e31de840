import { lookupsOf } from '../../src/reconciliation/domain/matching/lookups.ts';
import type {
  DepositFacts,
  LineFacts,
  LineLookups,
  MatchFacts,
  ReclaimableMoney,
  WithdrawalFacts,
} from '../../src/reconciliation/domain/matching/model.ts';
import { isSince } from '../../src/reconciliation/domain/matching/money-back.ts';
import { type MatchPolicy, STRICT_POLICY } from '../../src/reconciliation/domain/matching/policy.ts';
import type { Days, PlannedDeposit, PlannedLine } from './plan.ts';

const DAY_MS = 86_400_000;
const RECENT_MS = 2 * DAY_MS;

const TOLERANCES = { underpaidTolerancePerMille: 10, overpaidTolerancePerMille: 10 };

/** One client for each thing that a policy can allow. */
const POLICIES: ReadonlyMap<string, MatchPolicy> = new Map([
  ['by-name', { ...STRICT_POLICY, otherPayer: 'accept' }],
  ['tolerant', { ...STRICT_POLICY, ...TOLERANCES }],
  ['late', { ...STRICT_POLICY, late: 'accept' }],
  ['all', { ...STRICT_POLICY, ...TOLERANCES, otherPayer: 'accept', late: 'accept' }],
]);

export type Stored = { -readonly [Key in keyof DepositFacts]: DepositFacts[Key] } & {
  readonly plan: PlannedDeposit;
  readonly user: string;
};

/** A line that waits for a decision. */
export interface Unsettled {
  readonly planned: PlannedLine;
  readonly facts: LineFacts;
  readonly lookups: LineLookups;
}

/** The storage of some days: deposits, lines that wait, and payers. */
export class Books {
  readonly unsettled = new Map<string, Unsettled>();
  readonly deposits = new Map<string, Stored>();
  readonly #days: Days;
  readonly #byReference = new Map<string, Stored>();
  readonly #withdrawals: readonly WithdrawalFacts[];
  readonly #newest = new Map<string, Stored>();
  /** Booked credits by their amounts, settled or not. */
  readonly #credits = new Map<number, LineFacts[]>();
  /** Debits by their amounts, decided or not: none is matched here. */
  readonly #debits = new Map<number, LineFacts[]>();
  #recent: Stored[] = [];
  #created = 0;

  constructor(days: Days) {
    this.#days = days;
    this.#withdrawals = days.withdrawals.map(({ person, queryNumber: _, ...withdrawal }) => ({
      ...withdrawal,
      iban: person.iban,
      state: 'successful',
    }));
  }

  /** Creates, cancels and expires deposits up to now. */
  advance(nowMs: number): void {
    for (; this.#created < this.#days.deposits.length; this.#created += 1) {
      const plan = this.#days.deposits[this.#created];
      if (!plan || plan.createdAtMs > nowMs) break;
      const { person, expiresAtMs: _, cancelledAtMs: __, ...rest } = plan;
      const fresh = {
        state: 'pending',
        sequence: 1,
        endedAtMs: null,
        settledByLineId: null,
        paidWithoutLineMinor: null,
        isReturned: false,
        takenBy: null,
      } as const;
      const stored: Stored = { ...rest, ...fresh, name: person.name, plan, user: userOf(plan) };
      this.deposits.set(plan.transactionId, stored);
      this.#byReference.set(plan.reference, stored);
      this.#newest.set(stored.user, stored);
      this.#recent.push(stored);
    }
    for (const { plan, state, transactionId } of this.#recent) {
      if (state !== 'pending') continue;
      const { cancelledAtMs, expiresAtMs } = plan;
      if (cancelledAtMs !== null && cancelledAtMs <= nowMs)
        this.#change(transactionId, { state: 'cancelled', endedAtMs: cancelledAtMs });
      else if (expiresAtMs <= nowMs)
        this.#change(transactionId, { state: 'expired', endedAtMs: expiresAtMs });
    }
    this.#recent = this.#recent.filter(
      ({ endedAtMs }) => endedAtMs === null || endedAtMs > nowMs - RECENT_MS,
    );
  }

  #change(transactionId: string, fields: Partial<Stored>): void {
    const deposit = this.deposits.get(transactionId);
    if (deposit) Object.assign(deposit, fields, { sequence: deposit.sequence + 1 });
  }

  /** Loads what decides about a group of lines, as the storage would. */
  load(bankAccountId: string, group: readonly Unsettled[], nowMs: number): MatchFacts {
    const amounts = new Set(group.map(({ facts }) => facts.line.amountMinor));
    const references = new Set(group.flatMap(({ lookups }) => lookups.references));
    const near = group.flatMap(({ lookups }) => lookups.nearReferences);
    const byReference = [...references, ...near].map((reference) => this.#byReference.get(reference));
    const byId = group.flatMap(({ lookups }) => lookups.transactionIds.map((id) => this.deposits.get(id)));
    const named = new Set([...byReference, ...byId].filter((deposit) => deposit !== undefined));
    const newest = [...named].flatMap(({ user }) => this.#newest.get(user) ?? []);
    const here = this.#recent.filter(
      (deposit) => deposit.bankAccountId === bankAccountId && amounts.has(deposit.amountMinor),
    );
    const inGroup = new Set(group.map(({ planned }) => planned.lineId));
    const isOther = ({ planned, lookups }: Unsettled) =>
      !inGroup.has(planned.lineId) && lookups.references.some((reference) => references.has(reference));
    const explained = new Map(this.#withdrawals.map((one) => [one.transactionId, one.amountMinor]));
    const debits = [...amounts]
      .flatMap((amount) => this.#debits.get(amount) ?? [])
      .filter(
        (debit) =>
          debit.bankAccountId === bankAccountId &&
          !lookupsOf(debit.line).transactionIds.some((id) => explained.get(id) === debit.line.amountMinor) &&
          group.some(({ facts }) => isSince(facts, debit)),
      );
    return {
      nowMs,
      bankAccountId,
      lines: group.map(({ facts }) => facts),
      otherLines: [...this.unsettled.values()].filter(isOther).map(({ facts }) => facts),
      equals: new Map(),
      debits,
      // Copies, because a decision must not see what comes after it.
      deposits: [...named].map((deposit) => ({ ...deposit })),
      likely: {
        deposits: [...new Set([...here, ...newest])].map((deposit) => ({ ...deposit })),
        crowdedAmounts: new Set(),
        crowdedEnded: new Set<number>(),
        crowdedUsers: new Set(),
      },
      payouts: [],
      sentMoney: new Map(),
      sentRefunds: [],
      sentPayouts: [],
      reclaimable: this.#reclaimable(bankAccountId, amounts),
      withdrawals: this.#withdrawals.filter(({ amountMinor }) => amounts.has(amountMinor)),
      policies: POLICIES,
      lateGraceMs: DAY_MS,
      recentMs: 2 * DAY_MS,
    };
  }

  /**
   * The incoming money of some amounts, with what the operator has paid by hand. No debit is matched with a withdrawal
   * here.
   */
  #reclaimable(bankAccountId: string, amounts: ReadonlySet<number>): ReclaimableMoney {
    const credits = [...amounts]
      .flatMap((amount) => this.#credits.get(amount) ?? [])
      .filter((credit) => credit.bankAccountId === bankAccountId);
    const settled = new Map([...this.deposits.values()].map((deposit) => [deposit.settledByLineId, deposit]));
    const received = credits.flatMap((credit) => {
      const { currency, amountMinor } = credit.line;
      const deposit = settled.get(credit.lineId);
      const isKnown = deposit !== undefined || this.unsettled.has(credit.lineId);
      const deposits = deposit ? [{ ...deposit }] : [];
      return isKnown ? [{ credit, deposits, currency, amountMinor }] : [];
    });
    const owed = this.#days.withdrawals.filter(({ amountMinor }) => amounts.has(amountMinor));
    return {
      received,
      owed: owed.map(({ currency, amountMinor, person }) => ({ currency, amountMinor, name: person.name })),
    };
  }

  arrive(line: Unsettled): void {
    const { lineId, line: given } = line.facts;
    this.unsettled.set(lineId, line);
    const { direction, amountMinor } = given;
    const lines = direction === 'debit' ? this.#debits : this.#credits;
    if (direction === 'debit' || given.status === 'booked')
      lines.set(amountMinor, [...(lines.get(amountMinor) ?? []), line.facts]);
  }

  /** A line settles a deposit. */
  settle({ lineId }: PlannedLine, transactionId: string, nowMs: number): void {
    this.#change(transactionId, { state: 'successful', endedAtMs: nowMs, settledByLineId: lineId });
    this.unsettled.delete(lineId);
  }
}

function userOf({ clientId, userId }: { readonly clientId: string; readonly userId: string }): string {
  return `${clientId} ${userId}`;
}
