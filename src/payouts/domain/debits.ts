import { groupBy } from '../../kernel/group-by.ts';
import {
  type Contradiction,
  nextState,
  type PayoutFacts,
  type PayoutNews,
  type PayoutState,
  stateOf,
} from './payout-state.ts';
import type { SentBatch, SentPayout } from './sent-batch.ts';

/** A booked line of a statement. A pending line is none, and neither is one that takes an earlier line back. */
export interface BookedLine {
  readonly lineId: string;
  /** Hundredths, above zero. */
  readonly amountMinor: number;
  /** ISO 4217. */
  readonly currency: string;
  readonly endToEndId: string | null;
  /** The payment of a file that the bank booked as one debit (`Btch/PmtInfId`). */
  readonly paymentInformationId: string | null;
  /** How many transactions the bank says that one line stands for (`Btch/NbOfTxs`). */
  readonly count: number | null;
}

/** A payout that a line shows as paid, or as returned. */
export interface LineChange {
  readonly endToEndId: string;
  readonly lineId: string;
  readonly from: PayoutState;
  readonly to: PayoutState;
  /** The facts to keep. */
  readonly facts: PayoutFacts;
  readonly contradiction: Contradiction | null;
}

/** A line that changes nothing, with the reason. */
export type UnmatchedLine = { readonly lineId: string } & (
  | { readonly kind: 'no-id' | 'unknown-id' }
  | { readonly kind: 'other-currency'; readonly currency: string }
  | { readonly kind: 'other-amount'; readonly endToEndId: string; readonly amountMinor: number }
  /** Another line has shown the same before: the money may have left, or come back, twice. */
  | { readonly kind: 'repeated'; readonly endToEndIds: readonly string[] }
  /** A debit of a payment, of which count and sum are not those of its open payouts. */
  | { readonly kind: 'other-total'; readonly count: number; readonly sumMinor: number }
);

export interface AppliedLines {
  readonly changes: readonly LineChange[];
  readonly unmatched: readonly UnmatchedLine[];
}

/**
 * Finds the payouts that booked debits pay. A debit with an end-to-end id pays its payout, if the amount is the same. A
 * debit with the id of a payment alone pays all open payouts of it, if count and sum are exactly theirs. What does not
 * agree waits: give it again when the bank has refused some of the payment, or has booked more of it, or people have paid
 * some of it otherwise.
 */
export function applyDebits(lines: readonly BookedLine[], batches: readonly SentBatch[]): AppliedLines {
  const book = new Book(batches, { kind: 'debit' });
  const [single, collective] = [lines.filter(hasId), lines.filter((line) => !hasId(line))];
  for (const line of single) book.applySingle(line);
  for (const line of collective) book.applyCollective(line);
  return book;
}

/**
 * Finds the payouts that came back: a credit with the end-to-end id of a payout, and its whole amount, returns it. Banks
 * book each return by itself. A return that names no id, or is less a charge, is for people.
 */
export function applyReturns(lines: readonly BookedLine[], batches: readonly SentBatch[]): AppliedLines {
  const book = new Book(batches, { kind: 'return' });
  for (const line of lines) book.applySingle(line);
  return book;
}

function hasId({ endToEndId }: BookedLine): boolean {
  return endToEndId !== null;
}

type Payout = SentPayout & { readonly currency: string };

interface Part {
  readonly payouts: readonly Payout[];
  /** Of very many payouts no safe integer. */
  readonly sumMinor: bigint;
}

type Parts = readonly [Part, Part, Part, Part];

/** The payouts with what lines have shown about them so far. */
class Book implements AppliedLines {
  readonly changes: LineChange[] = [];
  readonly unmatched: UnmatchedLine[] = [];
  readonly #news: PayoutNews;
  readonly #payouts: ReadonlyMap<string, Payout>;
  readonly #payments: ReadonlyMap<string, readonly Payout[]>;
  readonly #facts: Map<string, PayoutFacts>;
  /** The parts of each payment, until one of its payouts changes. Files can have many lines of one payment. */
  readonly #parts = new Map<string, Parts>();

