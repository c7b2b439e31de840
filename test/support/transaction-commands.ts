import fc from 'fast-check';
import { expect } from 'vitest';
import type { Operation } from '../../src/operations/operation.ts';
import { createDeposit, createWithdrawal } from '../../src/transactions/create.ts';
import { claimWithdrawal, markWithdrawalSent, undoTransition } from '../../src/transactions/desk.ts';
import * as transitions from '../../src/transactions/transitions.ts';
import { depositFields, type Json, MERCHANT, withdrawalFields } from '../harness.ts';
import type { TestContext } from './app-context.ts';
import { eventually } from './eventually.ts';
import {
  KINDS,
  type Kind,
  type ModelTransaction,
  SEQUENCE_KINDS,
  type TransactionModel,
  type TransitionRequest,
} from './transaction-model.ts';

/** The number of transactions that exist at a time. */
export const SLOTS = 24;

const OPERATIONS: Readonly<Record<Kind, Operation>> = {
  settle: transitions.settleTransaction,
  reject: transitions.rejectTransaction,
  cancel: transitions.cancelTransaction,
  reverse: transitions.reverseTransaction,
  correct: transitions.correctTransaction,
};

const TTL_MS = 30 * 60_000;

/** The number of requests of each transition in each status with each kind of sequence, over all runs. */
export const requestCounts = new Map<string, number>();
function count(...words: readonly unknown[]): void {
  const pair = words.join(' ');
  requestCounts.set(pair, (requestCounts.get(pair) ?? 0) + 1);
}

/** The number of results of undo requests, over all runs. */
export const undoCounts = new Map<string, number>();

type Command = fc.AsyncCommand<TransactionModel, TestContext>;

/** Makes a command that can always run. */
function command(name: string, run: Command['run']): Command {
  return { check: () => true, run, toString: () => name };
}

/** Replaces the transactions of some slots by new ones. */
const create = fc
  .array(
    fc.record({
      slot: fc.nat(SLOTS - 1),
      isDeposit: fc.boolean(),
      amountMinor: fc.integer({ min: 1000, max: 99_999 }),
    }),
    {
      minLength: 4,
      maxLength: SLOTS,
    },
  )
  .map((drafts) =>
    command(`create ${JSON.stringify(drafts)}`, async (model, appContext) => {
      for (const { slot, isDeposit, amountMinor } of drafts) {
        const fields = isDeposit ? depositFields() : withdrawalFields();
        const input = { ...fields, amount: amountMinor / 100, onBehalfOf: MERCHANT.appKey };
        const operation: Operation = isDeposit ? createDeposit : createWithdrawal;
        const { transactionId: id, bankAccountIban: account } = (await appContext.run(
          operation,
          input,
        )) as Json;
        const createdAtMs = appContext.clock.nowMs();
        // Sent to the bank, so that the claim does not end while the clock moves.
        const isClaimed = !isDeposit && amountMinor % 4 > 0;
        if (isClaimed) await appContext.run(claimWithdrawal, { transactionId: id });
        if (isClaimed) await appContext.run(markWithdrawalSent, { transactionId: id });
        model.put(slot, {
          id,
          type: isDeposit ? 'deposit' : 'withdrawal',
          amountMinor,
          createdAtMs,
          account,
          isClaimed,
        });
      }
    }),
  );

const request: fc.Arbitrary<TransitionRequest> = fc.record({
  slot: fc.nat(SLOTS - 1),
  kind: fc.constantFrom(...KINDS),
  sequenceKind: fc.constantFrom('right' as const, 'right' as const, ...SEQUENCE_KINDS),
  finalAmountMinor: fc.option(fc.integer({ min: 1, max: 99_999 }), { nil: undefined }),
  acceptDifference: fc.constantFrom(true, true, false, undefined),
  reason: fc.option(fc.constantFrom('late', 'their words', 'ü 😀'), { nil: undefined, freq: 4 }),
  holdSeconds: fc.constantFrom(undefined, 0, 8, 30, 30),
  isPaidOut: fc.constantFrom(true, true, true, false),
});

