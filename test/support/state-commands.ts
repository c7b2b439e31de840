import fc from 'fast-check';
import { expect } from 'vitest';
import type { Operation } from '../../src/operations/operation.ts';
import { createDeposit } from '../../src/operations/transactions/deposits.ts';
import * as changes from '../../src/operations/transactions/transitions.ts';
import { createWithdrawal } from '../../src/operations/transactions/withdrawals.ts';
import { depositFields, type Json, MERCHANT, withdrawalFields } from '../harness.ts';
import type { TestContext } from './app-context.ts';
import {
  KINDS,
  type Kind,
  type ModelTransaction,
  SIGHTS,
  type Step,
  type TransactionModel,
} from './transaction-model.ts';

/** How many transactions can be asked about at a time. */
export const SLOTS = 24;

const OPERATIONS: Readonly<Record<Kind, Operation>> = {
  settle: changes.settleTransaction,
  reject: changes.rejectTransaction,
  cancel: changes.cancelTransaction,
  reverse: changes.reverseTransaction,
  correct: changes.correctTransaction,
};

const TTL_MS = 30 * 60_000;

/** How often each state was asked for each change, with which sequence, over all runs. */
export const pairs = new Map<string, number>();
function count(...words: readonly unknown[]): void {
  const pair = words.join(' ');
  pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
}

type Command = fc.AsyncCommand<TransactionModel, TestContext>;

/** A command that can always be run. */
function command(name: string, run: Command['run']): Command {
  return { check: () => true, run, toString: () => name };
}

/** New transactions in place of those that stand in the slots. */
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
        model.put(slot, {
          id,
          type: isDeposit ? 'deposit' : 'withdrawal',
          amountMinor,
          createdAtMs,
          account,
        });
      }
    }),
  );

const step: fc.Arbitrary<Step> = fc.record({
  slot: fc.nat(SLOTS - 1),
  kind: fc.constantFrom(...KINDS),
  sight: fc.constantFrom('right' as const, 'right' as const, ...SIGHTS),
  finalAmountMinor: fc.option(fc.integer({ min: 1, max: 99_999 }), { nil: undefined }),
  acceptDifference: fc.constantFrom(true, true, false, undefined),
  reason: fc.option(fc.constantFrom('late', 'their words', 'ü 😀'), { nil: undefined, freq: 4 }),
});

/** Many requests at once, some of them about the same transaction: they share commits, and keep their order. */
const volley = fc.array(step, { minLength: 40, maxLength: 90 }).map((asked) =>
  command(`ask ${JSON.stringify(asked)}`, async (model, appContext) => {
    // A given final amount is compared with the limits of the bank, which are read first: these come last.
    const inOrder = [...asked.filter((one) => !pays(one)), ...asked.filter(pays)];
    const sent = inOrder.flatMap((one) => {
      const transaction = model.slots[one.slot];
      if (!transaction) return [];
      count(transaction.status, one.kind, one.sight);
      const input = inputOf(one, transaction, model);
      const error = model.ask(transaction, one, appContext.clock.nowMs());
      return [{ one, expected: error ?? viewOf(transaction), answer: ask(appContext, one.kind, input) }];
    });
    for (const { one, expected, answer } of sent) expect(await answer, JSON.stringify(one)).toEqual(expected);
  }),
);

function pays({ kind, finalAmountMinor }: Step): boolean {
  return (kind === 'settle' || kind === 'correct') && finalAmountMinor !== undefined;
}

function inputOf(step: Step, transaction: ModelTransaction, model: TransactionModel) {
  const { kind, sight, finalAmountMinor = 0, acceptDifference, reason } = step;
  return {
    transactionId: transaction.id,
    sequence: model.sequenceOf(transaction, sight),
    ...(pays(step) && { finalAmount: finalAmountMinor / 100, acceptDifference }),
    ...(kind !== 'cancel' && { reason }),
  };
}

/** @returns the transaction behind the change, or the type of the error. */
async function ask(appContext: TestContext, kind: Kind, input: Json): Promise<unknown> {
  try {
    const {
      transactionId: id,
      status,
      statusReason,
      finalAmount,
      sequence,
      updatedAt,
    } = (await appContext.run(OPERATIONS[kind], input)) as Json;
    return { id, status, statusReason, finalAmount, sequence, updatedAt };
  } catch (error) {
    return (error as { type?: string }).type ?? error;
  }
}

function viewOf({ id, status, statusReason, finalAmountMinor, sequence, updatedAtMs }: ModelTransaction) {
  const finalAmount = finalAmountMinor === null ? null : finalAmountMinor / 100;
  return { id, status, statusReason, finalAmount, sequence, updatedAt: new Date(updatedAtMs).toISOString() };
}

/** The service itself comes by, at a moment when some are due. */
const expire = fc
  .array(fc.record({ slot: fc.nat(SLOTS - 1), isDue: fc.boolean() }), { minLength: 10, maxLength: 30 })
  .map((looks) =>
    command(`expire ${JSON.stringify(looks)}`, async (model, { dependencies, clock }) => {
      const sent = looks.flatMap(({ slot, isDue }) => {
        const transaction = model.slots[slot];
        if (!transaction) return [];
        count(transaction.type, transaction.status, isDue ? 'due' : 'early');
        const dueAtMs = transaction.createdAtMs + TTL_MS;
        const isChanged = model.expire(transaction, isDue, clock.nowMs());
        const answer = dependencies.transactions.transition({
          transactionId: transaction.id,
          command: { kind: 'expire', steadyNowMs: isDue ? dueAtMs : dueAtMs - 1 },
          actor: { kind: 'service', clientId: null },
        });
        return [{ isChanged, sequence: transaction.sequence, answer }];
      });
      for (const { isChanged, sequence, answer } of sent)
        expect(await answer).toMatchObject({ kind: 'stored', isChanged, transaction: { sequence } });
    }),
  );

const wait = fc
  .integer({ min: 1, max: 8 * 3_600_000 })
  .map((durationMs) => command(`wait ${durationMs}`, async (_, { clock }) => clock.advance(durationMs)));

/** What can happen to transactions, most of it requests. */
export const happenings = [create, volley, volley, expire, wait];
