import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAccounts } from '../../src/banks/accounts.ts';
import { seedDemo } from '../../src/service/demo.ts';
import { TRANSACTION_STATUSES, TRANSACTION_TYPES } from '../../src/transactions/domain/transaction.ts';
import {
  TRANSITION_KINDS,
  TRANSITIONS,
  type TransitionKind,
} from '../../src/transactions/domain/transition.ts';
import { readStatistics } from '../../src/transactions/statistics.ts';
import { type Credentials, call, DEPOSIT, depositFields, type Json, MERCHANT, OPERATOR } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { openTestContext, type TestContext } from '../support/app-context.ts';
import { readAudit } from '../support/audit.ts';
import { createClient, type TestClient } from '../support/entities.ts';
import type { Input } from '../support/graphql-calls.ts';
import { IS_LONG } from '../support/long.ts';
import { type ManualClockService, startWithoutTimers } from '../support/manual-clock-service.ts';
import { createRandom } from '../support/random.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { expectData, expectInvalid } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';
import { type Outcome, SURFACES } from '../support/surfaces.ts';
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

describe('stale sequence', () => {
  const RACERS = IS_LONG ? 48 : 12;
  const TRANSACTIONS = IS_LONG ? 3 : 1;
  const ROUNDS = 6;
  type Change = Exclude<keyof typeof TRANSITIONS, 'expire'>;

  const service = useService();

  /** The transitions that start in this status. */
  function changesFrom(status: string): Change[] {
    return TRANSITION_KINDS.filter(
      (kind): kind is Change => kind !== 'expire' && TRANSITIONS[kind].from === status,
    );
  }

  function inputOf(kind: Change, transactionId: string, sequence: number): Input {
    if (kind === 'cancel') return { transactionId, sequence };
    return { transactionId, sequence, reason: `requested ${kind}` };
  }

  interface Racer {
    readonly kind: Change;
    readonly as: Credentials;
    readonly outcome: Outcome;
  }

  /** Sends all transitions concurrently with the same sequence, rotating over the surfaces. The merchant cancels. */
  function race(calls: readonly (readonly [Change, Input])[], operators: readonly Credentials[]) {
    const sent = calls.map(async ([kind, input], index): Promise<Racer> => {
      const as = kind === 'cancel' ? MERCHANT : operators[index % operators.length]!;
      const surface = SURFACES[index % SURFACES.length]!;
      return {
        kind,
        as,
        outcome: await surface.run(service(), { operation: `${kind}Transaction`, input, as }),
      };
    });
    return Promise.all(sent);
  }

  async function operators(): Promise<Credentials[]> {
    const made = Array.from({ length: 5 }, () => createClient(service(), { role: 'operator' }));
    return [OPERATOR, ...(await Promise.all(made))];
  }

  async function eventsOf(transactionId: string) {
    const page = await service().dependencies.db.query('listEvents', {
      filter: { transactionId },
      page: { limit: 100 },
    });
    return page!.items.map(({ event }) => event);
  }

  /** Asserts that one kind of call of one key wins, and that all others report the new sequence. @returns the winner. */
  function expectOneWinner(racers: readonly Racer[], sequence: number): Racer {
    const [winner] = racers.filter(({ outcome }) => outcome.data);
    expect(winner!.outcome.data).toMatchObject({
      sequence: sequence + 1,
      status: TRANSITIONS[winner!.kind].to,
    });
    for (const { kind, as, outcome } of racers) {
      if (kind === winner!.kind && as === winner!.as) {
        expect(outcome.data, outcome.text).toEqual(winner!.outcome.data);
        continue;
      }
      expect(outcome, outcome.text).toMatchObject({ status: 409, error: { type: 'error_stale_sequence' } });
      expect(outcome.error!.fields).toEqual(['sequence']);
      expect(outcome.error!.message).toContain(
        `is ${winner!.outcome.data.status} with sequence ${sequence + 1};`,
      );
      expect(outcome.text).toContain(`sequence is ${sequence + 1} by now.`);
    }
    return winner!;
  }

  /** Asserts that each event starts in the status in which the previous one ended. */
  async function expectChain(transactionId: string, kinds: readonly Change[]): Promise<void> {
    const events = await eventsOf(transactionId);
    expect(events.map((event) => event.kind)).toEqual(kinds);
    expect(events.map((event) => event.sequence)).toEqual(kinds.map((_, index) => index + 2));
    for (const [index, event] of events.entries()) {
      expect(event.from).toBe(index === 0 ? 'pending' : events[index - 1]!.to);
      expect([event.from, event.to]).toEqual(Object.values(TRANSITIONS[event.kind as TransitionKind]));
    }
    expect(new Set(events.map((event) => event.id)).size).toBe(events.length);
    const stored = await service().dependencies.db.read('findTransaction', transactionId);
    const last = events.at(-1)!;
    expect(stored).toMatchObject({ sequence: last.sequence, status: last.to, statusReason: last.reason });
  }

  async function create(): Promise<string> {
    return expectData(await call(service(), DEPOSIT, { body: depositFields() })).transactionId;
  }

  test('of many operators with the same sequence one wins in every round, and the events form one chain', async () => {
    const random = createRandom(SEED);
    const all = await operators();
    for (let times = 0; times < TRANSACTIONS; times += 1) {
      const transactionId = await create();
      const kinds: Change[] = [];
      let status = 'pending';
      for (let sequence = 1; sequence <= ROUNDS; sequence += 1) {
        const possible = changesFrom(status);
        const calls = Array.from({ length: RACERS }, () => {
          const kind = random.pick(possible);
          return [kind, inputOf(kind, transactionId, sequence)] as const;
        });
        const winner = expectOneWinner(await race(calls, all), sequence);
        kinds.push(winner.kind);
        status = winner.outcome.data.status;
      }
      await expectChain(transactionId, kinds);
    }
  });

  test('another sequence is refused in every status but to who repeats, also a future one', async () => {
    const transactionId = await create();
    const all = await operators();
    expectOneWinner(await race([['settle', inputOf('settle', transactionId, 1)]], all), 1);
    const kinds: Change[] = ['reject', 'reverse', 'correct', 'cancel'];
    const stale = [1, 3, 999_999].flatMap((sequence) =>
      kinds.map((kind) => [kind, inputOf(kind, transactionId, sequence)] as const),
    );
    for (const { outcome } of await race(stale, all)) {
      expect(outcome.error?.type, outcome.text).toBe('error_stale_sequence');
      expect(outcome.text).toContain('sequence is 2 by now.');
    }
    await expectChain(transactionId, ['settle']);
  });

  test('of cancels without a sequence and settlements one wins, and the events form one chain', async () => {
    const all = await operators();
    for (let times = 0; times < 4; times += 1) {
      const transactionId = await create();
      const calls = Array.from({ length: 12 }, (_, index): readonly [Change, Input] =>
        index % 2 === times % 2
          ? ['cancel', { transactionId }]
          : ['settle', inputOf('settle', transactionId, 1)],
      );
      const racers = await race(calls, all);
      const kind = (await eventsOf(transactionId))[0]!.kind === 'settle' ? 'settle' : 'cancel';
      // A repeated cancel returns the cancelled transaction, so all cancels get the same response.
      const refusal = { settle: 'error_stale_sequence', cancel: 'error_transition_not_allowed' };
      const settler = racers.find(({ kind, outcome }) => kind === 'settle' && outcome.data)?.as;
      for (const racer of racers) {
        const won = racer.kind === kind && (kind === 'cancel' || racer.as === settler);
        if (won && kind === 'settle') expect(racer.outcome.data).toMatchObject({ sequence: 2 });
        if (won && kind === 'cancel') expect(racer.outcome.data).toMatchObject({ sequence: 2 });
        if (!won) expect(racer.outcome.error?.type).toBe(refusal[racer.kind as 'settle' | 'cancel']);
      }
      await expectChain(transactionId, [kind]);
    }
  });
});

