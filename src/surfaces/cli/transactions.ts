import {
  claimWithdrawal,
  clearBlacklistMark,
  markWithdrawalSent,
  releaseWithdrawal,
} from '../../transactions/desk.ts';
import { READERS } from '../../transactions/domain/reason.ts';
import { getTransaction, listTransactions } from '../../transactions/transactions.ts';
import {
  cancelTransaction,
  correctTransaction,
  rejectTransaction,
  reverseTransaction,
  settleTransaction,
} from '../../transactions/transitions.ts';
import type { TransactionDetail } from '../../transactions/views.ts';
import { type CommandGroup, operationCommand } from './command.ts';
import { type Column, formatPage, formatShortTimestamp, orDash, renderTable } from './table.ts';

const columns: readonly Column<TransactionDetail>[] = [
  ['TRANSACTION ID', (transaction) => transaction.transactionId],
  ['CLIENT', (transaction) => orDash(transaction.appKey)],
  ['TYPE', (transaction) => transaction.type],
  ['AMOUNT', (transaction) => String(transaction.amount)],
  ['FINAL AMOUNT', (transaction) => String(transaction.finalAmount ?? '-')],
  ['STATUS', (transaction) => transaction.status],
  ['REASON', (transaction) => orDash(transaction.statusReason)],
  ['SEQUENCE', (transaction) => String(transaction.sequence)],
  ['CREATED', (transaction) => formatShortTimestamp(transaction.createdAt)],
];

const payerOf = (transaction: TransactionDetail) =>
  transaction.type === 'deposit' ? transaction.payer : undefined;

const payerName: Column<TransactionDetail> = ['PAYER', (transaction) => orDash(payerOf(transaction)?.name)];

const listColumns: typeof columns = [
  ...columns,
  payerName,
  ['PROCESS ID', (transaction) => transaction.processId],
];

const shownColumns: typeof columns = [
  ...columns,
  payerName,
  ['PAYER IBAN', (transaction) => orDash(payerOf(transaction)?.iban)],
];

const format = (transaction: TransactionDetail) => renderTable(columns, [transaction]);

const transactionId = { syntax: '<transactionId>', help: 'The transaction.' };

const sequence = {
  syntax: '--sequence <number>',
  help: 'The sequence in transactions show. If it has risen since, the command is refused.',
};

const finalAmount = {
  syntax: '--final-amount <amount>',
  help: 'The amount that was really paid (default: the requested amount).',
};

const acceptDifference = {
  syntax: '--accept-difference',
  help: "Accepts a final amount beyond the bank's limits, or more than a fifth away from the amount.",
};

const paidFrom = {
  syntax: '--paid-from <accountId>',
  field: 'paidFromAccountId',
  help: 'The bank account from which a withdrawal was paid.',
};

const bankReference = {
  syntax: '--bank-reference <text>',
  help: "The bank's number of the transfer.",
};

const reason = { syntax: '--reason <text>', help: 'Why. The client can read it.' };

const seenBy = {
  syntax: '--seen-by <reader>',
  field: 'seenBy',
  help: `Who outside the desk sees the reason: ${READERS.join(', ')} (default: merchant).`,
};

