import { accountChoice, clientChoice, listFilterChoices } from '../../src/operations/admin/filter-choices.ts';
import { changeView, listLastChanges } from '../../src/operations/transactions/changes.ts';
import {
  addNote,
  claimWithdrawal,
  clearBlacklistMark,
  markWithdrawalSent,
  releaseWithdrawal,
  undoTransition,
} from '../../src/operations/transactions/desk.ts';
import {
  settleError,
  settleItem,
  settleResult,
  settleTransactions,
} from '../../src/operations/transactions/settle-many.ts';
import type { MutationFields, QueryFields } from '../bridge/builder.ts';
import { inputFrom } from '../bridge/input.ts';
import { objectFrom } from '../bridge/output.ts';
import { run, runInEnvelope } from '../bridge/run.ts';
import { costs } from '../server/cost.ts';
import { TransactionEnvelope } from './transitions.ts';

const SettleItem = inputFrom('SettleItem', settleItem);
const LastChange = objectFrom('LastChange', changeView, 'The last change of a transaction, and who made it.');
objectFrom('AccountChoice', accountChoice, 'An account, as a filter names it.');
objectFrom('ClientChoice', clientChoice, 'A merchant, as a filter names it.');
const FilterChoices = objectFrom(
  'FilterChoices',
  listFilterChoices.output,
  'What the desk can narrow a list by.',
);
objectFrom('SettleError', settleError, 'Why a transaction was not settled.');
const SettleResult = objectFrom(
  'SettleResult',
  settleResult,
  'What became of one transaction: either the transaction or the error is null.',
);

function itemCount({ items }: Readonly<Record<string, unknown>>): number {
  return Array.isArray(items) ? items.length : 1;
}

export const deskQueries: QueryFields = (t) => ({
  filterChoices: t.field({
    description: 'The accounts and merchants that the desk can narrow a list by.',
    type: FilterChoices,
    resolve: (_root, args, context) => run(listFilterChoices, context, args),
  }),
  lastChanges: t.field({
    description: 'The last change of each of up to 100 transactions; null for one without a change.',
    type: [LastChange],
    nullable: { list: false, items: true },
    args: { transactionIds: t.arg.stringList({ required: true }) },
    ...costs({ size: ({ transactionIds }) => (Array.isArray(transactionIds) ? transactionIds.length : 1) }),
    resolve: (_root, args, context) => run(listLastChanges, context, args),
  }),
});

export const deskMutations: MutationFields = (t) => ({
  undoTransition: t.field({
    description: 'Undoes the last transition of a transaction while its callback is held back.',
    type: TransactionEnvelope,
    args: {
      transactionId: t.arg.string({ required: true }),
      sequence: t.arg.int({ required: true, description: 'The sequence of the transition.' }),
    },
    resolve: (_root, args, context) => runInEnvelope(undoTransition, context, args),
  }),
  settleTransactions: t.field({
    description:
      'Settles up to 200 deposits. One that is refused does not stop the others. Withdrawals are refused.',
    type: [SettleResult],
    args: {
      items: t.arg({ type: [SettleItem], required: true }),
      holdSeconds: t.arg.int({ description: 'Holds the callbacks back, from 0 to 30; 0 by default.' }),
    },
    ...costs({ size: itemCount }),
    resolve: (_root, args, context) => run(settleTransactions, context, args),
  }),
  claimWithdrawal: t.field({
    description: 'Claims a pending withdrawal for paying it, or keeps the claim for longer.',
    type: TransactionEnvelope,
    args: {
      transactionId: t.arg.string({ required: true }),
      takeOverFrom: t.arg.string({
        description:
          'The `holderAppKey` that was seen: takes it over from this operator, and from no other. Needed also when that claim has ended, since its holder may have paid.',
      }),
    },
    resolve: (_root, args, context) => runInEnvelope(claimWithdrawal, context, args),
  }),
  markWithdrawalSent: t.field({
    description:
      'Says that the caller has sent the withdrawal to the bank. Its claim then ends no more by itself.',
    type: TransactionEnvelope,
    args: { transactionId: t.arg.string({ required: true }) },
    resolve: (_root, args, context) => runInEnvelope(markWithdrawalSent, context, args),
  }),
  clearBlacklistMark: t.field({
    description: 'Lets a transaction go on that the blacklist stops. Later entries stop it again.',
    type: TransactionEnvelope,
    args: {
      transactionId: t.arg.string({ required: true }),
      reason: t.arg.string({ required: true, description: 'Why, as a note. Up to 1,000 characters.' }),
    },
    resolve: (_root, args, context) => runInEnvelope(clearBlacklistMark, context, args),
  }),
  releaseWithdrawal: t.field({
    description: 'Ends the claim of the caller.',
    type: TransactionEnvelope,
    args: { transactionId: t.arg.string({ required: true }) },
    resolve: (_root, args, context) => runInEnvelope(releaseWithdrawal, context, args),
  }),
  addNote: t.field({
    description: 'Adds a note for other operators to a transaction.',
    type: TransactionEnvelope,
    args: {
      transactionId: t.arg.string({ required: true }),
      text: t.arg.string({ required: true, description: 'Up to 1,000 characters.' }),
    },
    resolve: (_root, args, context) => runInEnvelope(addNote, context, args),
  }),
});
