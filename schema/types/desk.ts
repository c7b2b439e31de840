import { accountChoice, clientChoice, listFilterChoices } from '../../src/admin/filter-choices.ts';
import { fieldProblemView } from '../../src/operations/problem-view.ts';
import { changeView, listLastChanges } from '../../src/transactions/changes.ts';
import {
  addNote,
  claimWithdrawal,
  clearBlacklistMark,
  markWithdrawalSent,
  releaseWithdrawal,
  undoTransition,
} from '../../src/transactions/desk.ts';
import {
  settleError,
  settleItem,
  settleResult,
  settleTransactions,
} from '../../src/transactions/settle-many.ts';
import type { MutationFields, QueryFields } from '../bridge/builder.ts';
import { inputFrom } from '../bridge/input.ts';
import { runs, runsInEnvelope } from '../bridge/operation-field.ts';
import { objectFrom } from '../bridge/output.ts';
import { PER_ITEM } from '../server/cost.ts';
import { TransactionEnvelope } from './transitions.ts';

const _SettleItem = inputFrom('SettleItem', settleItem);
const LastChange = objectFrom('LastChange', changeView, 'The last change of a transaction, and who made it.');
objectFrom('AccountChoice', accountChoice, 'An account, as a filter names it.');
objectFrom('ClientChoice', clientChoice, 'A merchant, as a filter names it.');
const FilterChoices = objectFrom(
  'FilterChoices',
  listFilterChoices.output,
  'What the desk can narrow a list by.',
);
objectFrom('FieldProblem', fieldProblemView, 'What is wrong with one field of a request.');
objectFrom('SettleError', settleError, 'Why a transaction was not settled.');
const SettleResult = objectFrom(
  'SettleResult',
  settleResult,
  'What became of one transaction: either the transaction or the error is null.',
);

export const deskQueries: QueryFields = (t) => ({
  filterChoices: t.field({ ...runs(listFilterChoices), type: FilterChoices }),
  lastChanges: t.field({
    ...runs(listLastChanges, {
      size: ({ transactionIds }) => (Array.isArray(transactionIds) ? transactionIds.length : 1),
    }),
    type: [LastChange],
    nullable: { list: false, items: true },
  }),
});

export const deskMutations: MutationFields = (t) => ({
  undoTransition: t.field({ ...runsInEnvelope(undoTransition), type: TransactionEnvelope }),
  settleTransactions: t.field({ ...runs(settleTransactions, PER_ITEM), type: [SettleResult] }),
  claimWithdrawal: t.field({ ...runsInEnvelope(claimWithdrawal), type: TransactionEnvelope }),
  markWithdrawalSent: t.field({ ...runsInEnvelope(markWithdrawalSent), type: TransactionEnvelope }),
  clearBlacklistMark: t.field({ ...runsInEnvelope(clearBlacklistMark), type: TransactionEnvelope }),
  releaseWithdrawal: t.field({ ...runsInEnvelope(releaseWithdrawal), type: TransactionEnvelope }),
  addNote: t.field({ ...runsInEnvelope(addNote), type: TransactionEnvelope }),
});
