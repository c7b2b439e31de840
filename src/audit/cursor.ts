import { z } from 'zod';
import { NO_CURSOR, typeProblem } from '../operations/fields.ts';

/** Where a page of the audit log begins. */
export interface AuditCursor {
  /** The position of the last row of the page before. */
  readonly position: number;
  /** With `about`: only what was there before this time is searched, in epoch milliseconds. All pages have the same. */
  readonly untilMs?: number;
}

const SECOND_MS = 1_000;

/** The cursor of a page as `writeCursor` writes it. */
export const auditCursor = z
  .string({ error: typeProblem('a cursor') })
  .regex(/^[1-9]\d{0,14}(-[1-9]\d{0,10})?$/, NO_CURSOR)
  .transform((text): AuditCursor => {
    const [position = 0, untilSeconds] = text.split('-').map(Number);
    return { position, ...(untilSeconds !== undefined && { untilMs: untilSeconds * SECOND_MS }) };
  });

/** Writes the cursor of the next page. */
export function writeCursor({ position, untilMs }: AuditCursor): string {
  return untilMs === undefined ? String(position) : `${position}-${untilMs / SECOND_MS}`;
}

/** The end of this second: ids tell no less than seconds, and what was just made is found. */
export function endOfSecond(nowMs: number): number {
  return (Math.floor(nowMs / SECOND_MS) + 1) * SECOND_MS;
}
