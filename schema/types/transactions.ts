import { fieldError } from '../../src/kernel/errors.ts';
import { fault } from '../../src/kernel/problems.ts';
import { graphqlTypes } from '../../src/operations/fields.ts';
import { subscribe } from '../../src/operations/operation.ts';
import { claimPeriodView, claimView } from '../../src/transactions/claim-views.ts';
import { createDeposit } from '../../src/transactions/deposits.ts';
import { noteView, payerView, paymentView, plannedView } from '../../src/transactions/desk-views.ts';
import { readQueueTotals } from '../../src/transactions/queue-totals.ts';
import { readStatistics, statisticsView } from '../../src/transactions/statistics.ts';
import { subscribeToTransactions } from '../../src/transactions/subscribe.ts';
import { sumTransactions, transactionSum } from '../../src/transactions/sums.ts';
import { getTransaction, getTransactions, listTransactions } from '../../src/transactions/transactions.ts';
import {
  depositView,
  type TransactionDetail,
  transactionDetail,
  transactionRow,
  withdrawalView,
} from '../../src/transactions/views.ts';
import { createWithdrawal } from '../../src/transactions/withdrawals.ts';
import {
  builder,
  type MutationFields,
  type QueryFields,
  type SubscriptionFields,
} from '../bridge/builder.ts';
import { pageSize, toConnection, toPage } from '../bridge/connection.ts';
import { inputFrom } from '../bridge/input.ts';
import { writeNodeId } from '../bridge/node-id.ts';
import { describes, runsInput, runsInputInEnvelope } from '../bridge/operation-field.ts';
import { envelopeOf, exposeAll, objectFrom } from '../bridge/output.ts';
import { dropNulls, run } from '../bridge/run.ts';
import type { GraphqlContext } from '../server/context.ts';
import { costs } from '../server/cost.ts';

/**
 * The cost of a list before its first item, in values. An index finds the first page of an unfiltered list; a
 * filter, and a search even more, can have to read a hundred thousand rows. Two searches fit into one document.
 */
function listPrice({ filter }: Readonly<Record<string, unknown>>): number {
  if (typeof filter !== 'object' || filter === null) return 100;
  return 'query' in filter && filter.query != null ? 5000 : 1500;
}

/** The cost of counting the queue, in values: an index has what most filters look at. */
function totalsPrice({ filter }: Readonly<Record<string, unknown>>): number {
  return typeof filter === 'object' && filter !== null && 'query' in filter && filter.query != null
    ? 1500
    : 500;
}

/** The cost of adding up, in values: it reads up to fifty thousand rows, as a search does. */
const sumsPrice = () => 5000;

const Deposit = objectFrom('Deposit', depositView, 'A deposit, as createDeposit returns it.');
const Withdrawal = objectFrom('Withdrawal', withdrawalView, 'A withdrawal, as createWithdrawal returns it.');
objectFrom('WithdrawalClaim', claimView, 'Who is paying a pending withdrawal, or was.');
objectFrom('Payer', payerView, 'Who paid a deposit, as the line of the bank statement says.');
objectFrom('ClaimPeriod', claimPeriodView, 'A time in which one operator was paying a withdrawal.');
objectFrom('WithdrawalPayment', paymentView, 'How an operator has paid a withdrawal.');
objectFrom(
  'PlannedTransition',
  plannedView,
  'A decision that happens at a time, unless it is undone before.',
);
objectFrom('Note', noteView, 'What an operator wrote about a transaction, for others of the desk.');
graphqlTypes.add(transactionDetail, { name: 'Transaction' });
export const Transaction = builder.objectRef<TransactionDetail>('Transaction');
const Statistics = objectFrom('Statistics', statisticsView, 'Counts and sums of one group of transactions.');

const QueueTotals = objectFrom('QueueTotals', readQueueTotals.output, 'The numbers of pending transactions.');
objectFrom('TransactionSum', transactionSum, 'What transactions of one type, status and currency add up to.');
const TransactionSums = objectFrom(
  'TransactionSums',
  sumTransactions.output,
  'What the transactions that a filter selects add up to.',
);

// A node of Pothos resolves its id in a promise, which makes a promise of each row of a page.
Transaction.implement({
  description: 'A transaction with all its fields. Fields of the other type are null.',
  interfaces: [builder.nodeInterfaceRef()],
  isTypeOf: (value) => typeof value === 'object' && value !== null && 'transactionId' in value,
  fields: (t) => ({
    id: t.id({ resolve: ({ transactionId }) => writeNodeId('Transaction', transactionId) }),
    ...exposeAll(t, transactionRow),
  }),
});

