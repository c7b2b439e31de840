import { validationError } from '../../src/domain/errors.ts';
import { writeCursor } from '../../src/operations/transactions/cursor.ts';
import type { TransactionDetail } from '../../src/operations/transactions/views.ts';

const PAGE_LIMIT = 100;
const DEFAULT_PAGE = 50;

/** The arguments of a connection (Relay Cursor Connections, section 4). */
interface ConnectionArgs {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly last?: number | null | undefined;
  readonly before?: string | null | undefined;
}

/** The part of a list that a connection's arguments ask for. @throws ServiceError error_validation. */
export function toPage({ first, after, last, before }: ConnectionArgs) {
  if (first != null && last != null)
    throw validationError([{ path: 'last', message: 'last must not stand beside first.' }]);
  const limit = first ?? last ?? DEFAULT_PAGE;
  if (!(limit >= 1 && limit <= PAGE_LIMIT)) {
    const path = last == null ? 'first' : 'last';
    throw validationError([{ path, message: `${path} must be a whole number from 1 to ${PAGE_LIMIT}.` }]);
  }
  return {
    limit,
    backwards: last != null,
    ...(after != null && { after }),
    ...(before != null && { before }),
  };
}

/** How many items a connection has at most, by arguments that nobody checked yet. */
export function pageSize({ first, last }: Readonly<Record<string, unknown>>): number {
  const asked = first ?? last ?? DEFAULT_PAGE;
  // What is no size is refused later.
  return typeof asked === 'number' && asked >= 0 ? Math.min(asked, PAGE_LIMIT) : PAGE_LIMIT;
}

interface Page {
  readonly items: readonly TransactionDetail[];
  readonly nextCursor: string | null;
}

/**
 * A page as a connection. A search that stopped before its page was full goes on from `endCursor`
 * (backwards from `startCursor`), which then lies behind the last edge.
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