describe('state machine', () => {
  const RUNS = IS_LONG ? 38 : 2;
  const STEPS = RUNS * 300;

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
    expect(steps).toBeGreaterThanOrEqual(STEPS);
    expect([...undoCounts.keys()].sort()).toEqual(UNDO_RESULTS);
    // So few runs do not meet every one.
    if (IS_LONG) expect([...requestCounts.keys()].sort()).toEqual(allPairs().sort());
    expect(undoCounts.get('undone')).toBeGreaterThan(UNDONE);
    expect(happenedCount).toBeGreaterThan(UNDONE);
  });
});

describe('seen by', () => {
  const WORDS = 'The <name> does not match & more';

  /** Everything that somebody outside the desk, or the desk, is told of one rejected deposit. */
  interface Told {
    readonly callback: Json;
    readonly detail: Json;
    readonly listed: Json;
    readonly feed: Json;
    readonly page: string;
    readonly history: Json;
    readonly audited: Json;
  }

  async function rejectAndRead(fields: Readonly<Record<string, string>>): Promise<Told> {
    const userId = `told-${receiver.deliveries.length}`;
    const { transactionId, url } = await service.deposit(merchant, { userId });
    await service.transition('reject', transactionId, { fields: { sequence: '1', ...fields } });
    await service.callbackWorker.idle();
    const ask = async (target: string, as: Credentials) => expectData(await service.ask(target, { as }));
    const events = `/v1/events?transactionId=${transactionId}`;
    const page = await fetch(service.url + new URL(url).pathname);
    return {
      callback: JSON.parse(receiver.deliveries.at(-1)!.body),
      detail: await ask(`/v1/transactions/${transactionId}`, merchant),
      listed: (await ask(`/v1/transactions?userId=${encodeURIComponent(userId)}`, merchant)).items[0],
      feed: (await ask(events, merchant)).items[0],
      page: await page.text(),
      history: (await ask(events, OPERATOR)).items[0],
      audited: JSON.parse((await readAudit(service.databasePath)).at(-1)!.after_json!),
    };
  }

  let receiver: Receiver;
  let service: ManualClockService;
  let merchant: TestClient;
  beforeAll(async () => {
    receiver = await startReceiver();
    service = await startWithoutTimers();
    merchant = await service.merchantOf(receiver);
  });
  afterAll(async () => {
    await expectAgreement(service.databasePath);
    await service.stop();
    await receiver[Symbol.asyncDispose]();
  });

  const reasons = ({ callback, detail, listed, feed }: Told) =>
    [callback, detail, listed, feed].map(({ statusReason }) => statusReason);

  test('a reason for nobody else is in the history only', async () => {
    const told = await rejectAndRead({ reason: WORDS, seenBy: 'nobody' });
    expect(reasons(told)).toEqual(Array(4).fill('rejected_by_operator'));
    for (const outside of [told.callback, told.detail, told.listed, told.feed]) {
      expect(JSON.stringify(outside)).not.toContain('does not match');
      expect(outside).not.toHaveProperty('internalReason');
      expect(outside).not.toHaveProperty('seenBy');
    }
    expect(told.page).not.toContain('does not match');
    expect(told.history).toMatchObject({
      statusReason: 'rejected_by_operator',
      internalReason: WORDS,
      seenBy: 'nobody',
    });
    expect(told.audited).toMatchObject({ statusReason: 'rejected_by_operator', seenBy: 'nobody' });
    expect(JSON.stringify(told.audited)).not.toContain('does not match');
  });

  test('a reason for the merchant is in its callback, details, list and feed, and not on the payment page', async () => {
    for (const seenBy of [{ seenBy: 'merchant' }, {}]) {
      const told = await rejectAndRead({ reason: WORDS, ...seenBy } as Record<string, string>);
      expect(reasons(told)).toEqual(Array(4).fill(WORDS));
      expect(told.page).not.toContain('does not match');
      expect(told.history).toMatchObject({ statusReason: WORDS, internalReason: null });
    }
  });

  test('a reason for the payer also stands on the payment page, as text', async () => {
    const told = await rejectAndRead({ reason: WORDS, seenBy: 'payer' });
    expect(reasons(told)).toEqual(Array(4).fill(WORDS));
    expect(told.page).toContain('The &lt;name&gt; does not match &amp; more');
  });

  test('every transition that takes a reason respects seenBy', async () => {
    const { transactionId } = await service.withdraw(merchant);
    const fields = (sequence: number) => ({ sequence: String(sequence), reason: WORDS, seenBy: 'nobody' });
    const settled = await service.transition('settle', transactionId, { fields: fields(1) });
    const reversed = await service.transition('reverse', transactionId, { fields: fields(2) });
    const corrected = await service.transition('correct', transactionId, { fields: fields(3) });
    expect([settled, reversed, corrected].map(({ statusReason }) => statusReason)).toEqual([
      null,
      'reversed',
      null,
    ]);
    const { transactionId: other } = await service.withdraw(merchant);
    const cancelled = await service.transition('cancel', other, { fields: fields(1) });
    expect(cancelled.statusReason).toBe('cancelled_by_client');
    for (const { event } of [...(await service.events(transactionId)), ...(await service.events(other))])
      expect(event).toMatchObject({ internalReason: WORDS, seenBy: 'nobody' });
  });

  test('a cancel with the words of an operator is still cancelled for the payer, and repeats for the client', async () => {
    const { transactionId, url } = await service.deposit(merchant);
    const fields = { sequence: '1', reason: WORDS, seenBy: 'merchant' };
    await service.transition('cancel', transactionId, { fields });
    const page = await (await fetch(service.url + new URL(url).pathname)).text();
    expect(page).toContain('class="outcome cancelled"');
    const repeated = await service.transition('cancel', transactionId, { as: merchant });
    expect(repeated).toMatchObject({ statusReason: WORDS, sequence: 2 });
  });

  test('seenBy needs a reason, is one of three, and is refused from a merchant', async () => {
    const { transactionId } = await service.deposit(merchant);
    const ask = (verb: string, body: Json, as: Credentials = OPERATOR) =>
      service.ask(`/v1/transactions/${transactionId}/${verb}`, { as, body });
    expectInvalid(await ask('reject', { sequence: '1', seenBy: 'nobody' }), 'seenBy');
    expectInvalid(await ask('reject', { sequence: '1', reason: WORDS, seenBy: 'everybody' }), 'seenBy');
    expectInvalid(await ask('cancel', { reason: WORDS }, merchant), 'reason');
    expectInvalid(await ask('cancel', { reason: WORDS, seenBy: 'nobody' }, merchant), 'reason');
    expectInvalid(await ask('cancel', { sequence: '1', seenBy: 'nobody' }), 'seenBy');
    expect(await service.events(transactionId)).toEqual([]);
  });
});
