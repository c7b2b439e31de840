import { z } from 'zod';
import { fieldError, ServiceError } from '../kernel/errors.ts';
import { TRANSACTION_ID } from '../kernel/ids.ts';
import { fault } from '../kernel/problems.ts';
import { FOUND } from '../operations/error-table.ts';
import { EXAMPLE_IDS } from '../operations/examples.ts';
import { fields, flag, idText, listOf } from '../operations/fields.ts';
import { processId, transactionId } from '../operations/ids.ts';
import { type Context, costOfItems, operation } from '../operations/operation.ts';
import { cursorText, pageLimit, pageOf, readCursor } from '../operations/paging.ts';
import { EVERYONE } from '../operations/permissions.ts';
import { nextCursorOf, readPosition } from './cursor.ts';
import { viewDetail, viewDetails } from './details.ts';
import type { Transaction } from './domain/transaction.ts';
import { filterFields, toConditions } from './filter.ts';
import { MAX_PAGE_ITEMS } from './limits.ts';
import { findScope, isOfMode } from './scope.ts';
import { transactionDetail } from './views.ts';

const readOne = {
  name: 'getTransaction',
  kind: 'query',
  roles: EVERYONE,
  modes: 'both',
  summary: 'Read a transaction',
  refusals: FOUND,
  output: transactionDetail,
  example: { transactionId: EXAMPLE_IDS.transactionId },
  async run(context: Context, input: OneTransaction) {
    const found = await findOne(context, input);
    if (!found || !canRead(context, found)) throw transactionNotFound();
    return viewDetail(context, found);
  },
} as const;

export const getTransaction = operation({
  ...readOne,
  input: fields({
    transactionId: transactionId.optional(),
    processId: processId.optional(),
    appKey: idText.optional().describe('The client of the processId. A merchant key leaves it out.'),
  }),
});

/** The same for a path that names the transaction: other fields could only contradict it. */
export const getTransactionById = operation({ ...readOne, input: fields({ transactionId }) });

export const getTransactions = operation({
  name: 'getTransactions',
  kind: 'query',
  roles: EVERYONE,
  modes: 'both',
  summary: 'Read several transactions at once',
  description: 'They are in the order of the ids, with null for each one that is not found.',
  input: fields({
    transactionIds: listOf(idText, { of: 'transactionIds', max: MAX_PAGE_ITEMS }).describe(
      'The transactions.',
    ),
    wantsNotes: flag.optional().describe('Whether notes and the history of claims are wanted.'),
  }),
  output: z.array(transactionDetail.nullable()),
  example: { transactionIds: [EXAMPLE_IDS.transactionId] },
  cost: (items) => costOfItems(items.length),
  async run(context, { transactionIds, wantsNotes = false }) {
    const known = transactionIds.filter((id) => TRANSACTION_ID.test(id));
    const found = await context.dependencies.db.read('findTransactions', known);
    const details = await viewDetails(
      context,
      found.filter(
        (transaction) => isOfMode(context.principal, transaction) && canRead(context, transaction),
      ),
      { wantsNotes },
    );
    const byId = new Map(details.map((detail) => [detail.transactionId, detail]));
    return transactionIds.map((id) => byId.get(id) ?? null);
  },
});

/** Finds a transaction of any client. A malformed id finds none. */
async function findById(context: Context, transactionId: string): Promise<Transaction | undefined> {
  const { db } = context.dependencies;
  const found = TRANSACTION_ID.test(transactionId)
    ? await db.read('findTransaction', transactionId)
    : undefined;
  return found && isOfMode(context.principal, found) ? found : undefined;
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
    throw fieldError('transactionId', fault('choose_one', 'or processId is required, one of them.'));
  }
  const { clientId } = await findScope(context, appKey);
  if (clientId === undefined)
    throw fieldError('appKey', fault('required', 'is required with processId: name the client.'));
  return context.dependencies.db.read('findByProcessId', { clientId, processId });
}

export const listTransactions = operation({
  name: 'listTransactions',
  kind: 'query',
  roles: EVERYONE,
  modes: 'both',
  summary: 'List transactions, newest first',
  description:
    'A merchant sees its own. A page can hold fewer items than `limit` and still have a `nextCursor`: continue until it is null.',
  input: fields({
    after: cursorText.optional().describe('Where the page begins: the `nextCursor` of the previous page.'),
    before: cursorText.optional().describe('The page ends before this cursor.'),
    limit: pageLimit(MAX_PAGE_ITEMS),
    backwards: flag
      .optional()
      .describe('Takes the page from the end of the range: with `before`, the transactions right before it.'),
    ...filterFields,
  }),
  output: pageOf(transactionDetail),
  example: { status: 'pending', limit: 20 },
  cost: ({ items }) => costOfItems(items.length),
  async run(context, { after, before, limit, backwards, ...input }) {
    const filter = await toConditions(context, input);
    const { db, transactions, scans, cursors } = context.dependencies;
    const place = (text: string) => readPosition(cursors, text);
    const range = { after: readCursor('after', after, place), before: readCursor('before', before, place) };
    const read = () => db.query('listTransactions', { filter, page: { ...range, limit, backwards } });
    const page = transactions.couldScan(filter) ? await scans.run(context.principal, read) : await read();
    return {
      items: await viewDetails(context, page.items, { wantsNotes: false }),
      nextCursor: nextCursorOf(page, cursors),
    };
  },
});

function canRead({ principal }: Context, transaction: Transaction): boolean {
  return principal.role !== 'merchant' || transaction.clientId === principal.client.id;
}

/** The error for an unknown transaction, and for a transaction of another client. */
export function transactionNotFound(): ServiceError {
  return new ServiceError(
    'error_transaction_not_found',
    'No transaction of yours has this id. Use the transactionId that the create call returned, or find it by its ' +
      'processId, with GET /v1/transactions?processId=….',
  );
}