/** Commands for transactions. */
export const transactionCommands: CommandGroup = {
  name: 'transactions',
  summary: 'Lists transactions, shows single ones and decides about them.',
  commands: [
    operationCommand({
      name: 'list',
      summary: 'Lists transactions, newest first.',
      operation: listTransactions,
      parameters: [
        { syntax: '--query <words>', help: 'Amounts, names, ids, references or the end of an IBAN.' },
        { syntax: '--status <status>', help: 'Only pending, successful or unsuccessful ones.' },
        { syntax: '--type <type>', help: 'Only of deposit or withdrawal.' },
        { syntax: '--client <appKey>', field: 'appKey', help: 'Only of this client.' },
        { syntax: '--bank <bankId>', field: 'bankId', help: 'Only of this bank.' },
        { syntax: '--user <userId>', field: 'userId', help: 'Only of this user.' },
        { syntax: '--process <processId>', field: 'processId', help: 'Only with this processId.' },
        { syntax: '--from <timestamp>', help: 'Only from this time on, such as 2026-11-20T09:30:00Z.' },
        { syntax: '--to <timestamp>', help: 'Only before this time.' },
        { syntax: '--limit <number>', help: 'The most transactions to list, up to 100 (default: 50).' },
        { syntax: '--after <cursor>', help: 'Only what follows the page that printed this.' },
      ],
      example: 'transactions list --status pending --client acme-shop --limit 20',
      format: ({ items, nextCursor }) => formatPage(listColumns, items, nextCursor),
    }),
    operationCommand({
      name: 'show',
      summary: 'Shows a transaction.',
      operation: getTransaction,
      parameters: [transactionId],
      example: 'transactions show 691e5b10a1b2c3d4e5f60718',
      format: (transaction) => renderTable(shownColumns, [transaction]),
    }),
    operationCommand({
      name: 'settle',
      summary: 'Makes a pending transaction successful. A withdrawal is claimed first.',
      operation: settleTransaction,
      parameters: [
        transactionId,
        sequence,
        finalAmount,
        acceptDifference,
        paidFrom,
        bankReference,
        reason,
        seenBy,
      ],
      example: 'transactions settle 691e5b10a1b2c3d4e5f60718 --sequence 1 --final-amount 499.5',
      format,
    }),
    operationCommand({
      name: 'claim',
      summary: 'Claims a pending withdrawal for paying it, in the name of the command line.',
      operation: claimWithdrawal,
      parameters: [
        transactionId,
        {
          syntax: '--take-over-from <appKey>',
          help: 'Takes it over from this operator, who is paying it or was.',
        },
      ],
      example: 'transactions claim 691e5b10a1b2c3d4e5f60718',
      format,
    }),
    operationCommand({
      name: 'sent',
      summary: 'Says that the claimed withdrawal was sent to the bank: its claim ends no more by itself.',
      operation: markWithdrawalSent,
      parameters: [transactionId],
      example: 'transactions sent 691e5b10a1b2c3d4e5f60718',
      format,
    }),
    operationCommand({
      name: 'release',
      summary: 'Ends the claim of a withdrawal.',
      operation: releaseWithdrawal,
      parameters: [transactionId],
      example: 'transactions release 691e5b10a1b2c3d4e5f60718',
      format,
    }),
    operationCommand({
      name: 'clear',
      summary: 'Lets a transaction go on that the blacklist stops.',
      operation: clearBlacklistMark,
      parameters: [transactionId, { ...reason, help: 'Why. It becomes a note for the desk.' }],
      example: "transactions clear 691e5b10a1b2c3d4e5f60718 --reason 'another person of the same name'",
      format,
    }),
    operationCommand({
      name: 'reject',
      summary: 'Makes a pending transaction unsuccessful.',
      operation: rejectTransaction,
      parameters: [
        transactionId,
        sequence,
        { ...reason, help: `${reason.help} (default: rejected_by_operator)` },
        seenBy,
      ],
      example: "transactions reject 691e5b10a1b2c3d4e5f60718 --sequence 1 --reason 'wrong sender'",
      format,
    }),
    operationCommand({
      name: 'reverse',
      summary: 'Makes a successful transaction unsuccessful: the money went back.',
      operation: reverseTransaction,
      parameters: [transactionId, sequence, reason, seenBy],
      example: "transactions reverse 691e5b10a1b2c3d4e5f60718 --sequence 2 --reason 'recalled by the bank'",
      format,
    }),
    operationCommand({
      name: 'correct',
      summary: 'Makes an unsuccessful transaction successful: the money came late.',
      operation: correctTransaction,
      parameters: [
        transactionId,
        sequence,
        finalAmount,
        acceptDifference,
        paidFrom,
        bankReference,
        reason,
        seenBy,
      ],
      example: "transactions correct 691e5b10a1b2c3d4e5f60718 --sequence 2 --reason 'paid a day late'",
      format,
    }),
    operationCommand({
      name: 'cancel',
      summary: 'Cancels a pending transaction, as its client could.',
      operation: cancelTransaction,
      parameters: [
        transactionId,
        { ...reason, help: `${reason.help} (default: cancelled_by_client)` },
        seenBy,
      ],
      example: 'transactions cancel 691e5b10a1b2c3d4e5f60718',
      format,
    }),
  ],
};
