import type { MatchableLine } from '../../src/reconciliation/domain/matching/model.ts';
import type { Random } from '../../test/support/random.ts';
import { type Person, printName } from './people.ts';
import type { PlannedDeposit, PlannedLine, Story } from './plan.ts';

/** The facts of a town that stories draw on. */
export interface Town {
  readonly random: Random;
  readonly people: readonly Person[];
  readonly accounts: readonly string[];
  nextLineId(): string;
  /** A deposit of somebody else on the same account, often of the same amount; undefined if there is none. */
  otherDeposit(deposit: PlannedDeposit): PlannedDeposit | undefined;
}

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** The bank writes the calendar day of its own zone. */
const ZONE_MS = 3 * HOUR_MS;

interface Payment {
  readonly story: Story;
  readonly atMs: number;
  readonly text: string;
  readonly amountMinor?: number;
  readonly payer?: Person;
  readonly paysFor?: readonly string[];
  readonly canSettle?: boolean;
  readonly bankAccountId?: string;
  readonly fields?: Partial<MatchableLine>;
  readonly takenBackAtMs?: number;
}

/** A payment for a deposit, as its bank writes it. */
export function pay(town: Town, deposit: PlannedDeposit, payment: Payment): PlannedLine {
  const { random } = town;
  const payer = payment.payer ?? deposit.person;
  return {
    lineId: town.nextLineId(),
    bankAccountId: payment.bankAccountId ?? deposit.bankAccountId,
    atMs: payment.atMs,
    story: payment.story,
    paysFor: payment.paysFor ?? [deposit.transactionId],
    canSettle: payment.canSettle ?? true,
    takenBackAtMs: payment.takenBackAtMs ?? null,
    replaces: null,
    line: {
      ...lineOf(payment.atMs, payment.amountMinor ?? deposit.amountMinor, deposit.currency),
      counterpartyName: printName(random, payer),
      counterpartyIban: random.below(10) < 7 ? payer.iban : null,
      remittance: payment.text === '' ? [] : [payment.text],
      ...payment.fields,
    },
  };
}

/**
 * The payment as it was read. If nothing names the payer, it has the story and the deposits that anybody could know
 * then.
 */
export function asKnown(planned: PlannedLine, line: MatchableLine = planned.line): PlannedLine {
  const { paysForUnnamed } = planned;
  if (!paysForUnnamed || isNamed(planned.line, line)) return { ...planned, line };
  return { ...planned, line, story: "another's reference, unnamed", paysFor: paysForUnnamed };
}

/** Whether a line says who paid: in a field of its own, or in the text, where some banks write it. */
function isNamed({ counterpartyName: printed }: MatchableLine, read: MatchableLine): boolean {
  if (printed === null || read.counterpartyName !== null) return printed !== null;
  return read.remittance.join(' ').includes(printed);
}

/** The calendar day of a bank. */
export function bankDay(atMs: number): string {
  return new Date(atMs + ZONE_MS).toISOString().slice(0, 10);
}

/** A booked credit without anything else. */
export function lineOf(atMs: number, amountMinor: number, currency: string): MatchableLine {
  const day = bankDay(atMs);
  return {
    bookingDate: day,
    valueDate: day,
    direction: 'credit',
    amountMinor,
    currency,
    status: 'booked',
    isReversal: false,
    isCollective: false,
    paymentId: null,
    paymentCount: null,
    isSupplemented: false,
    returnReason: null,
    counterpartyName: null,
    ultimateName: null,
    counterpartyIban: null,
    remittance: [],
    structuredReference: null,
    endToEndId: null,
    bankReference: null,
    transactionCode: null,
  };
}

/** Most pay within the hour, some the next day, and all before the end. */
export function soon({ random }: Town, { createdAtMs, expiresAtMs }: PlannedDeposit): number {
  const latest = expiresAtMs - createdAtMs - MINUTE_MS;
  const delay = random.below(10) < 8 ? random.below(HOUR_MS) : random.below(latest);
  return createdAtMs + MINUTE_MS + Math.min(delay, latest);
}
