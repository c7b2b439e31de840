import { groupBy } from '../../kernel/group-by.ts';
import type { AppliedLines, BookedLine, LineChange, UnmatchedLine } from './booked-line.ts';
import { nextState, type PayoutFacts, type PayoutNews, stateOf } from './payout-state.ts';
import type { SentBatch, SentPayout } from './sent-batch.ts';

/**
 * Finds the payouts that booked debits pay. A debit with an end-to-end id pays its payout, if the amount is the same. A
 * debit with the id of a payment alone pays all open payouts of it, if count and sum are exactly theirs. With those of
 * payouts that were paid before it is repeated. What does not agree waits: give it again when the bank has refused some of
 * the payment, or has booked more of it, or people have paid some of it otherwise.
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

/**
 * Finds the payouts that the debit of a payment stands for, by count and sum, whether they wait or were paid before.
 * @returns their end-to-end ids; none where no part of the payment is exactly that.
 */
export function payoutsOfDebit(line: BookedLine, batches: readonly SentBatch[]): readonly string[] {
  return new Book(batches, { kind: 'debit' }).partOf(line).map(({ endToEndId }) => endToEndId);
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

type Parts = readonly [Part, Part, Part, Part, Part];

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

  /** The payouts of the payment that a line names, which have its count and sum. */
  partOf({ paymentInformationId, ...line }: BookedLine): readonly SentPayout[] {
    const all = (paymentInformationId !== null && this.#payments.get(paymentInformationId)) || [];
    const [first] = all;
    if (first?.currency !== line.currency) return [];
    const parts = this.#partsOf(first.paymentInformationId, all);
    return parts.find((part) => isTotal(line, part))?.payouts ?? [];
  }

  /**
   * The sets of payouts that the debit of a payment can stand for: those that wait, open ones, unpaid ones, all, and, where
   * the bank books it twice, those that were paid.
   */
  #partsOf(paymentInformationId: string, all: readonly Payout[]): Parts {
    const known = this.#parts.get(paymentInformationId);
    if (known) return known;
    const unpaid = all.filter((payout) => !this.#factsOf(payout).isDebited);
    const open = unpaid.filter((payout) => stateOf(this.#factsOf(payout)) !== 'refused');
    // Some banks debit refused payments too, and credit each of them afterwards.
    const waiting = open.filter(({ isDone }) => !isDone);
    const paid = all.filter((payout) => payout.isDone || this.#factsOf(payout).isDebited);
    const parts = [partOf(waiting), partOf(open), partOf(unpaid), partOf(all), partOf(paid)] as const;
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

function isTotal(
  { amountMinor, count }: Pick<BookedLine, 'amountMinor' | 'count'>,
  { payouts, sumMinor }: Part,
): boolean {
  return payouts.length > 0 && count === payouts.length && sumMinor === BigInt(amountMinor);
}

function partOf(payouts: readonly Payout[]): Part {
  return { payouts, sumMinor: payouts.reduce((sum, { amountMinor }) => sum + BigInt(amountMinor), 0n) };
}
