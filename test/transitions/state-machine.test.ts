import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listAccounts } from '../../src/banks/accounts.ts';
import { seedDemo } from '../../src/service/demo.ts';
import { TRANSACTION_STATUSES, TRANSACTION_TYPES } from '../../src/transactions/domain/transaction.ts';
import { readStatistics } from '../../src/transactions/statistics.ts';
import { expectAgreement } from '../support/agreement.ts';
import { openTestContext, type TestContext } from '../support/app-context.ts';
import { IS_LONG } from '../support/long.ts';
import { COMMANDS_IN_ORDER } from '../support/test-database.ts';
import {
  happenedCount,
  requestCounts,
  SLOTS,
  transactionCommands,
  undoCounts,
} from '../support/transaction-commands.ts';
import { KINDS, type ModelEvent, SEQUENCE_KINDS, TransactionModel } from '../support/transaction-model.ts';

const SEED = 20_261_120;
const RUNS = IS_LONG ? 38 : 6;
const STEPS = RUNS * 450;
/** Also the least number of plans that happen. */
const UNDONE = RUNS * 2.5;
const UNDO_RESULTS = [
  'error_stale_sequence',
  'error_transition_not_allowed',
  'error_undo_too_late',
  'error_validation',
  'undone',
];

/** All events, in the order of the feed. */
async function readHistory({ dependencies }: TestContext): Promise<ModelEvent[]> {
  const history: ModelEvent[] = [];
  let after: string | undefined;
  for (let pages = 0; pages < 1000; pages += 1) {
    const page = await dependencies.db.query('listEvents', { filter: {}, page: { after, limit: 500 } });
    for (const { event } of page?.items ?? []) {
      const { transactionId, kind, from, to, reason, finalAmountMinor, sequence, occurredAtMs } = event;
      const actor = event.actor.kind as ModelEvent['actor'];
      history.push({
        transactionId,
        kind,
        from,
        to,
        reason,
        finalAmountMinor,
        sequence,
        actor,
        occurredAtMs,
      } as ModelEvent);
      after = event.id;
    }
    if (!page?.hasMore) return history;
  }
  return expect.fail('the history has no end');
}

/** Asserts that rows, events, counters and the use of accounts equal those of the model. */
async function expectSame(model: TransactionModel, appContext: TestContext): Promise<void> {
  expect(await readHistory(appContext)).toEqual(model.history);
  const stored = await appContext.dependencies.db.read(
    'findTransactions',
    model.all.map(({ id }) => id),
  );
  const byId = new Map(stored.map((transaction) => [transaction.id, transaction]));
  for (const { settledAfterMs: _, account: __, plan: ___, isClaimed: ____, ...expected } of model.all)
    expect(byId.get(expected.id)).toMatchObject(expected);
  for (const { iban, usedToday } of await appContext.run(listAccounts, {}))
    expect(usedToday, iban).toBe(model.usedOf(iban, appContext.clock.nowMs()));
  const span = { from: '2026-11-01T00:00:00Z', to: '2027-03-01T00:00:00Z' };
  const rows = await appContext.run(readStatistics, { ...span, groupBy: 'type' });
  expect(rows).toEqual(
    TRANSACTION_TYPES.map((type) => ({ key: type, name: null, ...model.countsOf(type) })).filter(
      ({ createdCount }) => createdCount > 0,
    ),
  );
}

/** Every status with every transition and every kind of sequence, and with the sweep before and after its expiry. */
function allPairs(): string[] {
  const requests = TRANSACTION_STATUSES.flatMap((status) =>
    KINDS.flatMap((kind) => SEQUENCE_KINDS.map((sequenceKind) => `${status} ${kind} ${sequenceKind}`)),
  );
  const sweeps = TRANSACTION_TYPES.flatMap((type) =>
    TRANSACTION_STATUSES.flatMap((status) => [`${type} ${status} due`, `${type} ${status} early`]),
  );
  return [...requests, ...sweeps];
}

test('after any commands in any order, transactions, events, counters and the use of accounts follow the table of transitions', async () => {
  let events = 0;
  const runs = fc.asyncProperty(
    fc.commands(transactionCommands, { maxCommands: 90, size: 'max' }),
    async (commands) => {
      await using appContext = await openTestContext({ env: COMMANDS_IN_ORDER });
      await seedDemo(appContext.dependencies);
      const model = new TransactionModel(SLOTS);
      await fc.asyncModelRun(() => ({ model, real: appContext }), commands);
      await expectSame(model, appContext);
      await expectAgreement(appContext.databasePath);
      events += model.history.length;
    },
  );
  await fc.assert(runs, { seed: SEED, numRuns: RUNS, endOnFailure: true });
  const steps = [...requestCounts.values()].reduce((sum, times) => sum + times, 0);
  const least = Math.min(...allPairs().map((pair) => requestCounts.get(pair) ?? 0));
  process.stdout.write(
    `state machine: seed ${SEED}, ${steps} steps, ${events} transitions, ${requestCounts.size} pairs, each at least ${least} times, ${undoCounts.get('undone')} undone\n`,
  );
  expect([...requestCounts.keys()].sort()).toEqual(allPairs().sort());
  expect(steps).toBeGreaterThanOrEqual(STEPS);
  expect([...undoCounts.keys()].sort()).toEqual(UNDO_RESULTS);
  expect(undoCounts.get('undone')).toBeGreaterThan(UNDONE);
  expect(happenedCount).toBeGreaterThan(UNDONE);
});
