import type { MatchableLine } from '../../src/domain/matching/model.ts';
import { createCollector } from '../../src/operations/reconciliation/collect.ts';
import type { StagedLine } from '../../src/operations/reconciliation/import-store.ts';
import { createRandom } from '../../test/support/random.ts';
import { BANK_FORMATS, type BankFormat, readAll } from './bank-files.ts';
import { ACCOUNTS } from './days.ts';
import { signedMinor } from './line-texts.ts';
import { asKnown, DAY_MS } from './payment.ts';
import { randomIban } from './people.ts';
import type { Days, LineSource, PlannedLine } from './plan.ts';

/** What became of the lines on their way through files. */
export interface FileFigures {
  files: number;
  /** Lines in all files, most of them in several. */
  written: number;
  received: number;
  /** Lines that a file brought although they had come before. */
  doubled: number;
  /** Lines with another amount or direction than was written. */
  misread: number;
  /** Statements whose balances did not seem to add up. */
  held: number;
  /** Lines that no file brought. */
  lost: number;
}

export const NO_FILES: FileFigures = {
  ...{ files: 0, written: 0, received: 0, doubled: 0, misread: 0, held: 0, lost: 0 },
};

/** One file in so many comes after the next one, and one in so many comes again. */
const DELAY_RARITY = 10;
const REPEAT_RARITY = 8;
/** One file in so many begins up to two days before the day on which the last one ended. */
const OVERLAP_RARITY = 4;
const MOST_OVERLAP_DAYS = 2;

/** The account of a bank that exports one format. */
interface Account {
  readonly id: string;
  readonly currency: string;
  readonly iban: string;
  readonly format: BankFormat;
  /** The earliest first. */
  readonly lines: readonly PlannedLine[];
  /** The day up to which all is in files that were made. */
  madeUntil: string;
  made: number;
  /** A file that comes after the next one. */
  delayed: BankFile | undefined;
}

interface BankFile {
  readonly bytes: Uint8Array;
  readonly lines: readonly PlannedLine[];
}

/**
 * The banks of a desk. Each makes files of its account in its own format, of whole days up to now: they overlap, some come
 * twice, and some come after the next one. The lines go through the readers and get their identity as in an import.
 */
export class Banks implements LineSource {
  readonly figures: FileFigures = { ...NO_FILES };
  readonly formats: readonly string[];
  readonly #random;
  readonly #accounts: readonly Account[];
  readonly #endMs: number;
  /** What the storage knows: account, key and occurrence. */
  readonly #known = new Set<string>();
  readonly #received = new Set<string>();
  #lastId = 0;

