import type { Random } from '../../test/support/random.ts';
import type { BankFormat, FileForm, ReportForm } from './bank-files.ts';
import { signedMinor } from './line-texts.ts';
import { bankDay, DAY_MS, HOUR_MS } from './payment.ts';
import type { PlannedLine } from './plan.ts';

/** A file of an account. */
export interface BankFile {
  readonly form: FileForm;
  readonly bytes: Uint8Array;
  /** In the order of time. */
  readonly lines: readonly PlannedLine[];
}

/** One file in this many comes after the next ones, and one in this many comes again. */
const DELAY_RARITY = 10;
const REPEAT_RARITY = 8;
/** One statement in this many begins up to two days before the last one ended. */
const OVERLAP_RARITY = 4;
const MAX_OVERLAP_DAYS = 2;
/** One time in this many there is no report. */
const NO_REPORT_RARITY = 3;
/** A bank books lines that are older. */
const PENDING_MS = HOUR_MS;
/** How long before midnight a bank ends its day: later payments have that day only as their value date. */
const EVENING_MS = 4 * HOUR_MS;

interface AccountOfBank {
  readonly id: string;
  readonly currency: string;
  readonly iban: string;
  readonly format: BankFormat;
  /** The earliest first. */
  readonly lines: readonly PlannedLine[];
}

/** An account at its bank, which makes files of it: statements of whole days, and reports and notifications before them. */
export class BankAccount {
  readonly id: string;
  readonly format: BankFormat;
  readonly lines: readonly PlannedLine[];
  readonly #account: Pick<AccountOfBank, 'iban' | 'currency'>;
  readonly #random: Random;
  readonly #endMs: number;
  /** The day up to which statements have everything. */
  #statedUntil = '';
  /** The bank's day on which the last statement was made. */
  #statedOn = '';
  readonly #reportedMs = new Map<ReportForm, number>();
  #made = 0;
  /** Files that come after the next ones. */
  #delayed: readonly BankFile[] = [];

  /** @param endMs the time when the days end: by then everything is in a statement. */
  constructor(account: AccountOfBank, random: Random, endMs: number) {
    this.#account = account;
    this.id = account.id;
    this.format = account.format;
    this.lines = account.format.reports.length > 0 ? account.lines.map(bookedByDay) : account.lines;
    this.#random = random;
    this.#endMs = endMs;
  }

  /** The files that come now. */
  send(nowMs: number): readonly BankFile[] {
    const isLast = nowMs + DAY_MS > this.#endMs;
    const made = [...this.#state(nowMs, isLast), ...this.#report(nowMs)].filter(
      ({ lines }) => lines.length > 0,
    );
    if (this.#random.below(2) === 0) made.reverse();
    const late = made.filter(() => !isLast && this.#random.below(DELAY_RARITY) === 0);
    const sent = [...made.filter((file) => !late.includes(file)), ...this.#delayed];
    this.#delayed = late;
    return [...sent, ...sent.filter(() => this.#random.below(REPEAT_RARITY) === 0)];
  }

  /** Makes the statement of the days since the last one, sometimes with earlier days. */
  #state(nowMs: number, isLast: boolean): readonly BankFile[] {
    const { format, lines } = this;
    const today = bankDay(nowMs);
    const isOfEndedDays = format.reports.length > 0 && !isLast;
    if (isOfEndedDays && this.#statedOn === today) return [];
    this.#statedOn = today;
    const shown = withoutReplaced(lines.filter(({ atMs }) => atMs <= nowMs)).filter(
      ({ line }) => !isOfEndedDays || (line.bookingDate ?? '') < today,
    );
    const overlap = this.#random.below(OVERLAP_RARITY) === 0 ? 1 + this.#random.below(MAX_OVERLAP_DAYS) : 0;
    const from = daysBefore(this.#statedUntil, overlap);
    const start = shown.findIndex(({ line }) => (line.bookingDate ?? '') >= from);
    const stated = start === -1 ? [] : shown.slice(start);
    this.#statedUntil = stated.at(-1)?.line.bookingDate ?? this.#statedUntil;
    return [this.#write(format, shown.slice(0, start === -1 ? shown.length : start), stated)];
  }

  /** Makes reports and notifications of what is new, or reports of the whole day so far. */
  #report(nowMs: number): readonly BankFile[] {
    const { format, lines } = this;
    const today = bankDay(nowMs);
    return format.reports.flatMap((report) => {
      if (this.#random.below(NO_REPORT_RARITY) === 0) return [];
      const isOfDay = report.shows !== 'booked' && this.#random.below(2) === 0;
      const lastMs = this.#reportedMs.get(report) ?? 0;
      this.#reportedMs.set(report, nowMs);
      const known = withoutReplaced(lines.filter(({ atMs }) => atMs <= nowMs));
      // Lines that were pending then come again as booked.
      const sinceMs = report.shows === 'booked' ? lastMs : lastMs - PENDING_MS;
      const start = known.findIndex(({ atMs, line }) =>
        isOfDay ? line.bookingDate === today : atMs > sinceMs,
      );
      if (start === -1) return [];
      const newestMs = report.shows === 'booked' ? nowMs : nowMs - PENDING_MS;
      const isFinal = ({ atMs, line }: PlannedLine) =>
        report.shows !== 'pending' && atMs <= newestMs && (line.bookingDate ?? '') <= today;
      const shown = known.slice(start).map((planned) => (isFinal(planned) ? planned : announced(planned)));
      return [this.#write(report, known.slice(0, start), shown)];
    });
  }

  #write(form: FileForm, before: readonly PlannedLine[], lines: readonly PlannedLine[]): BankFile {
    const { iban, currency } = this.#account;
    const counted = before.filter(({ line }) => !form.statesCurrencies || line.currency === currency);
    const openingMinor = counted.reduce((sum, { line }) => sum + signedMinor(line), 1_000_000);
    this.#made += 1;
    return {
      form,
      lines,
      bytes: form.write({ iban, currency, number: this.#made, openingMinor, lines }),
    };
  }
}

function bookedByDay(planned: PlannedLine): PlannedLine {
  const { line, atMs } = planned;
  if (line.status === 'pending') return planned;
  return { ...planned, line: { ...line, bookingDate: bankDay(atMs + EVENING_MS) } };
}

/** A line that the bank has not booked yet, as a report shows it: with only its value date. */
function announced(planned: PlannedLine): PlannedLine {
  const { paysForUnnamed: _, ...rest } = planned;
  const { lineId, line } = planned;
  if (line.status === 'pending') return planned;
  return {
    ...rest,
    lineId: announcedId(lineId),
    story: 'pending',
    canSettle: false,
    replaces: null,
    line: { ...line, status: 'pending', bookingDate: null },
  };
}

/** The id of a line as it is announced. */
export function announcedId(lineId: string): string {
  return `${lineId}, announced`;
}

/** Leaves out pending lines that are booked by now. */
function withoutReplaced(lines: readonly PlannedLine[]): readonly PlannedLine[] {
  const booked = new Set(lines.flatMap(({ replaces }) => replaces ?? []));
  return lines.filter(({ lineId }) => !booked.has(lineId));
}

function daysBefore(day: string, days: number): string {
  return day === '' ? '' : new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);
}
