import {
  cancelTransaction,
  correctTransaction,
  rejectTransaction,
  reverseTransaction,
  settleTransaction,
} from '../../src/operations/transactions/transitions.ts';
import type { MutationFields } from '../bridge/builder.ts';
import { inputFrom } from '../bridge/input.ts';
import { envelopeOf } from '../bridge/output.ts';
import { runInEnvelope } from '../bridge/run.ts';
import { Transaction } from './transactions.ts';

export const TransactionEnvelope = envelopeOf('TransactionEnvelope', Transaction);
const SettleInput = inputFrom('SettleTransactionInput', settleTransaction.input);
const RejectInput = inputFrom('RejectTransactionInput', rejectTransaction.input);
const ReverseInput = inputFrom('ReverseTransactionInput', reverseTransaction.input);
const CorrectInput = inputFrom('CorrectTransactionInput', correctTransaction.input);
const CancelInput = inputFrom('CancelTransactionInput', cancelTransaction.input);

export const transitionMutations: MutationFields = (t) => ({
  settleTransaction: t.field({
    description: 'Makes a pending transaction successful: the money came in or went out.',
    type: TransactionEnvelope,
    args: { input: t.arg({ type: SettleInput, required: true }) },
    resolve: (_root, { input }, context) => runInEnvelope(settleTransaction, context, input),
  }),
  rejectTransaction: t.field({
    description: 'Makes a pending transaction unsuccessful.',
    type: TransactionEnvelope,
    args: { input: t.arg({ type: RejectInput, required: true }) },
    resolve: (_root, { input }, context) => runInEnvelope(rejectTransaction, context, input),
  }),
  reverseTransaction: t.field({
    description: 'Makes a successful transaction unsuccessful: the money went back.',
    type: TransactionEnvelope,
    args: { input: t.arg({ type: ReverseInput, required: true }) },
    resolve: (_root, { input }, context) => runInEnvelope(reverseTransaction, context, input),
  }),
  correctTransaction: t.field({
    description: 'Makes an unsuccessful transaction successful, such as after a late payment.',
    type: TransactionEnvelope,
    args: { input: t.arg({ type: CorrectInput, required: true }) },
    resolve: (_root, { input }, context) => runInEnvelope(correctTransaction, context, input),
  }),
  cancelTransaction: t.field({
    description: 'Cancels a pending transaction.',
    type: TransactionEnvelope,
    args: { input: t.arg({ type: CancelInput, required: true }) },
    resolve: (_root, { input }, context) => runInEnvelope(cancelTransaction, context, input),
  }),
});
