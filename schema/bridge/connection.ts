import { fieldError } from '../../src/kernel/errors.ts';
import { fault } from '../../src/kernel/problems.ts';
import { writeCursor } from '../../src/transactions/cursor.ts';
import type { TransactionDetail } from '../../src/transactions/views.ts';

const PAGE_LIMIT = 100;
const DEFAULT_PAGE = 50;

/** The arguments of a connection (Relay Cursor Connections, section 4). */
interface ConnectionArgs {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly last?: number | null | undefined;
  readonly before?: string | null | undefined;
}

/** Translates a connection's arguments into those of a page. @throws ServiceError error_validation. */
export function toPage({ first, after, last, before }: ConnectionArgs) {
  if (first != null && last != null)
    throw fieldError('last', fault('unwanted', 'must not be given together with first.'));
  const limit = first ?? last ?? DEFAULT_PAGE;
  if (!(limit >= 1 && limit <= PAGE_LIMIT)) {
    const range = { minimum: 1, maximum: PAGE_LIMIT };
    throw fieldError(last == null ? 'first' : 'last', fault('not_a_whole_number', range));
  }
  return {
    limit,
    backwards: last != null,
    ...(after != null && { after }),
    ...(before != null && { before }),
  };
}

/** The largest number of items that a connection can have. Its arguments are not validated yet. */
export function pageSize({ first, last }: Readonly<Record<string, unknown>>): number {
  const size = first ?? last ?? DEFAULT_PAGE;
  // An invalid size is refused later.
  return typeof size === 'number' && size >= 0 ? Math.min(size, PAGE_LIMIT) : PAGE_LIMIT;
}

interface Page {
  readonly items: readonly TransactionDetail[];
  readonly nextCursor: string | null;
}

/**
 * Translates a page into a connection. A search can stop before its page is full. It then continues from
 * `endCursor` (backwards from `startCursor`), which lies after the last edge.
 */
export function toConnection({ items, nextCursor }: Page, { after, last, before }: ConnectionArgs) {
  const edges = items.map((node) => ({ cursor: cursorOf(node), node }));
  const backwards = last != null;
  const firstCursor = edges.at(0)?.cursor ?? null;
  const lastCursor = edges.at(-1)?.cursor ?? null;
  return {
    edges,
    pageInfo: {
      hasNextPage: backwards ? before != null : nextCursor !== null,
      hasPreviousPage: backwards ? nextCursor !== null : after != null,
      startCursor: backwards ? (nextCursor ?? firstCursor) : firstCursor,
      endCursor: backwards ? lastCursor : (nextCursor ?? lastCursor),
    },
  };
}

function cursorOf({ createdAt, transactionId }: TransactionDetail): string {
  return writeCursor({ createdAtMs: Date.parse(createdAt), id: transactionId });
}