const MAX_NODES = 100;

/** Reads transactions by their ids as nodes. @throws ServiceError error_validation for more than MAX_NODES. */
function readNodes(ids: readonly { readonly id: string }[], context: GraphqlContext) {
  if (ids.length > MAX_NODES) throw fieldError('ids', fault('too_many', { maximum: MAX_NODES }));
  return run(getTransactions, context, {
    transactionIds: ids.map(({ id }) => id),
    // A document that selects notes or claims names them.
    wantsNotes: /notes|claimHistory/.test(context.state.call.query),
  });
}

const TransactionFilter = inputFrom('TransactionFilter', listTransactions.input, [
  'after',
  'before',
  'limit',
  'backwards',
]);
const TransactionSelection = inputFrom('TransactionSelection', subscribeToTransactions.input);
const StatisticsInput = inputFrom('StatisticsInput', readStatistics.input);
const DepositInput = inputFrom('CreateDepositInput', createDeposit.input);
const WithdrawalInput = inputFrom('CreateWithdrawalInput', createWithdrawal.input);

export const transactionQueries: QueryFields = (t) => ({
  node: t.field({
    type: builder.nodeInterfaceRef(),
    nullable: true,
    args: { id: t.arg.globalID({ required: true }) },
    resolve: async (_root, { id }, context) => (await readNodes([id], context))[0] ?? null,
  }),
  nodes: t.field({
    ...costs({ size: ({ ids }) => (Array.isArray(ids) ? Math.min(ids.length, MAX_NODES) : 1) }),
    type: [builder.nodeInterfaceRef()],
    nullable: { list: false, items: true },
    args: { ids: t.arg.globalIDList({ required: true }) },
    resolve: (_root, { ids }, context) => readNodes(ids, context),
  }),
  transaction: t.field({
    ...describes(getTransaction),
    type: Transaction,
    args: {
      id: t.arg.string({ description: 'The transactionId.' }),
      processId: t.arg.string(),
      appKey: t.arg.string({ description: 'The client of the processId. A merchant key leaves it out.' }),
    },
    resolve: (_root, { id, ...args }, context) =>
      run(getTransaction, context, { transactionId: id, ...args }),
  }),
  transactions: t.connection({
    ...describes(listTransactions, { price: listPrice, size: pageSize }),
    type: Transaction,
    args: { filter: t.arg({ type: TransactionFilter }) },
    async resolve(_root, { filter, ...args }, context) {
      const page = await run(listTransactions, context, {
        ...dropNulls(listTransactions.input, filter ?? {}),
        ...toPage(args),
      });
      return toConnection(page, args);
    },
  }),
  queueTotals: t.field({
    ...describes(readQueueTotals, { price: totalsPrice }),
    type: QueueTotals,
    args: { filter: t.arg({ type: TransactionFilter }) },
    resolve: (_root, { filter }, context) => run(readQueueTotals, context, filter ?? {}),
  }),
  transactionSums: t.field({
    ...describes(sumTransactions, { price: sumsPrice }),
    type: TransactionSums,
    args: { filter: t.arg({ type: TransactionFilter }) },
    resolve: (_root, { filter }, context) => run(sumTransactions, context, filter ?? {}),
  }),
  stats: t.field({ ...runsInput(readStatistics, StatisticsInput), type: [Statistics] }),
});

export const transactionMutations: MutationFields = (t) => ({
  createDeposit: t.field({
    ...runsInputInEnvelope(createDeposit, DepositInput),
    type: envelopeOf('DepositEnvelope', Deposit),
  }),
  createWithdrawal: t.field({
    ...runsInputInEnvelope(createWithdrawal, WithdrawalInput),
    type: envelopeOf('WithdrawalEnvelope', Withdrawal),
  }),
});

export const transactionSubscriptions: SubscriptionFields = (t) => ({
  transactionChanged: t.field({
    ...describes(subscribeToTransactions),
    type: Transaction,
    args: { filter: t.arg({ type: TransactionSelection }) },
    subscribe: (_root, { filter }, context) =>
      subscribe(subscribeToTransactions, context.state, {
        input: dropNulls(subscribeToTransactions.input, filter ?? {}),
        signal: context.state.signal,
      }),
    resolve: (transaction: TransactionDetail) => transaction,
  }),
});
