import type { Cursors } from '../operations/paging.ts';
import type { ListPosition } from './store.ts';

/** Encodes the position after a transaction. Callers must treat it as opaque. */
export function writeCursor(position: ListPosition): string {
  return Buffer.from(plainText(position)).toString('base64url');
}

/**
 * The cursor of the next page. A search can stop at a transaction that its reader may not know, so a position that the
 * page does not show is sealed.
 */
export function nextCursorOf(
  {
    items,
    next,
  }: { readonly items: readonly { readonly id: string }[]; readonly next?: ListPosition | undefined },
  cursors: Cursors,
): string | null {
  if (!next) return null;
  return items.some(({ id }) => id === next.id) ? writeCursor(next) : cursors.seal(plainText(next));
}

/** Reads a cursor of either kind. @returns undefined for a text that no page gave as its cursor. */
export function readPosition(cursors: Cursors, cursor: string): ListPosition | undefined {
  const text = cursors.open(cursor) ?? Buffer.from(cursor, 'base64url').toString('latin1');
  const match = /^(\d{1,16})\.([0-9a-f]{24})(?:\.(\d))?$/.exec(text);
  if (!match?.[1] || !match[2]) return undefined;
  const position = {
    createdAtMs: Number(match[1]),
    id: match[2],
    ...(match[3] && { plan: Number(match[3]) }),
  };
  // The decoder ignores characters outside base64, so compare with the canonical text.
  const isCanonical = writeCursor(position) === cursor || cursors.seal(plainText(position)) === cursor;
  return isCanonical ? position : undefined;
}

function plainText({ createdAtMs, id, plan }: ListPosition): string {
  return `${createdAtMs}.${id}${plan === undefined ? '' : `.${plan}`}`;
}
