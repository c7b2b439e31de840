import { createHash } from 'node:crypto';
import { foldLetters } from '../../kernel/fold-letters.ts';
import { groupBy } from '../../kernel/group-by.ts';
import { DAY_MS } from '../../kernel/time-zone.ts';
import { batchNumberOf } from '../../payouts/domain/file-ids.ts';
import type { StatementLine } from './statement.ts';

const KEY_CHARACTERS = 24;
/** The prefix of the key of a pending line. The rest is the key of the line that books it. */
export const PENDING_MARK = '~';
/** The most days between the day of a pending line and its booking, for example over a long weekend. */
const LATEST_BOOKING_DAYS = 5;
/** How many equal lines of another day are looked up, because a file can have very many. */
export const MAX_OF_OTHER_DAY = 100;

/** The fields of a line from which its key is made. */
type KeyedLine = Omit<StatementLine, 'place' | 'raw' | 'balanceAfterMinor' | 'isBankReferenceTrusted'>;

/**
 * Builds the key of a line within its account, which is equal for the same line in overlapping statements. If the bank
 * has an id that is known to identify one line, the key is made of that id, otherwise of the other fields. Two
 * different lines can have the same key; the statements that contain them tell them apart (LinesOfKey). Neither the
 * balance after the line nor the time is part of the key, because banks change the order of payments of the same second
 * between exports. A pending line has a different key from the line that books it, because only a booked line shows
 * received money.
 */
export function lineKeyOf(line: StatementLine): string {
  const date = line.bookingDate ?? line.valueDate;
  if (!line.isBankReferenceTrusted || line.bankReference === null) return keyByText(line)(line.status, date);
  const { direction, amountMinor, currency, bankReference } = line;
  return markOf(line.status) + digest('id', [date, direction, amountMinor, currency, bankReference]);
}

/** Builds keys from the texts of a line, for any status and day. */
function keyByText(line: KeyedLine): (status: KeyedLine['status'], date: string | null) => string {
  // Keeps the key of lines that were stored before the text below an entry was read.
  const remittance = line.isSupplemented ? line.remittance.slice(1) : line.remittance;
  const texts = [...remittance, line.counterpartyName ?? '', line.structuredReference ?? ''];
  const folded = foldLetters(texts.join(' ')).replace(/[^A-Z0-9]+/g, '');
  const { direction, amountMinor, currency, counterpartyIban, isReversal } = line;
  // The debits of two payments can agree in everything else. The id of a bank file is left out, since only some reports
  // of a bank have it.
  const orderId =
    line.endToEndId ?? (line.direction === 'debit' && isFileId(line.paymentId) ? null : line.paymentId);
  return (status, date) => {
    const money = [date, direction, amountMinor, currency];
    return markOf(status) + digest('text', [...money, folded, counterpartyIban, orderId, isReversal]);
  };
}

const isFileId = (paymentId: string | null) => paymentId !== null && batchNumberOf(paymentId) !== undefined;

function markOf(status: KeyedLine['status']): string {
  return status === 'pending' ? PENDING_MARK : '';
}

/** The facts by which a pending line and the line that books it are found from one another. */
export interface TwinLine {
  readonly lineId: string;
  readonly key: string;
  readonly occurrence: number;
  readonly line: KeyedLine;
}

/**
 * The keys of the same line with the other status: that of the line that books it, or those of the pending lines that
 * it books.
 */
export interface TwinKeys {
  /** The key on the same day. It needs the same occurrence too. */
  readonly sameDay: string;
  /**
   * The keys on the days around it, because a bank can book on another day than announced, or announce only the value
   * day.
   */
  readonly otherDays: readonly string[];
  /** For a pending debit: the keys of pending lines that announce the lines of the other days on their own day. */
  readonly announcing: readonly string[];
}

export function twinKeysOf({ key, line }: Pick<TwinLine, 'key' | 'line'>): TwinKeys {
  const isPending = line.status === 'pending';
  const sameDay = isPending ? key.slice(PENDING_MARK.length) : pendingKeyOf(key);
  const date = line.bookingDate ?? line.valueDate;
  if (date === null) return { sameDay, otherDays: [], announcing: [] };
  const days = Array.from({ length: LATEST_BOOKING_DAYS }, (_, index) =>
    dayAfter(date, isPending ? index + 1 : -index - 1),
  );
  const others = new Set([...days, ...(isPending ? [] : [line.valueDate, null])]);
  others.delete(date);
  const keyOn = keyByText(line);
  const status = isPending ? 'booked' : 'pending';
  const otherDays = [...others].map((day) => keyOn(status, day));
  const isPendingOut = isPending && line.direction === 'debit';
  return { sameDay, otherDays, announcing: isPendingOut ? otherDays.map(pendingKeyOf) : [] };
}

function dayAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** A line that can be the counterpart of another. */
export interface KnownLine extends Pick<TwinLine, 'lineId' | 'key' | 'occurrence'> {
  /** Whether it still waits. A closed pending line is not changed. */
  readonly isOpen: boolean;
}

/** Lines of one account by their keys. */
export interface KnownLines {
  find(key: string, occurrence: number): KnownLine | undefined;
  /** The first lines with a key: at most MAX_OF_OTHER_DAY. */
  findFirst(key: string): readonly KnownLine[];
}

export function indexKnown(lines: readonly KnownLine[]): KnownLines {
  const placeOf = (key: string, occurrence: number) => `${key} ${occurrence}`;
  const byPlace = new Map(lines.map((line) => [placeOf(line.key, line.occurrence), line]));
  const first = groupBy(
    lines.filter(({ occurrence }) => occurrence <= MAX_OF_OTHER_DAY),
    ({ key }) => key,
  );
  return {
    find: (key, occurrence) => byPlace.get(placeOf(key, occurrence)),
    findFirst: (key) => first.get(key) ?? [],
  };
}

/**
 * Finds the pending lines whose booked line exists too, among these lines and the known ones. A bank can announce one
 * payment under several days. A pending credit settles nothing, so it does no harm to close one of two too early: its
 * booked line still comes. But a pending debit can hold back a payment. So if a debit was announced on the day of its
 * booking, it books no equal line of another day.
 */
export function replacedAmong(lines: readonly TwinLine[], known: KnownLines): readonly string[] {
  return lines.flatMap((line) => {
    const { sameDay, otherDays } = twinKeysOf(line);
    const isOut = line.line.direction === 'debit';
    const twin = known.find(sameDay, line.occurrence);
    const others = twin && isOut ? [] : otherDays.flatMap((key) => known.findFirst(key));
    const twins = twin ? [twin, ...others] : others;
    if (line.line.status !== 'pending')
      return twins.filter(({ isOpen }) => isOpen).map(({ lineId }) => lineId);
    const isOwn = (booked: KnownLine) =>
      !isOut || booked === twin || known.find(pendingKeyOf(booked.key), booked.occurrence) === undefined;
    return twins.some(isOwn) ? [line.lineId] : [];
  });
}

/** Returns the key of the pending line that announces a booked one on its day. */
function pendingKeyOf(key: string): string {
  return PENDING_MARK + key;
}

function digest(kind: 'id' | 'text', parts: readonly unknown[]): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([kind, ...parts]))
    .digest('base64url');
  return hash.slice(0, KEY_CHARACTERS);
}
