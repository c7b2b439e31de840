import { expect } from 'vitest';
import { type Credentials, call, type Json } from '../harness.ts';
import type { Input } from './graphql-calls.ts';
import { expectData } from './responses.ts';

const LIMIT = 100;
/** More pages than any list has, so that a walk always ends. */
const MAX_PAGES = 2_000;

/** The service and the caller of a walk. */
export interface WalkContext {
  readonly url: string;
  readonly as: Credentials;
  readonly nowMs: number;
}

interface Page {
  /** Ids in the order of the walk. */
  readonly ids: readonly string[];
  readonly next: string | null;
}

/** One way to page through a list. */
export interface PagingStyle {
  readonly name: string;
  /** The walk begins with the oldest. */
  readonly backwards: boolean;
  read(context: WalkContext, filter: Input, cursor: string | null): Promise<Page>;
}

const DOCUMENT = `query ($filter: TransactionFilter, $first: Int, $after: String, $last: Int, $before: String) {
  transactions(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
    nodes { transactionId }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`;

const idsOf = (items: readonly Json[]): string[] => items.map(({ transactionId }) => transactionId);

async function connection(context: WalkContext, variables: Input): Promise<Json> {
  const { json, text } = await call(context, '/graphql', {
    json: { query: DOCUMENT, variables },
    as: context.as,
    nowMs: context.nowMs,
    sign: 'timed',
  });
  expect(json.errors, text).toBeUndefined();
  return json.data.transactions;
}

/** All ways to page through transactions. */
export const PAGING_STYLES: readonly PagingStyle[] = [
  {
    name: 'REST, by after',
    backwards: false,
    async read(context, filter, cursor) {
      const query = { ...filter, limit: LIMIT, ...(cursor !== null && { after: cursor }) };
      const pairs = Object.entries(query).map(([name, value]) => [name, String(value)]);
      const { items, nextCursor } = expectData(
        await call(context, `/v1/transactions?${new URLSearchParams(pairs)}`, context),
      );
      return { ids: idsOf(items), next: nextCursor };
    },
  },
  {
    name: 'GraphQL, by first and after',
    backwards: false,
    async read(context, filter, cursor) {
      const { nodes, pageInfo } = await connection(context, { filter, first: LIMIT, after: cursor });
      return { ids: idsOf(nodes), next: pageInfo.hasNextPage ? pageInfo.endCursor : null };
    },
  },
  {
    name: 'GraphQL, by last and before',
    backwards: true,
    async read(context, filter, cursor) {
      const { nodes, pageInfo } = await connection(context, { filter, last: LIMIT, before: cursor });
      return { ids: idsOf(nodes).reverse(), next: pageInfo.hasPreviousPage ? pageInfo.startCursor : null };
    },
  },
];

/** Reads all pages. `meanwhile` runs between two pages. */
export async function walk(
  style: PagingStyle,
  { context, filter }: { readonly context: WalkContext; readonly filter: Input },
  meanwhile: (page: number) => Promise<void> = async () => {},
): Promise<{ readonly ids: readonly string[]; readonly pages: readonly Page[] }> {
  const pages: Page[] = [];
  let cursor: string | null = null;
  do {
    const page: Page = await style.read(context, filter, cursor);
    pages.push(page);
    cursor = page.next;
    if (cursor !== null) await meanwhile(pages.length);
  } while (cursor !== null && pages.length < MAX_PAGES);
  expect(cursor, 'the walk did not end').toBeNull();
  return { ids: pages.flatMap(({ ids }) => ids), pages };
}
