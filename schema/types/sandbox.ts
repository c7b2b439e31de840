import { callbackFailureView, failTestCallbacks } from '../../src/operations/sandbox/callback-failures.ts';
import { advanceTestClock, testClockView } from '../../src/operations/sandbox/clock.ts';
import {
  expireTestTransaction,
  rejectTestTransaction,
  reverseTestTransaction,
  settleTestTransaction,
} from '../../src/operations/sandbox/transitions.ts';
import type { MutationFields } from '../bridge/builder.ts';
import { CallbackFailureKind } from '../bridge/enums.ts';
import { inputFrom } from '../bridge/input.ts';
import { objectFrom } from '../bridge/output.ts';
import { run, runInEnvelope } from '../bridge/run.ts';
import { TransactionEnvelope } from './transitions.ts';

const SettleInput = inputFrom('SettleTestTransactionInput', settleTestTransaction.input);
const RejectInput = inputFrom('RejectTestTransactionInput', rejectTestTransaction.input);
const ReverseInput = inputFrom('ReverseTestTransactionInput', reverseTestTransaction.input);
const ExpireInput = inputFrom('ExpireTestTransactionInput', expireTestTransaction.input);
const TestClock = objectFrom('TestClock', testClockView, 'The clock of a test key.');
objectFrom('TestCallbackFailure', callbackFailureView, 'Deliveries of callbacks that are still to go wrong.');
const TestCallbackFailures = objectFrom(
  'TestCallbackFailures',
  failTestCallbacks.output,
  'What is still to go wrong with the callbacks of a test key, in this order.',
);

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
  advanceTestClock: t.field({
    description: 'Moves the clock of the test key forward. What is due by it then happens at once.',
    type: TestClock,
    args: { advanceSeconds: t.arg.int({ required: true }) },
    resolve: (_root, args, context) => run(advanceTestClock, context, args),
  }),
  failTestCallbacks: t.field({
    description: 'Asks that the next deliveries of callbacks go wrong. A count of 0 takes it back.',
    type: TestCallbackFailures,
    args: {
      kind: t.arg({
        type: CallbackFailureKind,
        description: 'May be left out with a count of 0, for all kinds.',
      }),
      count: t.arg.int({ description: 'From 0 to 20; 1 by default.' }),
    },
    resolve: (_root, args, context) => run(failTestCallbacks, context, args),
  }),
});
