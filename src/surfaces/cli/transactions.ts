import { READERS } from '../../transactions/domain/reason.ts';
import type { TransactionDetail } from '../../transactions/views.ts';
import * as operations from '../operation-list.ts';
import type { ShownColumns } from './columns.ts';
import type { CommandGroup } from './command.ts';
import { operationCommand } from './operation-command.ts';
import { orDash } from './table.ts';

const shows: ShownColumns<TransactionDetail> = [
  'transactionId appKey:CLIENT type amount finalAmount status statusReason:REASON sequence createdAt',
];

const payerOf = (transaction: TransactionDetail) =>
  transaction.type === 'deposit' ? transaction.payer : undefined;

const shownWithPayer: typeof shows = [
  ...shows,
  ['PAYER', (transaction) => orDash(payerOf(transaction)?.name)],
];

const shownWithHolder: typeof shows = [
  ...shows,
  [
    'HOLDER',
    (transaction) => orDash(transaction.type === 'withdrawal' ? transaction.claim?.holderAppKey : null),
  ],
];

const PAID = '--final-amount <amount> --accept-difference --paid-from <accountId> --bank-reference <text>';

const reason = { syntax: '--reason <text>', help: 'Why. The client can read it.' };

const seenBy = {
  syntax: '--seen-by <reader>',
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
      operation: operations.listTransactions,
      parameters: [
        '--query <words> --status <status> --type <type> --client <appKey> --bank <bankId>',
        '--user <userId> --process <processId> --from <timestamp> --to <timestamp> --limit <number>',
        '--after <cursor>',
      ],
      example: 'transactions list --status pending --client acme-shop --limit 20',
      shows: [...shownWithPayer, 'processId'],
    }),
    operationCommand({
      name: 'show',
      summary: 'Shows a transaction.',
      operation: operations.getTransaction,
      parameters: ['<transactionId>'],
      example: 'transactions show 691e5b10a1b2c3d4e5f60718',
      shows: [...shownWithPayer, ['PAYER IBAN', (transaction) => orDash(payerOf(transaction)?.iban)]],
    }),
    operationCommand({
      name: 'settle',
      summary: 'Makes a pending transaction successful. Claim a withdrawal first.',
      operation: operations.settleTransaction,
      parameters: ['<transactionId> --sequence <number>', PAID, reason, seenBy],
      example: 'transactions settle 691e5b10a1b2c3d4e5f60718 --sequence 1 --final-amount 499.5',
      shows,
    }),
    operationCommand({
      name: 'claim',
      summary: 'Claims a pending withdrawal for paying it, in the name of the user of the operating system.',
      operation: operations.claimWithdrawal,
      parameters: [
        '<transactionId>',
        {
          syntax: '--take-over-from <appKey>',
          help: 'Takes it over from this operator, who is paying it or was.',
        },
      ],
      example: 'transactions claim 691e5b10a1b2c3d4e5f60718',
      shows: shownWithHolder,
    }),
    operationCommand({
      name: 'sent',
      summary: 'Says that the claimed withdrawal was sent to the bank: its claim no longer ends by itself.',
      operation: operations.markWithdrawalSent,
      parameters: ['<transactionId>'],
      example: 'transactions sent 691e5b10a1b2c3d4e5f60718',
      shows: shownWithHolder,
    }),
    operationCommand({
      name: 'release',
      summary: 'Ends the claim of a withdrawal.',
      operation: operations.releaseWithdrawal,
      parameters: ['<transactionId>'],
      example: 'transactions release 691e5b10a1b2c3d4e5f60718',
      shows,
    }),
    operationCommand({
      name: 'clear',
      summary: 'Lets a transaction continue that the blacklist has stopped.',
      operation: operations.clearBlacklistMark,
      parameters: ['<transactionId>', { ...reason, help: 'Why. It becomes a note for the desk.' }],
      example: "transactions clear 691e5b10a1b2c3d4e5f60718 --reason 'another person of the same name'",
      shows,
    }),
    operationCommand({
      name: 'reject',
      summary: 'Makes a pending transaction unsuccessful.',
      operation: operations.rejectTransaction,
      parameters: [
        '<transactionId> --sequence <number>',
        { ...reason, help: `${reason.help} (default: rejected_by_operator)` },
        seenBy,
      ],
      example: "transactions reject 691e5b10a1b2c3d4e5f60718 --sequence 1 --reason 'wrong sender'",
      shows,
    }),
    operationCommand({
      name: 'reverse',
      summary: 'Makes a successful transaction unsuccessful: the money went back.',
      operation: operations.reverseTransaction,
      parameters: ['<transactionId> --sequence <number>', '--accept-still-out', reason, seenBy],
      example: "transactions reverse 691e5b10a1b2c3d4e5f60718 --sequence 2 --reason 'recalled by the bank'",
      shows,
    }),
    operationCommand({
      name: 'correct',
      summary: 'Makes an unsuccessful transaction successful: the money came late.',
      operation: operations.correctTransaction,
      parameters: ['<transactionId> --sequence <number>', PAID, reason, seenBy],
      example: "transactions correct 691e5b10a1b2c3d4e5f60718 --sequence 2 --reason 'paid a day late'",
      shows,
    }),
    operationCommand({
      name: 'cancel',
      summary: 'Cancels a pending transaction, as its client could.',
      operation: operations.cancelTransaction,
      parameters: [
        '<transactionId>',
        { ...reason, help: `${reason.help} (default: cancelled_by_client)` },
        seenBy,
      ],
      example: 'transactions cancel 691e5b10a1b2c3d4e5f60718',
      shows,
    }),
  ],
};
