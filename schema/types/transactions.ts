import { subscribe } from '../../src/operations/operation.ts';
import { createDeposit } from '../../src/operations/transactions/deposits.ts';
import { readStatistics, statisticsView } from '../../src/operations/transactions/statistics.ts';
import {
  getTransaction,
  getTransactions,
  listTransactions,
  subscribeToTransactions,
} from '../../src/operations/transactions/transactions.ts';
import {
  depositView,
  type TransactionDetail,
  transactionRow,
  withdrawalView,
} from '../../src/operations/transactions/views.ts';
import { createWithdrawal } from '../../src/operations/transactions/withdrawals.ts';
import { builder } from '../bridge/builder.ts';
import { pageSize, toConnection, toPage } from '../bridge/connection.ts';
import { dropNulls, run, runInEnvelope } from '../bridge/field.ts';
import { inputOf } from '../bridge/input.ts';
import { envelopeOf, exposeAll, objectFrom } from '../bridge/output.ts';
import { costs } from '../server/cost.ts';

/** What a list costs before its first item, in values: it may have to look at a hundred thousand rows. */
function listPrice({ filter }: Readonly<Record<string, unknown>>): number {
  if (!filter) return 100;
  return Object(filter).search == null ? 1500 : 5000;
}

const Deposit = objectFrom('Deposit', depositView, 'A deposit, as creating it returns it.');
const Withdrawal = objectFrom('Withdrawal', withdrawalView, 'A withdrawal, as creating it returns it.');
export const Transaction = builder.objectRef<TransactionDetail>('Transaction');
const Statistics = objectFrom('Statistics', statisticsView, 'Counts and sums of one group of transactions.');

builder.node(Transaction, {
  description: 'A transaction in full. Fields that only the other type has are null.',
  fields: (t) => exposeAll(t, 'Transaction', transactionRow),
  id: { resolve: (transaction) => transaction.transactionId },
  // Said here too: Pothos marks a node with its type only after the first of several readers has it.
  isTypeOf: (value) => typeof value === 'object' && value !== null && 'transactionId' in value,
  loadMany: (transactionIds, context: Parameters<typeof run>[1]) =>
    run(getTransactions, context, { transactionIds }),
});

const TransactionFilter = inputOf('TransactionFilter', listTransactions, [
  'after',
  'before',
  'limit',
  'backwards',
]);
const TransactionSelection = inputOf('TransactionSelection', subscribeToTransactions);
const StatisticsInput = inputOf('StatisticsInput', readStatistics);
const DepositInput = inputOf('CreateDepositInput', createDeposit);
const WithdrawalInput = inputOf('CreateWithdrawalInput', createWithdrawal);

builder.queryFields((t) => ({
  transaction: t.field({
    description: 'One transaction, by its transactionId, or by the processId its client gave it.',
    type: Transaction,
    args: {
      id: t.arg.string({ description: 'The transactionId.' }),
      processId: t.arg.string(),
      appKey: t.arg.string({ description: 'With processId: the client, for those who see all.' }),
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
  stats: t.field({
    description: 'Counts and sums of the transactions created in a span of UTC days.',
    type: [Statistics],
    args: { input: t.arg({ type: StatisticsInput, required: true }) },
    resolve: (_root, { input }, context) => run(readStatistics, context, input),
  }),
}));

builder.mutationFields((t) => ({
  createDeposit: t.field({
    type: envelopeOf('DepositEnvelope', Deposit),
    args: { input: t.arg({ type: DepositInput, required: true }) },
    resolve: (_root, { input }, context) => runInEnvelope(createDeposit, context, input),
  }),
  createWithdrawal: t.field({
    type: envelopeOf('WithdrawalEnvelope', Withdrawal),
    args: { input: t.arg({ type: WithdrawalInput, required: true }) },
    resolve: (_root, { input }, context) => runInEnvelope(createWithdrawal, context, input),
  }),
}));

builder.subscriptionFields((t) => ({
  transactionChanged: t.field({
    description: 'Each transaction as it is created or changed.',
    type: Transaction,
    args: { filter: t.arg({ type: TransactionSelection }) },
    subscribe: (_root, { filter }, context) =>
      subscribe(subscribeToTransactions, context, {
        input: dropNulls(subscribeToTransactions.input, filter ?? {}),
        signal: context.signal,
      }),
    resolve: (transaction: TransactionDetail) => transaction,
  }),
}));
