import type { z } from 'zod';
import { fieldError } from '../../src/kernel/errors.ts';
import { fault } from '../../src/kernel/problems.ts';
import { execute, type Operation, subscribe } from '../../src/operations/operation.ts';
import * as operations from '../../src/surfaces/operation-list.ts';
import { type TransactionDetail, transactionRow } from '../../src/transactions/views.ts';
import { builder, type QueryFields, type SubscriptionFields } from '../bridge/builder.ts';
import { pageSize, toConnection, toPage } from '../bridge/connection.ts';
import { inputFrom, outputFields } from '../bridge/declare.ts';
import { writeNodeId } from '../bridge/node-id.ts';
import { describes, type OperationField, runs, withArgument } from '../bridge/operation-field.ts';
import type { GraphqlContext } from '../server/context.ts';
import type { FieldCost } from '../server/cost.ts';

/**
 * The cost of a list before its first item, in values. An index finds the first page of an unfiltered list; a
 * filter, and a search even more, can have to read a hundred thousand rows. Two searches fit into one document.
 */
function listPrice({ filter }: Readonly<Record<string, unknown>>): number {
  if (typeof filter !== 'object' || filter === null) return 100;
  return isSearch(filter) ? 5000 : 1500;
}

/** The cost of counting the queue, in values: an index covers most filters. */
const totalsPrice = ({ filter }: Readonly<Record<string, unknown>>) => (isSearch(filter) ? 1500 : 500);

function isSearch(filter: unknown): boolean {
  return typeof filter === 'object' && filter !== null && 'query' in filter && filter.query != null;
}

/** The cost of adding up, in values: it reads up to fifty thousand rows, as a search does. */
const sumsPrice = () => 5000;

const Transaction = builder.objectRef<TransactionDetail>('Transaction');
const fieldsOfRow = outputFields(transactionRow);
// A node of Pothos resolves its id in a promise, which makes a promise of each row of a page.
Transaction.implement({
  description: 'A transaction with all its fields. Fields of the other type are null.',
  interfaces: [builder.nodeInterfaceRef()],
  isTypeOf: (value) => typeof value === 'object' && value !== null && 'transactionId' in value,
  fields: (t) => ({
    id: t.id({ resolve: ({ transactionId }) => writeNodeId('Transaction', transactionId) }),
    ...fieldsOfRow(t),
  }),
});

const MAX_NODES = 100;

/** Reads transactions by their ids as nodes. @throws ServiceError error_validation for more than MAX_NODES. */
function readNodes(ids: readonly { readonly id: string }[], context: GraphqlContext) {
  if (ids.length > MAX_NODES) throw fieldError('ids', fault('too_many', { maximum: MAX_NODES }));
  return execute(operations.getTransactions, context.state, {
    transactionIds: ids.map(({ id }) => id),
    // A document that selects notes or claims names them.
    wantsNotes: /notes|claimHistory/.test(context.state.call.query),
  });
}

const TransactionFilter = inputFrom('TransactionFilter', operations.listTransactions.input, [
  'after',
  'before',
  'limit',
  'backwards',
]);
const TransactionSelection = inputFrom('TransactionSelection', operations.subscribeToTransactions.input);

/** Runs an operation on the transactions that the one argument `filter` of its field selects. */
function runsFiltered<I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<I, O>,
  price: NonNullable<FieldCost['price']>,
): OperationField {
  return {
    ...runs(operation, { price }),
    args: builder.args((t) => ({ filter: t.field({ type: TransactionFilter }) })),
    resolve: (_root, { filter }: { readonly filter?: object | null }, context) =>
      execute(operation, context.state, filter),
  };
}

export const filteredQueries = {
  queueTotals: runsFiltered(operations.readQueueTotals, totalsPrice),
  transactionSums: runsFiltered(operations.sumTransactions, sumsPrice),
};

export const transactionQueries: QueryFields = (t) => ({
  node: t.field({
    type: builder.nodeInterfaceRef(),
    nullable: true,
    args: { id: t.arg.globalID({ required: true }) },
    resolve: async (_root, { id }, context) => (await readNodes([id], context))[0] ?? null,
  }),
  nodes: t.field({
    extensions: {
      cost: { size: ({ ids }) => (Array.isArray(ids) ? Math.min(ids.length, MAX_NODES) : 1) },
    },
    type: [builder.nodeInterfaceRef()],
    nullable: { list: false, items: true },
    args: { ids: t.arg.globalIDList({ required: true }) },
    resolve: (_root, { ids }, context) => readNodes(ids, context),
  }),
  transaction: t.field({
    ...describes(operations.getTransaction),
    type: Transaction,
    args: {
      id: t.arg.string({ description: 'The transactionId.' }),
      processId: t.arg.string(),
      appKey: t.arg.string({ description: 'The client of the processId. A merchant key leaves it out.' }),
    },
    resolve: (_root, { id, ...args }, context) =>
      execute(operations.getTransaction, context.state, { transactionId: id, ...args }).catch(
        (error: unknown) => {
          throw withArgument(error, { transactionId: 'id' });
        },
      ),
  }),
  transactions: t.connection({
    ...describes(operations.listTransactions, { price: listPrice, size: pageSize }),
    type: Transaction,
    args: { filter: t.arg({ type: TransactionFilter }) },
    async resolve(_root, { filter, ...args }, context) {
      const page = await execute(operations.listTransactions, context.state, { ...filter, ...toPage(args) });
      return toConnection(page, args);
    },
  }),
});

export const transactionSubscriptions: SubscriptionFields = (t) => ({
  transactionChanged: t.field({
    ...describes(operations.subscribeToTransactions),
    type: Transaction,
    args: { filter: t.arg({ type: TransactionSelection }) },
    subscribe: (_root, { filter }, context) =>
      subscribe(operations.subscribeToTransactions, context.state, {
        input: filter,
        signal: context.state.signal,
      }),
    resolve: (transaction: TransactionDetail) => transaction,
  }),
});
