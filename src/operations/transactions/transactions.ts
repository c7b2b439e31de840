import { z } from 'zod';
import { ServiceError, validationError } from '../../domain/errors.ts';
import { TRANSACTION_ID } from '../../domain/ids.ts';
import type { Transaction } from '../../domain/transaction.ts';
import { flag, idText, parameters, wholeNumber } from '../fields.ts';
import { type Context, costOfItems, define } from '../operation.ts';
import { cursor, writeCursor } from './cursor.ts';
import { viewDetail, viewDetails } from './details.ts';
import { filterFields, toConditions } from './filter.ts';
import { findScope } from './scope.ts';
import { transactionDetail } from './views.ts';
import { findVisible, isDesk } from './visible.ts';

const PAGE_LIMIT = 100;

/** Reads one transaction by its transactionId, or by the processId that its client chose. */
export const getTransaction = define({
  name: 'getTransaction',
  kind: 'query',
  input: parameters({
    transactionId: idText.optional(),
    processId: idText.optional(),
    appKey: idText.optional(),
  }),
  output: transactionDetail,
  async run(context, input) {
    const found = await findOne(context, input);
    if (!found || !mayRead(context, found)) throw transactionNotFound();
    return viewDetail(context, found);
  },
});

/** Reads several transactions at once, in the order of the ids; null where one is not found. */
export const getTransactions = define({
  name: 'getTransactions',
  kind: 'query',
  input: parameters({
    transactionIds: z.array(idText).max(PAGE_LIMIT),
    /** Notes are a second statement, which few readers of nodes need. */
    wantsNotes: flag.optional(),
  }),
  output: z.array(transactionDetail.nullable()),
  cost: (items) => costOfItems(items.length),
  async run(context, { transactionIds, wantsNotes = false }) {
    const known = transactionIds.filter((id) => TRANSACTION_ID.test(id));
    const found = await findVisible(context, known);
    const details = await viewDetails(
      context,
      found.filter((transaction) => mayRead(context, transaction)),
      { wantsNotes },
    );
    const byId = new Map(details.map((detail) => [detail.transactionId, detail]));
    return transactionIds.map((id) => byId.get(id) ?? null);
  },
});

/** Finds a transaction of any client. A malformed id finds none. */
async function findById(context: Context, transactionId: string): Promise<Transaction | undefined> {
  const [found] = TRANSACTION_ID.test(transactionId) ? await findVisible(context, [transactionId]) : [];
  return found;
}

interface OneTransaction {
  readonly transactionId?: string | undefined;
  readonly processId?: string | undefined;
  readonly appKey?: string | undefined;
}

async function findOne(
  context: Context,
  { transactionId, processId, appKey }: OneTransaction,
): Promise<Transaction | undefined> {
  if (transactionId !== undefined && processId === undefined) return findById(context, transactionId);
  if (processId === undefined || transactionId !== undefined) {
    const message = 'transactionId or processId is required, one of them.';
    throw validationError([{ path: 'transactionId', message }]);
  }
  const { clientId } = await findScope(context, appKey);
  if (clientId === undefined)
    throw validationError([
      { path: 'appKey', message: 'appKey is required with processId: name the client.' },
    ]);
  const found = await context.dependencies.transactions.findByProcessId(clientId, processId);
  return isDesk(context.principal) ? found : found && findById(context, found.id);
}

/** Lists transactions, newest first. A merchant sees its own; every other role sees all. */
export const listTransactions = define({
  name: 'listTransactions',
  kind: 'query',
  input: parameters({
    after: cursor.optional(),
    before: cursor.optional(),
    limit: wholeNumber(1, PAGE_LIMIT).default(50),
    /** Takes the page from the end of the range: with `before`, the transactions right before it. */
    backwards: flag.optional(),
    ...filterFields,
  }),
  output: z.object({ items: z.array(transactionDetail), nextCursor: z.string().nullable() }),
  cost: ({ items }) => costOfItems(items.length),
  async run(context, { after, before, limit, backwards, ...input }) {
    const conditions = await toConditions(context, input);
    const { transactions, scans } = context.dependencies;
    const read = () => transactions.list(conditions, { after, before, limit, backwards });
    const page = transactions.mayScan(conditions) ? await scans.run(context.principal, read) : await read();
    return {
      items: await viewDetails(context, page.items, { wantsNotes: false }),
      nextCursor: page.next ? writeCursor(page.next) : null,
    };
  },
});

function mayRead({ principal }: Context, transaction: Transaction): boolean {
  return principal.role !== 'merchant' || transaction.clientId === principal.client.id;
}

/** The error for an unknown transaction, and for a transaction of another client. */
export function transactionNotFound(): ServiceError {
  return new ServiceError(
    'error_transaction_not_found',
    'No transaction of yours has this id. Use the transactionId that the create call returned.',
  );
}