  constructor({ lines, endMs }: Days, seed: number) {
    this.#random = createRandom(seed + 2);
    this.#endMs = endMs;
    this.#accounts = Object.entries(ACCOUNTS).map(([id, currency], index, all) => {
      const fitting = BANK_FORMATS.filter(({ currencies }) => currencies.includes(currency));
      const ofCurrency = all.filter(([, other]) => other === currency);
      // Runs with seeds side by side have every format.
      const format = fitting[(seed * ofCurrency.length + index) % fitting.length];
      if (!format) throw new Error(`no bank exports ${currency}`);
      const own = lines.filter(
        ({ bankAccountId, line }) => bankAccountId === id && (format.hasPending || line.status !== 'pending'),
      );
      const iban = randomIban(this.#random);
      return { id, currency, iban, format, lines: own, madeUntil: '', made: 0, delayed: undefined };
    });
    this.formats = this.#accounts.map(({ format }) => format.name);
  }

  receive(nowMs: number): readonly PlannedLine[] {
    return this.#accounts.flatMap((account) => this.#receiveOf(account, nowMs));
  }

  /** Counts the lines that should have come by now. */
  countLost(nowMs: number): number {
    const due = this.#accounts.flatMap(({ lines }) => lines.filter(({ atMs }) => atMs <= nowMs));
    this.figures.lost = due.filter(
      ({ lineId }) => !this.#received.has(lineId) && !this.#isReplaced(lineId, due),
    ).length;
    return this.figures.lost;
  }

  /** A line that was booked before a file was made is never seen as pending. */
  #isReplaced(lineId: string, due: readonly PlannedLine[]): boolean {
    return due.some(({ replaces }) => replaces === lineId);
  }

  #receiveOf(account: Account, nowMs: number): readonly PlannedLine[] {
    const file = this.#make(account, nowMs);
    const isLast = nowMs + DAY_MS > this.#endMs;
    const { delayed } = account;
    account.delayed = undefined;
    if (!delayed && !isLast && this.#random.below(DELAY_RARITY) === 0) {
      account.delayed = file;
      return [];
    }
    const files = [file, ...(delayed ? [delayed] : [])];
    if (this.#random.below(REPEAT_RARITY) === 0) files.push(file);
    return files.flatMap((one) => this.#import(account, one));
  }

  /** Makes the file of the days since the last one, now and then with days before. */
  #make(account: Account, nowMs: number): BankFile {
    const { format, iban, currency } = account;
    const past = account.lines.filter(({ atMs }) => atMs <= nowMs);
    const booked = new Set(past.flatMap(({ replaces }) => (replaces === null ? [] : [replaces])));
    const shown = past.filter(({ lineId }) => !booked.has(lineId));
    const overlap = this.#random.below(OVERLAP_RARITY) === 0 ? 1 + this.#random.below(MOST_OVERLAP_DAYS) : 0;
    const from = daysBefore(account.madeUntil, overlap);
    const start = shown.findIndex(({ line }) => (line.bookingDate ?? '') >= from);
    const lines = start === -1 ? [] : shown.slice(start);
    const openingMinor = shown
      .slice(0, start === -1 ? shown.length : start)
      .reduce((sum, { line }) => sum + signedMinor(line), 1_000_000);
    account.madeUntil = lines.at(-1)?.line.bookingDate ?? account.madeUntil;
    account.made += 1;
    const bytes = format.write({ iban, currency, number: account.made, openingMinor, lines });
    return { bytes, lines };
  }

  /** @returns the lines that are new, as they were read. */
  #import({ id, format }: Account, { bytes, lines }: BankFile): readonly PlannedLine[] {
    if (lines.length === 0) return [];
    const collector = createCollector(
      () => String(++this.#lastId),
      () => id,
    );
    const staged = collector.add(readAll(format, bytes));
    this.#check(format, { staged, lines, problems: collector.problems });
    this.figures.held += staged.ends.filter(({ broken }) => broken !== undefined).length;
    const written = format.isNewestFirst ? lines.toReversed() : lines;
    const arrived: PlannedLine[] = [];
    for (const [index, one] of staged.lines.entries()) {
      const place = `${id} ${one.key} ${one.occurrence}`;
      if (this.#known.has(place)) continue;
      this.#known.add(place);
      // Equal lines are told apart by nothing but their number.
      const equal = staged.lines.flatMap(({ key }, at) => (key === one.key ? (written[at] ?? []) : []));
      const planned = equal.find(({ lineId }) => !this.#received.has(lineId));
      if (!planned) {
        this.figures.doubled += 1;
        continue;
      }
      this.#received.add(planned.lineId);
      this.figures.received += 1;
      if (!isSameMoney(one, written[index])) this.figures.misread += 1;
      arrived.push(asKnown({ ...planned, story: storyOf(planned, one) }, matchable(one)));
    }
    return arrived.sort((a, b) => a.atMs - b.atMs);
  }

  #check(
    { name }: BankFormat,
    {
      staged,
      lines,
      problems,
    }: {
      readonly staged: ReturnType<ReturnType<typeof createCollector>['add']>;
      readonly lines: readonly PlannedLine[];
      readonly problems: readonly { readonly message: string; readonly place: string | null }[];
    },
  ): void {
    this.figures.files += 1;
    this.figures.written += lines.length;
    const [problem] = problems;
    if (problem) throw new Error(`${name}, ${problem.place}: ${problem.message}`);
    if (staged.lines.length !== lines.length)
      throw new Error(`${name}: ${staged.lines.length} of ${lines.length} lines are read`);
  }
}

/** A payment whose only reference is in a field that the format does not have comes without one. */
function storyOf({ story, line }: PlannedLine, read: StagedLine): PlannedLine['story'] {
  const isDropped = line.endToEndId !== null && read.line.endToEndId === null;
  return story === 'right reference' && isDropped ? 'no reference' : story;
}

function isSameMoney({ line }: StagedLine, planned: PlannedLine | undefined): boolean {
  return line.amountMinor === planned?.line.amountMinor && line.direction === planned.line.direction;
}

function matchable({ line }: StagedLine): MatchableLine {
  const { place: _, raw: __, balanceAfterMinor: ___, isBankReferenceTrusted: ____, ...rest } = line;
  return rest;
}

function daysBefore(day: string, days: number): string {
  return day === '' ? '' : new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);
}
