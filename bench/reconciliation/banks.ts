import {
  indexKnown,
  type KnownLine,
  lineKeyOf,
  replacedAmong,
  type TwinLine,
} from '../../src/reconciliation/domain/line-key.ts';
import type { MatchableLine } from '../../src/reconciliation/domain/matching/model.ts';
import type { StatementLine } from '../../src/reconciliation/domain/statement.ts';
import { Surveyor } from '../../src/reconciliation/survey.ts';
import { createRandom } from '../../test/support/random.ts';
import { announcedId, BankAccount, type BankFile } from './bank-account.ts';
import { BANK_FORMATS, readAll } from './bank-files.ts';
import { ACCOUNTS } from './days.ts';
import { asKnown } from './payment.ts';
import { randomIban } from './people.ts';
import type { Days, LineSource, PlannedLine, Received } from './plan.ts';

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
  /** Pending lines that still wait although their bank has booked them. */
  stuck: number;
}

export const NO_FILES: FileFigures = {
  files: 0,
  written: 0,
  received: 0,
  doubled: 0,
  misread: 0,
  held: 0,
  lost: 0,
  stuck: 0,
};

/**
 * The banks of a desk. Each makes files of its account in its own format, with reports before the statements where the
 * format has them: they overlap, some come twice, and some come after the next ones. The lines go through the readers,
 * and get their identity as in an import.
 */
export class Banks implements LineSource {
  readonly figures: FileFigures = { ...NO_FILES };
  /** The formats of the files that came. */
  readonly formats = new Set<string>();
  readonly #accounts: readonly BankAccount[];
  readonly #expiries: ReadonlyMap<string, number>;
  /** What the storage knows: account, key and occurrence. */
  readonly #known = new Set<string>();
  /** The lines that came, by account. */
  readonly #stored = new Map<string, readonly KnownLine[]>();
  readonly #received = new Set<string>();
  readonly #replaced = new Set<string>();
  /** Replaced lines that the desk has not been given yet. */
  #justReplaced: string[] = [];
  #lastId = 0;

