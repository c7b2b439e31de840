import { graphqlTypes } from '../../src/operations/fields.ts';
import { subscribe } from '../../src/operations/operation.ts';
import { createDeposit } from '../../src/operations/transactions/deposits.ts';
import {
  claimPeriodView,
  claimView,
  noteView,
  payerView,
  paymentView,
} from '../../src/operations/transactions/desk-views.ts';
import { readQueueTotals } from '../../src/operations/transactions/queue-totals.ts';
import { readStatistics, statisticsView } from '../../src/operations/transactions/statistics.ts';
import { subscribeToTransactions } from '../../src/operations/transactions/subscribe.ts';
import {
  getTransaction,
  getTransactions,
  listTransactions,
} from '../../src/operations/transactions/transactions.ts';
import {
  depositView,
  type TransactionDetail,
  transactionDetail,
  transactionRow,
  withdrawalView,
} from '../../src/operations/transactions/views.ts';
import { createWithdrawal } from '../../src/operations/transactions/withdrawals.ts';
import {
  builder,
  type MutationFields,
  type QueryFields,
  type SubscriptionFields,
} from '../bridge/builder.ts';
import { pageSize, toConnection, toPage } from '../bridge/connection.ts';
import { inputFrom } from '../bridge/input.ts';
import { envelopeOf, exposeAll, objectFrom } from '../bridge/output.ts';
import { dropNulls, run, runInEnvelope } from '../bridge/run.ts';
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

const Deposit = objectFrom('Deposit', depositView, 'A deposit, as createDeposit returns it.');
const Withdrawal = objectFrom('Withdrawal', withdrawalView, 'A withdrawal, as createWithdrawal returns it.');
objectFrom('WithdrawalClaim', claimView, 'Who is paying a pending withdrawal, or was.');
objectFrom('Payer', payerView, 'Who paid a deposit, as the line of the bank statement says.');
objectFrom('ClaimPeriod', claimPeriodView, 'A time in which one operator was paying a withdrawal.');
objectFrom('WithdrawalPayment', paymentView, 'How an operator has paid a withdrawal.');
objectFrom('Note', noteView, 'What an operator wrote about a transaction, for others of the desk.');
graphqlTypes.add(transactionDetail, { name: 'Transaction' });
export const Transaction = builder.objectRef<TransactionDetail>('Transaction');
const Statistics = objectFrom('Statistics', statisticsView, 'Counts and sums of one group of transactions.');

const QueueTotals = objectFrom('QueueTotals', readQueueTotals.output, 'The numbers of pending transactions.');

builder.node(Transaction, {
  description: 'A transaction with all its fields. Fields of the other type are null.',
  fields: (t) => exposeAll(t, transactionRow),
  id: { resolve: (transaction) => transaction.transactionId },
  // Pothos marks a node with its type only after the first of several readers has received it.
  isTypeOf: (value) => typeof value === 'object' && value !== null && 'transactionId' in value,
  loadMany: (transactionIds, context: Parameters<typeof run>[1]) =>
    // A document that selects notes or claims names them.
    run(getTransactions, context, {
      transactionIds,
      wantsNotes: /notes|claimHistory/.test(context.call.query),
    }),
});

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
  transaction: t.field({
    description: 'One transaction, by its transactionId or by the processId of its client.',
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
    description: 'Transactions, newest first.',
    type: Transaction,
    args: { filter: t.arg({ type: TransactionFilter }) },
    ...costs({ price: listPrice, size: pageSize }),
    async resolve(_root, { filter, ...args }, context) {
      const page = await run(listTransactions, context, {
        ...dropNulls(listTransactions.input, filter ?? {}),
        ...toPage(args),
      });
      return toConnection(page, args);
    },
  }),
  queueTotals: t.field({
    description: 'The numbers of pending transactions that a filter selects.',
    type: QueueTotals,
    args: { filter: t.arg({ type: TransactionFilter }) },
    ...costs({ price: totalsPrice }),
    resolve: (_root, { filter }, context) => run(readQueueTotals, context, filter ?? {}),
  }),
  stats: t.field({
    description:
      'Counts and sums of the transactions created in a range of days. Days are those of TIME_ZONE.',
    type: [Statistics],
    args: { input: t.arg({ type: StatisticsInput, required: true }) },
    resolve: (_root, { input }, context) => run(readStatistics, context, input),
  }),
});

export const transactionMutations: MutationFields = (t) => ({
  createDeposit: t.field({
    description: 'Creates a deposit. The same request again returns the stored deposit.',
    type: envelopeOf('DepositEnvelope', Deposit),
    args: { input: t.arg({ type: DepositInput, required: true }) },
    resolve: (_root, { input }, context) => runInEnvelope(createDeposit, context, input),
  }),
  createWithdrawal: t.field({
    description: 'Creates a withdrawal. The same request again returns the stored withdrawal.',
    type: envelopeOf('WithdrawalEnvelope', Withdrawal),
    args: { input: t.arg({ type: WithdrawalInput, required: true }) },
    resolve: (_root, { input }, context) => runInEnvelope(createWithdrawal, context, input),
  }),
});

export const transactionSubscriptions: SubscriptionFields = (t) => ({
  transactionChanged: t.field({
    description:
      'Each transaction when it is created and after each change; for the desk also after each claim and note, which leave the sequence. Merchants are told of what an operator can still undo when it is released.',
    type: Transaction,
    args: { filter: t.arg({ type: TransactionSelection }) },
    subscribe: (_root, { filter }, context) =>
      subscribe(subscribeToTransactions, context, {
        input: dropNulls(subscribeToTransactions.input, filter ?? {}),
        signal: context.signal,
      }),
    resolve: (transaction: TransactionDetail) => transaction,
  }),
});
