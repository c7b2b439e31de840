import { z } from 'zod';
import { foldWords } from '../kernel/fold-letters.ts';
import { EXAMPLE_IDS } from '../operations/examples.ts';
import { fields, viewType } from '../operations/fields.ts';
import { transactionId } from '../operations/ids.ts';
import { type Context, costOfItems, operation } from '../operations/operation.ts';
import { pageLimit } from '../operations/paging.ts';
import { STAFF } from '../operations/permissions.ts';
import { partyCondition } from '../reconciliation/domain/line-query.ts';
import { findLines } from '../reconciliation/lines.ts';
import type { StoredLine } from '../reconciliation/read-store.ts';
import { findLastChanges } from '../transactions/changes.ts';
import { viewDetails } from '../transactions/details.ts';
import { parseQuery } from '../transactions/domain/query.ts';
import type { Transaction } from '../transactions/domain/transaction.ts';
import { queryText, toConditions } from '../transactions/filter.ts';
import { MAX_FOUND, MAX_SEARCHED_LINES } from './limits.ts';
import { foundLine, foundPayer, foundTransaction, viewFoundLines } from './views.ts';

export const search = operation({
  name: 'search',
  kind: 'query',
  roles: STAFF,
  modes: 'both',
  summary: 'Find transactions, statement lines and payers that match a query',
  description:
    'Each kind is newest first. A found transaction comes with its lines. Test keys find no lines, because lines are about real money.',
  input: fields({
    query: queryText.describe(
      'Amounts, names, texts, ids, references, an IBAN or its end, also the IBAN of a payer.',
    ),
    limit: pageLimit(MAX_FOUND, 8).describe('The most results of each kind.'),
  }),
  output: viewType('SearchResults', 'What a search has found, by kind.', {
    transactions: z.array(foundTransaction).describe('The transactions.'),
    hasMoreTransactions: z
      .boolean()
      .describe('Whether there may be more: read them with `listTransactions`.'),
    lines: z.array(foundLine).describe('The lines.'),
    hasMoreLines: z.boolean().describe('Whether there may be more: read them with `listStatementLines`.'),
    payers: z.array(foundPayer).describe('Who paid these lines, if the query names them.'),
  }),
  example: { query: 'yılmaz 500,00', limit: 1 },
  cost: ({ transactions, lines }) => costOfItems(transactions.length + lines.length),
  async run(context, { query, limit }) {
    const found = await findTransactions(context, query, limit);
    const paying = await findPaying(context, found.items);
    const lines = await searchLines(context, query);
    const all = newestFirst([...lines.items, ...paying]);
    const changes = await findLastChanges(
      context,
      found.items.map(({ id }) => id),
    );
    const details = await viewDetails(context, found.items, { wantsNotes: false });
    return {
      transactions: details.map((transaction) => ({
        transaction,
        lastChange: changes.get(transaction.transactionId) ?? null,
      })),
      hasMoreTransactions: found.hasMore,
      lines: await viewFoundLines(context, all.slice(0, limit)),
      hasMoreLines: all.length > limit || lines.next !== undefined,
      payers: payersOf(lines.items, query).slice(0, limit),
    };
  },
});

export const listLinesOfTransaction = operation({
  name: 'listLinesOfTransaction',
  kind: 'query',
  roles: STAFF,
  modes: 'live',
  summary: 'List the statement lines that paid a transaction, newest first',
  description: 'They include lines that were noted as its payment, and the line that paid its payout batch.',
  input: fields({ transactionId }),
  output: z.array(foundLine),
  example: { transactionId: EXAMPLE_IDS.transactionId },
  cost: (items) => costOfItems(items.length),
  async run(context, { transactionId }) {
    const { db } = context.dependencies;
    return viewFoundLines(context, await db.read('findLinesOf', [transactionId]));
  },
});

async function findTransactions(
  context: Context,
  query: string,
  limit: number,
): Promise<{ readonly items: readonly Transaction[]; readonly hasMore: boolean }> {
  const { db, scans } = context.dependencies;
  const conditions = await toConditions(context, { query });
  const page = await scans.run(context.principal, () =>
    db.query('listTransactions', { filter: conditions, page: { limit } }),
  );
  return { items: page.items, hasMore: page.next !== undefined };
}

async function findPaying(
  { principal, dependencies: { db } }: Context,
  transactions: readonly Transaction[],
): Promise<readonly StoredLine[]> {
  if (principal.client.isTest) return [];
  return db.read(
    'findLinesOf',
    transactions.map(({ id }) => id),
  );
}

/** Reads more lines than are shown, so that more often all payers of a name are found. */
async function searchLines(
  context: Context,
  query: string,
): Promise<{ readonly items: readonly StoredLine[]; readonly next: string | undefined }> {
  if (context.principal.client.isTest) return { items: [], next: undefined };
  return findLines(context, { query }, { limit: MAX_SEARCHED_LINES });
}

function newestFirst(lines: readonly StoredLine[]): readonly StoredLine[] {
  const unique = new Map(lines.map((line) => [line.id, line]));
  return [...unique.values()].sort((a, b) => (a.id < b.id ? 1 : -1));
}

type Payer = z.infer<typeof foundPayer>;

/** Returns the payers that match a query: one for each IBAN, or for each name where the bank gives no IBAN. */
function payersOf(lines: readonly StoredLine[], query: string): Payer[] {
  const matches = partyCondition(parseQuery(query));
  const payers = new Map<string, Payer>();
  for (const { id, line } of lines) {
    if (line.direction !== 'credit' || !matches(line)) continue;
    const name = line.counterpartyName ?? line.ultimateName;
    const key = line.counterpartyIban ?? foldWords(name ?? '');
    const known = payers.get(key);
    if (known) payers.set(key, { ...known, lineCount: known.lineCount + 1 });
    else payers.set(key, { name, iban: line.counterpartyIban, lineCount: 1, lastLineId: id });
  }
  return [...payers.values()];
}