  constructor({ deposits, lines, endMs }: Days, seed: number) {
    const random = createRandom(seed + 2);
    this.#expiries = new Map(deposits.map(({ transactionId, expiresAtMs }) => [transactionId, expiresAtMs]));
    this.#accounts = Object.entries(ACCOUNTS).map(([id, currency], index, all) => {
      const fitting = BANK_FORMATS.filter(({ currencies }) => currencies.includes(currency));
      const ofCurrency = all.filter(([, other]) => other === currency);
      // Runs with consecutive seeds use every format.
      const format = fitting[(seed * ofCurrency.length + index) % fitting.length];
      if (!format) throw new Error(`no bank exports ${currency}`);
      const own = lines.filter(
        ({ bankAccountId, line }) => bankAccountId === id && (format.hasPending || line.status !== 'pending'),
      );
      return new BankAccount({ id, currency, iban: randomIban(random), format, lines: own }, random, endMs);
    });
  }

  receive(nowMs: number): Received {
    const lines = this.#accounts.flatMap((account) =>
      account
        .send(nowMs)
        .flatMap((file) => this.#import(account, file))
        .sort((a, b) => a.atMs - b.atMs),
    );
    const replacedIds = this.#justReplaced;
    this.#justReplaced = [];
    return {
      replacedIds,
      lines: lines.map((planned) => (this.#isStatedLate(planned, nowMs) ? statedLate(planned) : planned)),
    };
  }

  /** Counts the lines that should have come by now, and those that should no longer be pending. */
  countLost(nowMs: number): void {
    const due = this.#accounts.flatMap(({ lines }) => lines.filter(({ atMs }) => atMs <= nowMs));
    const booked = new Set(due.flatMap(({ replaces }) => replaces ?? []));
    // A line that was booked before a file was made is never seen as pending.
    this.figures.lost = due.filter(({ lineId }) => !this.#received.has(lineId) && !booked.has(lineId)).length;
    const announced = [...booked, ...due.map(({ lineId }) => announcedId(lineId))];
    this.figures.stuck = announced.filter(
      (lineId) => this.#received.has(lineId) && !this.#replaced.has(lineId),
    ).length;
  }

  /** @returns the lines that are new, as they were read. */
  #import({ id }: BankAccount, { form, bytes, lines }: BankFile): readonly PlannedLine[] {
    const parts = readAll(form, bytes);
    const finder = { find: () => id, finish: () => [] };
    const surveyor = new Surveyor({ newId: () => String(++this.#lastId), finder, skipsUnknown: false });
    surveyor.add(parts);
    const { problems, statements } = surveyor.finish();
    const [problem] = problems;
    if (problem) throw new Error(`${form.name}, ${problem.place}: ${problem.message}`);
    const read = parts.flatMap((part) => (part.kind === 'line' ? [part.line] : []));
    if (read.length !== lines.length)
      throw new Error(`${form.name}: ${read.length} of ${lines.length} lines are read`);
    const counts = new Map<string, number>();
    const staged = read.map((line) => {
      const key = lineKeyOf(line);
      const occurrence = (counts.get(key) ?? 0) + 1;
      counts.set(key, occurrence);
      return { line, key, occurrence };
    });
    this.formats.add(form.name);
    this.figures.files += 1;
    this.figures.written += lines.length;
    this.figures.held += statements.filter((statement) => statement?.broken !== undefined).length;
    const written = form.isNewestFirst ? lines.toReversed() : lines;
    const arrived: PlannedLine[] = [];
    const twins: TwinLine[] = [];
    for (const [index, one] of staged.entries()) {
      const place = `${id} ${one.key} ${one.occurrence}`;
      if (this.#known.has(place)) continue;
      this.#known.add(place);
      // Only their number distinguishes equal lines.
      const equal = staged.flatMap(({ key }, at) => (key === one.key ? (written[at] ?? []) : []));
      const planned = equal.find(({ lineId }) => !this.#received.has(lineId));
      if (!planned) {
        this.figures.doubled += 1;
        continue;
      }
      this.#received.add(planned.lineId);
      this.figures.received += 1;
      if (!isSameMoney(one, written[index])) this.figures.misread += 1;
      arrived.push(asKnown({ ...planned, story: storyOf(planned, one) }, matchable(one)));
      twins.push({ ...one, lineId: planned.lineId });
    }
    this.#replace(id, twins);
    return arrived;
  }

  /** Notes what the storage would close as booked. */
  #replace(accountId: string, twins: readonly TwinLine[]): void {
    const stored = [
      ...(this.#stored.get(accountId) ?? []),
      ...twins.map((twin) => ({ ...twin, isOpen: true })),
    ];
    this.#stored.set(accountId, stored);
    const replaced = replacedAmong(twins, indexKnown(stored));
    for (const lineId of replaced) this.#replaced.add(lineId);
    this.#justReplaced.push(...replaced);
  }

  /** Whether a report announced a payment in time, and the statement has it after the deposit has expired. */
  #isStatedLate({ lineId, story, paysFor: [deposit = ''] }: PlannedLine, nowMs: number): boolean {
    return (
      (story === 'right reference' || story === 'third party, right reference') &&
      this.#received.has(announcedId(lineId)) &&
      (this.#expiries.get(deposit) ?? nowMs) < nowMs
    );
  }
}

interface ReadLine {
  readonly line: StatementLine;
}

function statedLate(planned: PlannedLine): PlannedLine {
  return { ...planned, story: 'announced, stated late' };
}

/** A payment whose only reference is in a field that the format does not have comes without one. */
function storyOf({ story, line }: PlannedLine, read: ReadLine): PlannedLine['story'] {
  const isDropped = line.endToEndId !== null && read.line.endToEndId === null;
  return story === 'right reference' && isDropped ? 'no reference' : story;
}

function isSameMoney({ line }: ReadLine, planned: PlannedLine | undefined): boolean {
  return line.amountMinor === planned?.line.amountMinor && line.direction === planned.line.direction;
}

function matchable({ line }: ReadLine): MatchableLine {
  const { place: _, raw: __, balanceAfterMinor: ___, isBankReferenceTrusted: ____, ...rest } = line;
  return rest;
}
