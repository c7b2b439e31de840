import {
  expireTestTransaction,
  rejectTestTransaction,
  reverseTestTransaction,
  settleTestTransaction,
} from '../../src/operations/sandbox/transitions.ts';
import type { MutationFields } from '../bridge/builder.ts';
import { inputFrom } from '../bridge/input.ts';
import { runInEnvelope } from '../bridge/run.ts';
import { TransactionEnvelope } from './transitions.ts';

const SettleInput = inputFrom('SettleTestTransactionInput', settleTestTransaction.input);
const RejectInput = inputFrom('RejectTestTransactionInput', rejectTestTransaction.input);
const ReverseInput = inputFrom('ReverseTestTransactionInput', reverseTestTransaction.input);
const ExpireInput = inputFrom('ExpireTestTransactionInput', expireTestTransaction.input);

/** Only test keys may send these. */
export const sandboxMutations: MutationFields = (t) => ({
  settleTestTransaction: t.field({
    description: 'Settles a transaction of a test key, as the desk does when the money has come.',
    type: TransactionEnvelope,
    args: { input: t.arg({ type: SettleInput, required: true }) },
    resolve: (_root, { input }, context) => runInEnvelope(settleTestTransaction, context, input),
  }),
  rejectTestTransaction: t.field({
    description: 'Rejects a transaction of a test key.',
    type: TransactionEnvelope,
    args: { input: t.arg({ type: RejectInput, required: true }) },
    resolve: (_root, { input }, context) => runInEnvelope(rejectTestTransaction, context, input),
  }),
  reverseTestTransaction: t.field({
    description: 'Reverses a successful transaction of a test key: its money went back.',
    type: TransactionEnvelope,
    args: { input: t.arg({ type: ReverseInput, required: true }) },
    resolve: (_root, { input }, context) => runInEnvelope(reverseTestTransaction, context, input),
  }),
  expireTestTransaction: t.field({
    description: 'Expires a pending deposit of a test key, whatever time it has left.',
    type: TransactionEnvelope,
    args: { input: t.arg({ type: ExpireInput, required: true }) },
    resolve: (_root, { input }, context) => runInEnvelope(expireTestTransaction, context, input),
  }),
});
