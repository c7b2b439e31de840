import { getTransaction } from '../operations/transactions/transactions.ts';
import {
  cancelTransaction,
  correctTransaction,
  rejectTransaction,
  reverseTransaction,
  settleTransaction,
} from '../operations/transactions/transitions.ts';
import type { TransactionDetail } from '../operations/transactions/views.ts';
import { argument, defineCommand, option } from './command.ts';
import { type Column, formatShortTimestamp, orDash, renderTable } from './table.ts';

const columns: readonly Column<TransactionDetail>[] = [
  ['TRANSACTION ID', (transaction) => transaction.transactionId],
  ['CLIENT', (transaction) => transaction.appKey ?? '-'],
  ['TYPE', (transaction) => transaction.type],
  ['AMOUNT', (transaction) => String(transaction.amount)],
  ['FINAL AMOUNT', (transaction) => String(transaction.finalAmount ?? '-')],
  ['STATUS', (transaction) => transaction.status],
  ['REASON', (transaction) => orDash(transaction.statusReason)],
  ['SEQUENCE', (transaction) => String(transaction.sequence)],
  ['CREATED', (transaction) => formatShortTimestamp(transaction.createdAt)],
];

const show = (transaction: TransactionDetail) => renderTable(columns, [transaction]);

const transactionId = argument('transactionId', { help: 'The transaction.' });

const sequence = option('sequence', {
  placeholder: '<number>',
  required: true,
  help: 'The sequence that was seen when this was decided: transactions show tells it.',
});

const finalAmount = option('final-amount', {
  field: 'finalAmount',
  placeholder: '<amount>',
  help: 'What was really paid, where it is not the amount that was asked for.',
});

const reason = (help: string, required = false) =>
  option('reason', { placeholder: '<text>', required, help });

/** What becomes of single transactions. */
export const transactionCommands = [
  defineCommand({
    name: 'transactions show',
    summary: 'Shows a transaction as it stands.',
    operation: getTransaction,
    parameters: [transactionId],
    example: 'transactions show 691e5b10a1b2c3d4e5f60718',
    show,
  }),
  defineCommand({
    name: 'transactions settle',
    summary: 'Makes a pending transaction successful.',
    operation: settleTransaction,
    parameters: [transactionId, sequence, finalAmount, reason('Why, where that is worth saying.')],
    example: 'transactions settle 691e5b10a1b2c3d4e5f60718 --sequence 1 --final-amount 499.5',
    show,
  }),
  defineCommand({
    name: 'transactions reject',
    summary: 'Makes a pending transaction unsuccessful.',
    operation: rejectTransaction,
    parameters: [transactionId, sequence, reason('Why: rejected_by_operator if it is not given.')],
    example: "transactions reject 691e5b10a1b2c3d4e5f60718 --sequence 1 --reason 'wrong sender'",
    show,
  }),
  defineCommand({
    name: 'transactions reverse',
    summary: 'Makes a successful transaction unsuccessful: the money went back.',
    operation: reverseTransaction,
    parameters: [transactionId, sequence, reason('Why.', true)],
    example: "transactions reverse 691e5b10a1b2c3d4e5f60718 --sequence 2 --reason 'recalled by the bank'",
    show,
  }),
  defineCommand({
    name: 'transactions correct',
    summary: 'Makes an unsuccessful transaction successful: the money came late.',
    operation: correctTransaction,
    parameters: [transactionId, sequence, finalAmount, reason('Why.', true)],
    example: "transactions correct 691e5b10a1b2c3d4e5f60718 --sequence 2 --reason 'paid a day late'",
    show,
  }),
  defineCommand({
    name: 'transactions cancel',
    summary: 'Takes a pending transaction back, as its client would.',
    operation: cancelTransaction,
    parameters: [transactionId],
    example: 'transactions cancel 691e5b10a1b2c3d4e5f60718',
    show,
  }),
];