/** Many concurrent requests, some about the same transaction. They share commits and keep their order. */
const concurrentRequests = fc.array(request, { minLength: 52, maxLength: 100 }).map((requests) =>
  command(`ask ${JSON.stringify(requests)}`, async (model, appContext) => {
    const [account] = await appContext.dependencies.db.read('listEveryAccount');
    const known = requests.flatMap((one) => {
      const transaction = model.slots[one.slot];
      return transaction ? [{ one: fitting(one, transaction), transaction }] : [];
    });
    // The limits of the bank are read before a final amount is compared, and accounts before one is named: these come last.
    // A sign of one with holdSeconds is looked up before.
    const inOrder = [0, 1, 2].flatMap((reads) =>
      [false, true].flatMap((isHeld) =>
        known.filter(({ one }) => readsOf(one) === reads && Boolean(one.holdSeconds) === isHeld),
      ),
    );
    const sent = inOrder.flatMap(({ one, transaction }) => {
      count(transaction.status, one.kind, one.sequenceKind);
      const input = {
        ...inputOf(one, transaction, model),
        ...(one.isPaidOut && { ...PAYMENT, paidFromAccountId: account?.id }),
      };
      const error = model.ask(transaction, one, appContext.clock.nowMs());
      const response = ask(appContext, OPERATIONS[one.kind], input);
      return [{ one, expected: error ?? viewOf(transaction), response }];
    });
    for (const { one, expected, response } of sent)
      expect(await response, JSON.stringify(one)).toEqual(expected);
  }),
);

const PAYMENT = { bankReference: 'FT-1' };

/**
 * Only a withdrawal is paid out. It is requested without a final amount, so that all requests about one read the same.
 */
function fitting(one: TransitionRequest, { type }: ModelTransaction): TransitionRequest {
  const isPaidOut =
    one.isPaidOut && type === 'withdrawal' && (one.kind === 'settle' || one.kind === 'correct');
  return { ...one, isPaidOut, finalAmountMinor: type === 'withdrawal' ? undefined : one.finalAmountMinor };
}

function readsOf(one: TransitionRequest): number {
  if (one.isPaidOut) return 2;
  return pays(one) ? 1 : 0;
}

function pays({ kind, finalAmountMinor }: TransitionRequest): boolean {
  return (kind === 'settle' || kind === 'correct') && finalAmountMinor !== undefined;
}

function inputOf(given: TransitionRequest, transaction: ModelTransaction, model: TransactionModel) {
  const { kind, sequenceKind, finalAmountMinor = 0, acceptDifference, reason, holdSeconds } = given;
  return {
    transactionId: transaction.id,
    sequence: model.sequenceOf(transaction, sequenceKind),
    ...(pays(given) && { finalAmount: finalAmountMinor / 100, acceptDifference }),
    ...(kind !== 'cancel' && { reason }),
    holdSeconds,
  };
}

/** @returns the transaction after the transition, or the error type. */
async function ask(appContext: TestContext, operation: Operation, input: Json): Promise<unknown> {
  try {
    const {
      transactionId: id,
      status,
      statusReason,
      finalAmount,
      sequence,
      updatedAt,
    } = (await appContext.run(operation, input)) as Json;
    return { id, status, statusReason, finalAmount, sequence, updatedAt };
  } catch (error) {
    return (error as { type?: string }).type ?? error;
  }
}

function viewOf({ id, status, statusReason, finalAmountMinor, sequence, updatedAtMs }: ModelTransaction) {
  const finalAmount = finalAmountMinor === null ? null : finalAmountMinor / 100;
  return { id, status, statusReason, finalAmount, sequence, updatedAt: new Date(updatedAtMs).toISOString() };
}

