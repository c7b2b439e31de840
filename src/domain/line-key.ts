import { createHash } from 'node:crypto';
import { foldLetters } from './fold-letters.ts';
import type { StatementLine } from './statement.ts';

const KEY_CHARACTERS = 24;
/** Stands before the key of a pending line: the line that books it has the rest as its key. */
const PENDING_MARK = '~';

/**
 * The key of a line within its account: equal for the same line in overlapping statements. With an id of the bank that
 * is known to name one line alone, the key is made of it; otherwise of what the line says. Two genuine lines can have the
 * same key: they are told apart by counting them in each file. Neither the balance after the line nor the time is part of
 * it, because banks put payments of the same second in another order from one export to the next. A pending line is
 * another one than the line that books it: the money of that one has come.
 */
export function lineKeyOf(line: StatementLine): string {
  const { direction, amountMinor, currency } = line;
  const date = line.bookingDate ?? line.valueDate;
  const mark = line.status === 'pending' ? PENDING_MARK : '';
  const money = [date, direction, amountMinor, currency];
  if (line.isBankReferenceTrusted && line.bankReference !== null)
    return mark + digest('id', [...money, line.bankReference]);
  const texts = [...line.remittance, line.counterpartyName ?? '', line.structuredReference ?? ''];
  const folded = foldLetters(texts.join(' ')).replace(/[^A-Z0-9]+/g, '');
  return mark + digest('text', [...money, folded, line.counterpartyIban, line.endToEndId, line.isReversal]);
}

/** The key of the same line with the other status: of the one that books it, or of the pending one that it books. */
export function twinKeyOf(key: string): string {
  return key.startsWith(PENDING_MARK) ? key.slice(PENDING_MARK.length) : PENDING_MARK + key;
}

/** A line by what the other of two finds it: the pending one, and the one that books it. */
export interface TwinLine {
  readonly lineId: string;
  readonly key: string;
  readonly occurrence: number;
  readonly status: 'booked' | 'pending';
}

/**
 * The pending lines of which the booked line is there too: among these, and among others.
 * @param findTwin finds the id of the line with another key in the place of one; undefined when it is not there, or closed
 * where it is the pending one.
 */
export function replacedAmong<L extends TwinLine>(
  lines: readonly L[],
  findTwin: (line: L, key: string) => string | undefined,
): readonly string[] {
  return lines.flatMap((line) => {
    const twinId = findTwin(line, twinKeyOf(line.key));
    if (twinId === undefined) return [];
    return [line.status === 'pending' ? line.lineId : twinId];
  });
}

function digest(kind: 'id' | 'text', parts: readonly unknown[]): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([kind, ...parts]))
    .digest('base64url');
  return hash.slice(0, KEY_CHARACTERS);
}

/** Counts the lines of a file that have the same account and key: the first is occurrence 1. */
export function createOccurrenceCounter(): (accountId: string, key: string) => number {
  const counts = new Map<string, number>();
  return (accountId, key) => {
    const place = `${accountId} ${key}`;
    const occurrence = (counts.get(place) ?? 0) + 1;
    counts.set(place, occurrence);
    return occurrence;
  };
}
