import {
  expireTestTransaction,
  rejectTestTransaction,
  reverseTestTransaction,
  settleTestTransaction,
} from '../../src/sandbox/transitions.ts';
import type { MutationFields } from '../bridge/builder.ts';
import { inputFrom } from '../bridge/input.ts';
import { runsInputInEnvelope } from '../bridge/operation-field.ts';
import { TransactionEnvelope } from './transitions.ts';

const SettleInput = inputFrom('SettleTestTransactionInput', settleTestTransaction.input);
const RejectInput = inputFrom('RejectTestTransactionInput', rejectTestTransaction.input);
const ReverseInput = inputFrom('ReverseTestTransactionInput', reverseTestTransaction.input);
const ExpireInput = inputFrom('ExpireTestTransactionInput', expireTestTransaction.input);

/** Only test keys may send these. */
export const sandboxMutations: MutationFields = (t) => ({
  settleTestTransaction: t.field({
    ...runsInputInEnvelope(settleTestTransaction, SettleInput),
    type: TransactionEnvelope,
  }),
  rejectTestTransaction: t.field({
    ...runsInputInEnvelope(rejectTestTransaction, RejectInput),
    type: TransactionEnvelope,
  }),
  reverseTestTransaction: t.field({
    ...runsInputInEnvelope(reverseTestTransaction, ReverseInput),
    type: TransactionEnvelope,
  }),
  expireTestTransaction: t.field({
    ...runsInputInEnvelope(expireTestTransaction, ExpireInput),
    type: TransactionEnvelope,
  }),
});