/** Undoes planned decisions, most of them shortly after they were made. */
const undo = fc
  .array(
    fc.record({
      slot: fc.nat(SLOTS - 1),
      sequenceKind: fc.constantFrom('right' as const, 'right' as const, 'right' as const, ...SEQUENCE_KINDS),
    }),
    { minLength: 10, maxLength: 30 },
  )
  .map((requests) =>
    command(`undo ${JSON.stringify(requests)}`, async (model, appContext) => {
      const sent = requests.flatMap((one) => {
        const transaction = model.slots[one.slot];
        if (!transaction) return [];
        const sequence = model.sequenceOf(transaction, one.sequenceKind);
        const error = model.undo(transaction, one);
        undoCounts.set(error ?? 'undone', (undoCounts.get(error ?? 'undone') ?? 0) + 1);
        const response = ask(appContext, undoTransition, { transactionId: transaction.id, sequence });
        return [{ one, expected: error ?? viewOf(transaction), response }];
      });
      for (const { one, expected, response } of sent)
        expect(await response, JSON.stringify(one)).toEqual(expected);
    }),
  );

/** Runs the sweep at a time when some transactions are due. */
const expire = fc
  .array(fc.record({ slot: fc.nat(SLOTS - 1), isDue: fc.boolean() }), { minLength: 10, maxLength: 30 })
  .map((checks) =>
    command(`expire ${JSON.stringify(checks)}`, async (model, { dependencies, clock }) => {
      const sent = checks.flatMap(({ slot, isDue }) => {
        const transaction = model.slots[slot];
        if (!transaction) return [];
        count(transaction.type, transaction.status, isDue ? 'due' : 'early');
        const dueAtMs = transaction.createdAtMs + TTL_MS;
        const isChanged = model.expire(transaction, isDue, clock.nowMs());
        const response = dependencies.transactions.transition({
          transactionId: transaction.id,
          command: { kind: 'expire', steadyNowMs: isDue ? dueAtMs : dueAtMs - 1 },
          actor: { kind: 'service', clientId: null },
        });
        return [{ isChanged, sequence: transaction.sequence, response }];
      });
      for (const { isChanged, sequence, response } of sent)
        expect(await response).toMatchObject({ kind: 'stored', isChanged, transaction: { sequence } });
    }),
  );

/** Runs the due plans. Clients are notified of each, and of nothing earlier. */
const runDue = fc.constant(
  command('run due plans', async (model, { dependencies, clock }) => {
    const leaving = new AbortController();
    const published: unknown[] = [];
    const stream = dependencies.bus.subscribe('a client', leaving.signal, {
      matches(transaction, audience) {
        if (audience === 'all') published.push(stateOf(transaction));
        return false;
      },
    });
    await dependencies.transactions.runDuePlans();
    expect(stream).toBeDefined();
    const expected = model.runDue(clock.nowMs()).map(stateOf);
    happenedCount += expected.length;
    await eventually(() => expect(published).toEqual(expected));
    leaving.abort();
  }),
);

/** The number of plans that have happened, over all runs. */
export let happenedCount = 0;

function stateOf(transaction: Pick<ModelTransaction, 'id' | (typeof STATE)[number]>) {
  return Object.fromEntries((['id', ...STATE] as const).map((key) => [key, transaction[key]]));
}

const STATE = ['status', 'statusReason', 'endedAs', 'finalAmountMinor', 'sequence', 'updatedAtMs'] as const;

const waitShortly = fc
  .integer({ min: 1, max: 20_000 })
  .map((durationMs) => command(`wait ${durationMs}`, async (_, { clock }) => clock.advance(durationMs)));

const wait = fc
  .integer({ min: 1, max: 8 * 3_600_000 })
  .map((durationMs) => command(`wait ${durationMs}`, async (_, { clock }) => clock.advance(durationMs)));

/** Commands in their proportions; most are requests. */
export const transactionCommands = [
  create,
  concurrentRequests,
  concurrentRequests,
  concurrentRequests,
  concurrentRequests,
  undo,
  undo,
  runDue,
  runDue,
  expire,
  wait,
  waitShortly,
];
