import {
  attemptView,
  listCallbackAttempts,
  redeliverCallback,
  redeliverFailedCallbacks,
} from '../../src/operations/callbacks/callbacks.ts';
import { eventView, listEvents } from '../../src/operations/callbacks/events.ts';
import {
  cancelTransaction,
  correctTransaction,
  rejectTransaction,
  reverseTransaction,
  settleTransaction,
} from '../../src/operations/transactions/transitions.ts';
import { builder } from '../bridge/builder.ts';
import { run, runInEnvelope } from '../bridge/field.ts';
import { inputOf } from '../bridge/input.ts';
import { envelopeOf, objectFrom } from '../bridge/output.ts';
import { Transaction } from './transactions.ts';

const Event = objectFrom('Event', eventView, 'A change of a transaction, as its client is told of it.');
const EventPage = objectFrom('EventPage', listEvents.output, 'Events in the order they were committed.');
objectFrom('CallbackAttempt', attemptView, 'One attempt to deliver a callback.');
const AttemptPage = objectFrom('CallbackAttemptPage', listCallbackAttempts.output, 'Attempts, newest first.');
const Redelivered = objectFrom(
  'RedeliveredCallbacks',
  redeliverFailedCallbacks.output,
  'How many callbacks are delivered anew.',
);
const TransactionEnvelope = envelopeOf('TransactionEnvelope', Transaction);

const SettleInput = inputOf('SettleTransactionInput', settleTransaction);
const RejectInput = inputOf('RejectTransactionInput', rejectTransaction);
const ReverseInput = inputOf('ReverseTransactionInput', reverseTransaction);
const CorrectInput = inputOf('CorrectTransactionInput', correctTransaction);
const CancelInput = inputOf('CancelTransactionInput', cancelTransaction);

builder.queryFields((t) => ({
  events: t.field({
    description: 'What happened to transactions, in the order in which it was committed.',
    type: EventPage,
    args: {
      transactionId: t.arg.string(),
      appKey: t.arg.string({ description: 'The client, for those who see all.' }),
      after: t.arg.string({ description: 'The eventId of the last event that is known.' }),
      limit: t.arg.int(),
    },
    resolve: (_root, args, context) => run(listEvents, context, args),
  }),
  callbackAttempts: t.field({
    description: 'Attempts to deliver callbacks, newest first.',
    type: AttemptPage,
    args: {
      transactionId: t.arg.string(),
      eventId: t.arg.string(),
      appKey: t.arg.string({ description: 'The client, for those who see all.' }),
      after: t.arg.string({ description: 'The nextCursor of the page before.' }),
      limit: t.arg.int(),
    },
    resolve: (_root, args, context) => run(listCallbackAttempts, context, args),
  }),
}));

builder.mutationFields((t) => ({
  settleTransaction: t.field({
    description: 'Makes a pending transaction successful.',
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
    description: 'Makes a successful transaction unsuccessful.',
    type: TransactionEnvelope,
    args: { input: t.arg({ type: ReverseInput, required: true }) },
    resolve: (_root, { input }, context) => runInEnvelope(reverseTransaction, context, input),
  }),
  correctTransaction: t.field({
    description: 'Makes an unsuccessful transaction successful.',
    type: TransactionEnvelope,
    args: { input: t.arg({ type: CorrectInput, required: true }) },
    resolve: (_root, { input }, context) => runInEnvelope(correctTransaction, context, input),
  }),
  cancelTransaction: t.field({
    description: 'Takes a pending transaction back.',
    type: TransactionEnvelope,
    args: { input: t.arg({ type: CancelInput, required: true }) },
    resolve: (_root, { input }, context) => runInEnvelope(cancelTransaction, context, input),
  }),
  redeliverCallback: t.field({
    description: 'Delivers the callback of an event anew.',
    type: Event,
    args: { eventId: t.arg.string({ required: true }) },
    resolve: (_root, args, context) => run(redeliverCallback, context, args),
  }),
  redeliverFailedCallbacks: t.field({
    description: 'Delivers anew all callbacks of a client that were given up.',
    type: Redelivered,
    args: { appKey: t.arg.string({ required: true }) },
    resolve: (_root, args, context) => run(redeliverFailedCallbacks, context, args),
  }),
}));
