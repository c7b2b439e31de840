import { z } from 'zod';
import { typeProblem } from '../fields.ts';
import type { ListPosition } from './store.ts';

/** A cursor as callers send it, read into the place it stands for. */
export const cursor = z
  .string({ error: typeProblem('a cursor') })
  .transform((value, context): ListPosition => {
    const position = readCursor(value);
    if (position) return position;
    context.addIssue({ code: 'custom', message: 'must be a cursor that an earlier page gave.' });
    return z.NEVER;
  });

/** The cursor behind a transaction: opaque to callers. */
export function writeCursor({ createdAtMs, id }: ListPosition): string {
  return Buffer.from(`${createdAtMs}.${id}`).toString('base64url');
}

/** The place a cursor stands for; undefined when it is none of ours. */
export function readCursor(cursorText: string): ListPosition | undefined {
  const match = /^(\d{1,16})\.([0-9a-f]{24})$/.exec(Buffer.from(cursorText, 'base64url').toString('latin1'));
  if (!match?.[1] || !match[2]) return undefined;
  const position = { createdAtMs: Number(match[1]), id: match[2] };
  // The decoder skips what is no base64: only the text that was handed out is a cursor.
  return writeCursor(position) === cursorText ? position : undefined;
}
