import { z } from 'zod';
import { NO_CURSOR, typeProblem } from '../operations/fields.ts';
import type { ListPosition } from './store.ts';

/** A cursor of a request, read into the position it encodes. */
export const cursor = z
  .string({ error: typeProblem('a cursor') })
  .transform((value, context): ListPosition => {
    const position = readCursor(value);
    if (position) return position;
    context.addIssue({ code: 'custom', message: NO_CURSOR });
    return z.NEVER;
  });

/** Encodes the position after a transaction. Callers must treat it as opaque. */
export function writeCursor({ createdAtMs, id, plan }: ListPosition): string {
  return Buffer.from(`${createdAtMs}.${id}${plan === undefined ? '' : `.${plan}`}`).toString('base64url');
}

/** @returns undefined for a text that writeCursor did not make. */
function readCursor(cursorText: string): ListPosition | undefined {
  const match = /^(\d{1,16})\.([0-9a-f]{24})(?:\.(\d))?$/.exec(
    Buffer.from(cursorText, 'base64url').toString('latin1'),
  );
  if (!match?.[1] || !match[2]) return undefined;
  const position = {
    createdAtMs: Number(match[1]),
    id: match[2],
    ...(match[3] && { plan: Number(match[3]) }),
  };
  // The decoder ignores characters outside base64, so compare with the canonical text.
  return writeCursor(position) === cursorText ? position : undefined;
}
