import { lookupsOf } from '../../src/domain/matching/lookups.ts';
import type {
  DepositFacts,
  KnownPayer,
  LineFacts,
  LineLookups,
  MatchFacts,
  WithdrawalFacts,
} from '../../src/domain/matching/model.ts';
import { askOut, isOfAmount, isToPayer } from '../../src/domain/matching/money-out.ts';
import { namesIn } from '../../src/domain/matching/other-lines.ts';
import { type MatchPolicy, STRICT_POLICY } from '../../src/domain/matching/policy.ts';
import type { Days, PlannedDeposit, PlannedLine } from './plan.ts';

const DAY_MS = 86_400_000;
const RECENT_MS = 2 * DAY_MS;

const TOLERANCES = { underpaidTolerancePerMille: 10, overpaidTolerancePerMille: 10 };

/** One client for each thing that a policy can allow. */
const POLICIES: ReadonlyMap<string, MatchPolicy> = new Map([
  ['by-name', { ...STRICT_POLICY, nameRule: 'ibanOrAmount' }],
  ['tolerant', { ...STRICT_POLICY, ...TOLERANCES }],
  ['late', { ...STRICT_POLICY, late: 'accept' }],
  ['all', { ...STRICT_POLICY, ...TOLERANCES, nameRule: 'ibanOrAmount', late: 'accept' }],
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
  readonly #payersByIban = new Map<string, KnownPayer[]>();
  readonly #payersByUser = new Map<string, KnownPayer[]>();
  /** Money out by the account that got it, by its amount, and by what it names, decided or not: none is matched here. */
  readonly #moneyOut = new Map<string | number, LineFacts[]>();
  #recent: Stored[] = [];
  #created = 0;

  constructor(days: Days) {
    this.#days = days;
    this.#withdrawals = days.withdrawals.map(({ person, queryNumber, ...withdrawal }) => ({
      ...withdrawal,
      name: person.name,
      iban: person.iban,
      state: 'successful',
      bankReferences: [queryNumber],
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
        isReplaced: false,
        settledByLineId: null,
        paidWithoutLineMinor: null,
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
    const amounts = new Set(group.map(({ lookups }) => lookups.amountMinor));
    const moneyOut = this.#findMoneyOut(group);
    const ofMoneyOut = moneyOut.map(({ line }) => lookupsOf(line));
    const paidAmounts = new Set([...amounts, ...ofMoneyOut.map(({ amountMinor }) => amountMinor)]);
    const references = new Set(group.flatMap(({ lookups }) => lookups.references));
    const near = group.flatMap(({ lookups }) => lookups.nearReferences);
    const named = [...references, ...near].map((reference) => this.#byReference.get(reference));
    const byId = group.flatMap(({ lookups }) => lookups.transactionIds.map((id) => this.deposits.get(id)));
    const here = this.#recent.filter((deposit) => deposit.bankAccountId === bankAccountId);
    const deposits = new Set([...here, ...named, ...byId].filter((deposit) => deposit !== undefined));
    const inGroup = new Set(group.map(({ planned }) => planned.lineId));
    const isOther = ({ planned, lookups }: Unsettled) =>
      !inGroup.has(planned.lineId) &&
      ((planned.bankAccountId === bankAccountId && amounts.has(lookups.amountMinor)) ||
        lookups.references.some((reference) => references.has(reference)));
    const numbers = new Set(
      [...group.map(({ lookups }) => lookups), ...ofMoneyOut].flatMap(
        ({ transactionIds, bankReferences }) => [...transactionIds, ...bankReferences],
      ),
    );
    return {
      nowMs,
      bankAccountId,
      lines: group.map(({ facts }) => facts),
      otherLines: [...this.unsettled.values()].filter(isOther).map(({ facts }) => facts),
      moneyOut,
      // A copy, because a decision must not see what comes after it.
      deposits: [...deposits].map((deposit) => ({ ...deposit, isReplaced: this.#isReplaced(deposit) })),
      withdrawals: this.#withdrawals.filter(
        ({ transactionId, amountMinor, createdAtMs, bankReferences }) =>
          createdAtMs <= nowMs &&
          (paidAmounts.has(amountMinor) || [transactionId, ...bankReferences].some((id) => numbers.has(id))),
      ),
      waitingWithdrawals: [],
      knownPayers: [...this.#knownPayers(group, here)],
      policies: POLICIES,
      lateGraceMs: DAY_MS,
      nameWindowMs: 2 * DAY_MS,
    };
  }

  arrive(line: Unsettled): void {
    const { lineId, line: given } = line.facts;
    this.unsettled.set(lineId, line);
    const { direction, counterpartyIban, amountMinor } = given;
    if (direction === 'credit') return;
    for (const key of new Set([counterpartyIban ?? '', amountMinor, ...namesOf(line)])) {
      const known = this.#moneyOut.get(key);
      if (known) known.push(line.facts);
      else this.#moneyOut.set(key, [line.facts]);
    }
  }

  #findMoneyOut(group: readonly Unsettled[]): readonly LineFacts[] {
    const of = (key: string | number) => this.#moneyOut.get(key) ?? [];
    const asked = askOut(group.map(({ facts }) => facts));
    const names = new Set(
      group.filter(({ facts }) => facts.line.direction === 'credit').flatMap((line) => namesOf(line)),
    );
    return [
      ...new Set([
        ...asked.flatMap((one) => of(one.counterpartyIban ?? '').filter((debit) => isToPayer(one, debit))),
        ...asked.flatMap((one) => of(one.amountMinor).filter((debit) => isOfAmount(one, debit))),
        ...[...names].flatMap(of),
      ]),
    ];
  }

  #isReplaced(deposit: Stored): boolean {
    const newest = this.#newest.get(deposit.user);
    return newest !== undefined && newest.state === 'pending' && newest.createdAtMs > deposit.createdAtMs;
  }

  #knownPayers(group: readonly Unsettled[], here: readonly Stored[]): ReadonlySet<KnownPayer> {
    const byIban = group.flatMap(
      ({ lookups }) => this.#payersByIban.get(lookups.counterpartyIban ?? '') ?? [],
    );
    const pending = here.filter(({ state }) => state === 'pending');
    return new Set([...byIban, ...pending.flatMap((deposit) => this.#payersByUser.get(deposit.user) ?? [])]);
  }

  /** A line settles a deposit. */
  settle({ lineId }: PlannedLine, transactionId: string, nowMs: number): void {
    this.#change(transactionId, { state: 'successful', endedAtMs: nowMs, settledByLineId: lineId });
    this.unsettled.delete(lineId);
  }

  learn({ line }: PlannedLine, transactionId: string, source: KnownPayer['source']): void {
    const deposit = this.deposits.get(transactionId);
    const iban = line.counterpartyIban;
    if (!deposit?.name || iban === null) return;
    const { clientId, userId, name } = deposit;
    const payer: KnownPayer = { clientId, userId, name, iban, source };
    this.#payersByIban.set(iban, [...(this.#payersByIban.get(iban) ?? []), payer]);
    this.#payersByUser.set(deposit.user, [...(this.#payersByUser.get(deposit.user) ?? []), payer]);
  }
}

function namesOf({ lookups }: Unsettled): readonly string[] {
  return namesIn([...lookups.references, ...lookups.transactionIds]);
}

function userOf({ clientId, userId }: { readonly clientId: string; readonly userId: string }): string {
  return `${clientId} ${userId}`;
}
