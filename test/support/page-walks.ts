import { expect } from 'vitest';
import { type Credentials, call, type Json } from '../harness.ts';
import { expectData } from './answers.ts';
import type { Input } from './graphql-calls.ts';

const LIMIT = 100;
/** More pages than any walk has: what does not end must not go on for ever. */
const MAX_PAGES = 2_000;

/** Where a walk takes place, and by whom. */
export interface Place {
  readonly url: string;
  readonly as: Credentials;
  readonly nowMs: number;
}

interface Page {
  /** In the direction of the walk. */
  readonly ids: readonly string[];
  readonly next: string | null;
}

/** One way to walk over the pages of a list. */
export interface Way {
  readonly name: string;
  /** Whether it begins with the oldest. */
  readonly backwards: boolean;
  read(place: Place, filter: Input, cursor: string | null): Promise<Page>;
}

const DOCUMENT = `query ($filter: TransactionFilter, $first: Int, $after: String, $last: Int, $before: String) {
  transactions(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
    nodes { transactionId }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`;

const idsOf = (items: readonly Json[]): string[] => items.map(({ transactionId }) => transactionId);

async function connection(place: Place, variables: Input): Promise<Json> {
  const { json, text } = await call(place, '/graphql', {
    ...{ body: JSON.stringify({ query: DOCUMENT, variables }), contentType: 'application/json' },
    ...{ as: place.as, nowMs: place.nowMs, sign: 'timed' },
  });
  expect(json.errors, text).toBeUndefined();
  return json.data.transactions;
}

/** Every way there is. */
export const WAYS: readonly Way[] = [
  {
    name: 'REST, by after',
    backwards: false,
    async read(place, filter, cursor) {
      const query = { ...filter, limit: LIMIT, ...(cursor !== null && { after: cursor }) };
      const pairs = Object.entries(query).map(([name, value]) => [name, String(value)]);
      const { items, nextCursor } = expectData(
        await call(place, `/v1/transactions?${new URLSearchParams(pairs)}`, place),
      );
      return { ids: idsOf(items), next: nextCursor };
    },
  },
  {
    name: 'GraphQL, by first and after',
    backwards: false,
    async read(place, filter, cursor) {
      const { nodes, pageInfo } = await connection(place, { filter, first: LIMIT, after: cursor });
      return { ids: idsOf(nodes), next: pageInfo.hasNextPage ? pageInfo.endCursor : null };
    },
  },
  {
    name: 'GraphQL, by last and before',
    backwards: true,
    async read(place, filter, cursor) {
      const { nodes, pageInfo } = await connection(place, { filter, last: LIMIT, before: cursor });
      return { ids: idsOf(nodes).reverse(), next: pageInfo.hasPreviousPage ? pageInfo.startCursor : null };
    },
  },
];

/** Reads page after page until there is no next one. `meanwhile` runs between two pages. */
export async function walk(
  way: Way,
  { place, filter }: { readonly place: Place; readonly filter: Input },
  meanwhile: (page: number) => Promise<void> = async () => {},
): Promise<{ readonly ids: readonly string[]; readonly pages: readonly Page[] }> {
  const pages: Page[] = [];
  let cursor: string | null = null;
  do {
    const page: Page = await way.read(place, filter, cursor);
    pages.push(page);
    cursor = page.next;
    if (cursor !== null) await meanwhile(pages.length);
  } while (cursor !== null && pages.length < MAX_PAGES);
  expect(cursor, 'the walk did not end').toBeNull();
  return { ids: pages.flatMap(({ ids }) => ids), pages };
}