  constructor(batches: readonly SentBatch[], news: PayoutNews) {
    this.#news = news;
    const all = batches.flatMap(({ currency, payouts }) =>
      payouts.map((payout) => ({ ...payout, currency })),
    );
    this.#payouts = new Map(all.map((payout) => [payout.endToEndId, payout]));
    this.#payments = groupBy(all, ({ paymentInformationId }) => paymentInformationId);
    this.#facts = new Map(all.map(({ endToEndId, facts }) => [endToEndId, facts]));
  }

  applySingle(line: BookedLine): void {
    const { lineId, endToEndId } = line;
    const payout = endToEndId === null ? undefined : this.#payouts.get(endToEndId);
    if (payout === undefined)
      this.unmatched.push({ lineId, kind: endToEndId === null ? 'no-id' : 'unknown-id' });
    else if (payout.currency !== line.currency) this.#refuseCurrency(lineId, payout);
    else if (payout.amountMinor !== line.amountMinor) {
      const { amountMinor } = payout;
      this.unmatched.push({ lineId, kind: 'other-amount', endToEndId: payout.endToEndId, amountMinor });
    } else this.#apply(lineId, [payout]);
  }

  applyCollective(line: BookedLine): void {
    const { lineId, paymentInformationId } = line;
    const all = paymentInformationId === null ? undefined : this.#payments.get(paymentInformationId);
    const [first] = all ?? [];
    if (all === undefined || first === undefined)
      this.unmatched.push({ lineId, kind: paymentInformationId === null ? 'no-id' : 'unknown-id' });
    else if (first.currency !== line.currency) this.#refuseCurrency(lineId, first);
    else {
      const parts = this.#partsOf(first.paymentInformationId, all);
      const [waiting] = parts;
      const paid = parts.find((part) => isTotal(line, part));
      if (paid) this.#apply(lineId, paid.payouts);
      else {
        const [count, sumMinor] = [waiting.payouts.length, Number(waiting.sumMinor)];
        this.unmatched.push({ lineId, kind: 'other-total', count, sumMinor });
      }
    }
  }

  /** The sets of payouts that the debit of a payment can stand for: those that wait, open ones, unpaid ones, and all. */
  #partsOf(paymentInformationId: string, all: readonly Payout[]): Parts {
    const known = this.#parts.get(paymentInformationId);
    if (known) return known;
    const unpaid = all.filter((payout) => !this.#factsOf(payout).isDebited);
    const open = unpaid.filter((payout) => stateOf(this.#factsOf(payout)) !== 'refused');
    // Some banks debit refused payments too, and credit each of them afterwards.
    const waiting = open.filter(({ isDone }) => !isDone);
    const parts = [partOf(waiting), partOf(open), partOf(unpaid), partOf(all)] as const;
    this.#parts.set(paymentInformationId, parts);
    return parts;
  }

  #refuseCurrency(lineId: string, { currency }: Payout): void {
    this.unmatched.push({ lineId, kind: 'other-currency', currency });
  }

  #factsOf({ endToEndId, facts }: Payout): PayoutFacts {
    return this.#facts.get(endToEndId) ?? facts;
  }

  /** Changes all payouts of a line, or none. */
  #apply(lineId: string, payouts: readonly Payout[]): void {
    const nexts = payouts.map((payout) => ({ payout, ...nextState(this.#factsOf(payout), this.#news) }));
    const repeated = nexts.filter(({ payout, facts }) => facts === this.#factsOf(payout));
    if (repeated.length > 0) {
      const endToEndIds = repeated.map(({ payout }) => payout.endToEndId);
      this.unmatched.push({ lineId, kind: 'repeated', endToEndIds });
      return;
    }
    for (const { payout, facts, from, to, contradiction } of nexts) {
      const { endToEndId, paymentInformationId } = payout;
      this.#facts.set(endToEndId, facts);
      this.#parts.delete(paymentInformationId);
      this.changes.push({ endToEndId, lineId, from, to, facts, contradiction });
    }
  }
}

function isTotal({ amountMinor, count }: BookedLine, { payouts, sumMinor }: Part): boolean {
  return payouts.length > 0 && count === payouts.length && sumMinor === BigInt(amountMinor);
}

function partOf(payouts: readonly Payout[]): Part {
  return { payouts, sumMinor: payouts.reduce((sum, { amountMinor }) => sum + BigInt(amountMinor), 0n) };
}
