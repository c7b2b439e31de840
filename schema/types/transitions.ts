import {
  cancelTransaction,
  correctTransaction,
  rejectTransaction,
  reverseTransaction,
  settleTransaction,
} from '../../src/transactions/transitions.ts';
import type { MutationFields } from '../bridge/builder.ts';
import { inputFrom } from '../bridge/input.ts';
import { runsInputInEnvelope } from '../bridge/operation-field.ts';
import { envelopeOf } from '../bridge/output.ts';
import { Transaction } from './transactions.ts';

export const TransactionEnvelope = envelopeOf('TransactionEnvelope', Transaction);
const SettleInput = inputFrom('SettleTransactionInput', settleTransaction.input);
const RejectInput = inputFrom('RejectTransactionInput', rejectTransaction.input);
const ReverseInput = inputFrom('ReverseTransactionInput', reverseTransaction.input);
const CorrectInput = inputFrom('CorrectTransactionInput', correctTransaction.input);
const CancelInput = inputFrom('CancelTransactionInput', cancelTransaction.input);

export const transitionMutations: MutationFields = (t) => ({
  settleTransaction: t.field({
    ...runsInputInEnvelope(settleTransaction, SettleInput),
    type: TransactionEnvelope,
  }),
  rejectTransaction: t.field({
    ...runsInputInEnvelope(rejectTransaction, RejectInput),
    type: TransactionEnvelope,
  }),
  reverseTransaction: t.field({
    ...runsInputInEnvelope(reverseTransaction, ReverseInput),
    type: TransactionEnvelope,
  }),
  correctTransaction: t.field({
    ...runsInputInEnvelope(correctTransaction, CorrectInput),
    type: TransactionEnvelope,
  }),
  cancelTransaction: t.field({
    ...runsInputInEnvelope(cancelTransaction, CancelInput),
    type: TransactionEnvelope,
  }),
});
