import { beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../src/kernel/role.ts';
import {
  type Credentials,
  call,
  DEMO_BANK_ID,
  DEPOSIT,
  depositFields,
  type Json,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { createClient, newIban } from '../support/entities.ts';
import type { Input } from '../support/graphql-calls.ts';
import { IS_LONG } from '../support/long.ts';
import {
  HOUR_MS,
  type ManualClockService,
  MINUTE_MS,
  SECOND_MS,
  startWithoutTimers,
} from '../support/manual-clock-service.ts';
import { OPERATIONS, operationOf } from '../support/operations.ts';
import { startReceiver, status } from '../support/receiver.ts';
import { type Desk, openDesk } from '../support/reconciliation.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { type Sample, scrape } from '../support/scrape.ts';
import { useService } from '../support/shared-service.ts';
import { STREAM_SURFACES } from '../support/streams.ts';
import { openSubscription } from '../support/subscriptions.ts';
import { SURFACES } from '../support/surfaces.ts';

const service = useService();

const MODES = ['live', 'test'] as const;
type Mode = (typeof MODES)[number];
const otherOf = (mode: Mode): Mode => (mode === 'live' ? 'test' : 'live');

const STAFF = ['viewer', 'operator', 'admin'] as const;
const ROLES_OF_ALL = ['merchant', ...STAFF] as const;

const keyOf = (mode: Mode, role: Role): Credentials => ({
  appKey: `walk-${mode}-${role}`,
  secret: `walk-${mode}-${role}-secret`,
});

/** The ids of a mode, which the other one must never be shown. */
interface Made {
  readonly pending: string;
  readonly settled: string;
  readonly withdrawal: string;
  readonly eventId: string;
  readonly ids: readonly string[];
}
const made = {} as Record<Mode, Made>;

/** The same names in both modes: only the key tells them apart. */
const PERSON = { userName: 'walker', name: 'Wanda Walker' };
const USER_ID = 'walk-user';
const PROCESS_ID = 'walk-process';

/** What a mode is shown is the same on every surface. */
function run(operation: string, input: Input, as: Credentials) {
  const surface = SURFACES.toReversed().find(({ offers }) => offers(operation))!;
  return surface.run(service(), { operation, input, as });
}

function send(target: string, as: Credentials, body: Record<string, string>) {
  return call(service(), target, { method: 'POST', sign: 'timed', as, body });
}

async function makeOf(mode: Mode): Promise<Made> {
  const merchant = keyOf(mode, 'merchant');
  const operator = keyOf(mode, 'operator');
  const deposit = async (changes: Record<string, string>) =>
    expectData(await send(DEPOSIT, merchant, depositFields({ ...PERSON, ...changes }))).transactionId;
  const settled = await deposit({ userId: USER_ID, processId: `${PROCESS_ID}-settled`, amount: '77.70' });
  expectData(await send(`/v1/transactions/${settled}/settle`, operator, { sequence: '1' }));
  const pending = await deposit({ userId: USER_ID, processId: PROCESS_ID, amount: '77.70' });
  const late = await deposit({ userId: 'walk-late', processId: `${PROCESS_ID}-late` });
  expectData(await send(`/v1/transactions/${late}/reject`, operator, { sequence: '1' }));
  expectData(await send(`/v1/transactions/${late}/correct`, operator, { sequence: '2', reason: 'late' }));
  const { transactionId: withdrawal } = expectData(await send(WITHDRAW, merchant, withdrawalFields(PERSON)));
  const rejected = expectData(await send(WITHDRAW, merchant, withdrawalFields(PERSON))).transactionId;
  expectData(await send(`/v1/transactions/${rejected}/reject`, operator, { sequence: '1' }));
  await service().callbackWorker.idle();
  const events = await service().dependencies.db.query('listEvents', {
    filter: { transactionId: settled, isTest: mode === 'test' },
    page: { limit: 10 },
  });
  const eventId = events?.items[0]?.event.id ?? expect.fail('no event');
  return { pending, settled, withdrawal, eventId, ids: [pending, settled, late, withdrawal, rejected] };
}

beforeAll(async () => {
  const receiver = await startReceiver({ respond: status(410) });
  for (const mode of MODES)
    for (const role of ROLES_OF_ALL)
      await createClient(service(), {
        ...keyOf(mode, role),
        role,
        isTest: mode === 'test',
        callbackUrl: role === 'merchant' ? receiver.url : null,
      });
  for (const mode of MODES) made[mode] = await makeOf(mode);
  await receiver[Symbol.asyncDispose]();
});

const YEAR = { from: '2026-01-01T00:00:00Z', to: '2026-12-31T00:00:00Z' };
const RECENT = () => ({
  from: new Date(Date.now() - 86_400_000).toISOString(),
  to: new Date(Date.now() + 86_400_000).toISOString(),
});

/** Every read of several transactions, with inputs that take each of its ways through the database. */
const READS: Readonly<Record<string, readonly (() => Input)[]>> = {
  listTransactions: [
    () => ({}),
    () => ({ status: 'pending' }),
    () => ({ status: 'successful' }),
    () => ({ reason: ['rejected'] }),
    () => ({ isLate: true }),
    () => ({ isSent: false }),
    () => ({ type: 'withdrawal' }),
    () => ({ userId: USER_ID }),
    () => ({ processId: PROCESS_ID }),
    () => ({ bankId: DEMO_BANK_ID, ...RECENT() }),
    ...['Wanda', '77.70', USER_ID, PROCESS_ID, 'TR330006100519786457841326', '1326'].map((query) => () => ({
      query,
    })),
    () => ({ query: made.live.pending }),
    () => ({ query: made.test.pending }),
  ],
  sumTransactions: [() => ({}), () => ({ query: 'Wanda' })],
  readQueueTotals: [() => ({}), () => ({ type: 'deposit' }), () => ({ query: 'Wanda' })],
  readStatistics: ['day', 'bank', 'type', 'client'].map((groupBy) => () => ({ ...RECENT(), groupBy })),
  listEvents: [() => ({ limit: 100 }), ...MODES.map((mode) => () => ({ transactionId: made[mode].settled }))],
  listCallbackAttempts: [
    () => ({ limit: 100 }),
    ...MODES.map((mode) => () => ({ transactionId: made[mode].settled })),
    ...MODES.map((mode) => () => ({ eventId: made[mode].eventId })),
  ],
  readCallbackSummary: [() => ({})],
  listFilterChoices: [() => ({})],
  listAudit: [
    () => ({ limit: 100, operation: 'settleTransaction' }),
    ...MODES.map((mode) => () => ({ target: made[mode].settled })),
  ],
  getTransactions: [() => ({ transactionIds: [...made.live.ids, ...made.test.ids] })],
  search: [() => ({ query: 'Wanda' }), ...MODES.map((mode) => () => ({ query: made[mode].pending }))],
  listLastChanges: [() => ({ transactionIds: [...made.live.ids, ...made.test.ids] })],
};

/** The same calls by id, with an id or an appKey of the other mode: each is refused. */
const CROSSINGS: Readonly<Record<string, (other: Mode) => Input>> = {
  getTransaction: (other) => ({ transactionId: made[other].pending }),
  listTransactions: (other) => ({ appKey: keyOf(other, 'merchant').appKey }),
  sumTransactions: (other) => ({ appKey: keyOf(other, 'merchant').appKey }),
  readQueueTotals: (other) => ({ appKey: keyOf(other, 'merchant').appKey }),
  readStatistics: (other) => ({
    ...RECENT(),
    groupBy: 'day',
    appKey: keyOf(other, 'merchant').appKey,
  }),
  listEvents: (other) => ({ appKey: keyOf(other, 'merchant').appKey }),
  listCallbackAttempts: (other) => ({ appKey: keyOf(other, 'merchant').appKey }),
  listFailedCallbacks: (other) => ({ appKey: keyOf(other, 'merchant').appKey }),
  redeliverFailedCallbacks: (other) => ({ appKey: keyOf(other, 'merchant').appKey }),
  redeliverCallback: (other) => ({ eventId: made[other].eventId }),
  settleTransaction: (other) => ({ transactionId: made[other].pending, sequence: 1 }),
  rejectTransaction: (other) => ({ transactionId: made[other].pending, sequence: 1 }),
  reverseTransaction: (other) => ({ transactionId: made[other].settled, sequence: 2, reason: 'no' }),
  correctTransaction: (other) => ({ transactionId: made[other].settled, sequence: 2, reason: 'no' }),
  cancelTransaction: (other) => ({ transactionId: made[other].pending }),
  undoTransition: (other) => ({ transactionId: made[other].settled, sequence: 2 }),
  claimWithdrawal: (other) => ({ transactionId: made[other].withdrawal }),
  releaseWithdrawal: (other) => ({ transactionId: made[other].withdrawal }),
  markWithdrawalSent: (other) => ({ transactionId: made[other].withdrawal }),
  clearBlacklistMark: (other) => ({ transactionId: made[other].withdrawal, reason: 'no' }),
  addNote: (other) => ({ transactionId: made[other].withdrawal, text: 'no' }),
  createDeposit: (other) => ({
    ...depositFields(),
    amount: 500,
    onBehalfOf: keyOf(other, 'merchant').appKey,
  }),
  createWithdrawal: (other) => ({
    ...withdrawalFields(),
    amount: 500,
    onBehalfOf: keyOf(other, 'merchant').appKey,
  }),
};

/** The operations that both modes share. */
const SHARED: readonly string[] = [
  'whoAmI',
  'signIn',
  'subscribeToTransactions',
  'settleTransactions',
  'listAvailableBanks',
  'listReasonTemplates',
];
const OF_TESTS = /TestTransaction/;
/** Refused to test keys. It reads lines, which are about no test. */
const OF_LINES = 'listLinesOfTransaction';
const names = OPERATIONS.map(({ name }) => name);
const hasPayer = (name: string) => operationOf(name).roles.includes('payer');

/** The time of an answer is no part of what it says. */
const withoutTimes = (text: string) => text.replaceAll(/"responseTime":"[^"]*"/g, '');

test.each(MODES)('a %s key counts what its own mode has, and nothing more', async (mode) => {
  const as = keyOf(mode, 'operator');
  const ask = async (target: string) =>
    expectData(await call(service(), target, { as, sign: 'timed' })) as Json;
  expect(await ask('/v1/queue-totals')).toEqual({
    waiting: 2,
    sent: 0,
    deposits: 1,
    withdrawals: 1,
    inPayouts: 0,
  });
  const listed = await ask('/v1/transactions?limit=100');
  expect(listed.items.map((item: Json) => item.transactionId).sort()).toEqual([...made[mode].ids].sort());
  expect(listed.items.every((item: Json) => item.test === (mode === 'test' ? true : undefined))).toBe(true);
  const events = await ask('/v1/events?limit=100');
  expect(events.items).toHaveLength(4);
  const [summary, ...rest] = (await ask('/v1/callbacks/summary')).items;
  expect([summary, rest]).toMatchObject([{ appKey: `walk-${mode}-merchant`, failed: 4 }, []]);
  const attempts = await ask('/v1/callback-attempts?limit=100');
  expect(attempts.items).toHaveLength(4);
});

describe.each(MODES)('a %s key', (mode) => {
  const other = otherOf(mode);
  const strange = () => [...made[other].ids, made[other].eventId, `walk-${other}-merchant`];

  // The staff read alike. An admin has every read, and a merchant its own ones.
  test.each(IS_LONG ? ROLES_OF_ALL : (['merchant', 'admin'] as const))(
    'of a %s is shown nothing of the other mode by any read',
    async (role) => {
      const wrong: string[] = [];
      for (const [operation, inputs] of Object.entries(READS)) {
        if (!operationOf(operation).roles.includes(role)) continue;
        for (const input of inputs) {
          const { text, error } = await run(operation, input(), keyOf(mode, role));
          const where = `${operation} ${JSON.stringify(input())}`;
          if (error) wrong.push(`${where}: ${error.message}`);
          // The ids of the request are in answers to nobody.
          for (const id of strange()) if (text.includes(id)) wrong.push(`${where} shows ${id}`);
        }
      }
      expect(wrong).toEqual([]);
    },
  );

  test('finds nothing of the other mode by an id or an appKey', async () => {
    const wrong: string[] = [];
    for (const [operation, input] of Object.entries(CROSSINGS)) {
      const { error, text } = await run(operation, input(other), keyOf(mode, 'admin'));
      const expected = /^error_(transaction_not_found|validation|site_not_found)$/;
      if (!error || !expected.test(error.type)) wrong.push(`${operation}: ${withoutTimes(text)}`);
    }
    expect(wrong).toEqual([]);
  });

  test.each(STREAM_SURFACES)('streams its own mode alone over %s', async (surface) => {
    for (const role of IS_LONG ? ROLES_OF_ALL : (['merchant', 'admin'] as const)) {
      const stream = await openSubscription(service(), surface, { input: {}, as: keyOf(mode, role) });
      const create = async (of: Mode) =>
        expectData(await send(WITHDRAW, keyOf(of, 'merchant'), withdrawalFields(PERSON))).transactionId;
      const [strangeId, ownId] = [await create(other), await create(mode)];
      expect(await stream.next()).toBe(ownId);
      stream.close();
      for (const [of, id] of [[other, strangeId] as const, [mode, ownId] as const])
        expectData(await send(`/v1/transactions/${id}/cancel`, keyOf(of, 'merchant'), {}));
    }
  });
});

test('every operation either reads one mode, or is refused to the other kind of keys', () => {
  const known = [...Object.keys(READS), ...Object.keys(CROSSINGS), ...SHARED];
  const others = names.filter((name) => !known.includes(name) && !hasPayer(name) && !OF_TESTS.test(name));
  const rest = others.filter((name) => name !== OF_LINES);
  // The rest concerns real money or the whole service.
  expect(rest.filter((name) => /transaction|deposit|withdraw|event|callback(?!s)/i.test(name))).toEqual([]);
});

test('a deposit of a test key has an account that is no account', async () => {
  const deposit = expectData(
    await send(DEPOSIT, keyOf('test', 'merchant'), depositFields({ userId: 'walk-account' })),
  );
  expect(deposit).toMatchObject({
    bankAccountName: 'TEST - SEND NO MONEY',
    bankAccountIban: 'TR000000000000000000000000',
  });
  const accounts = await service().dependencies.db.read('listEveryAccount');
  expect(accounts.some(({ iban }) => iban === deposit.bankAccountIban)).toBe(false);
  expectData(await send(`/v1/transactions/${deposit.transactionId}/cancel`, keyOf('test', 'merchant'), {}));
  const year = new URLSearchParams({ ...YEAR, groupBy: 'client' });
  expectFailure(
    await call(service(), `/v1/statements?${year}`, { as: keyOf('test', 'viewer'), sign: 'timed' }),
    'not_authorized',
  );
});

/** Values of the database are read once in this time. */
const CACHE_MS = 5 * SECOND_MS;
const OF_STORAGE =
  /^bank_transfers_(outbox_depth|outbox_oldest_age_seconds|pending|statement_lines_waiting)$/;
/** From the oldest age of the gauges to the youngest: how much later the next transactions are made. */
const GAPS_MS = [23 * HOUR_MS, 3 * HOUR_MS, 50 * MINUTE_MS, 10 * MINUTE_MS, 0];

/** The gauges that tell what the database holds, without those that are 0. */
async function readGauges(service: ManualClockService): Promise<Record<string, number>> {
  service.clock.advance(CACHE_MS);
  const samples = (await scrape(service.metricsUrl)).filter(({ name }) => OF_STORAGE.test(name));
  expect(new Set(samples.map(({ name }) => name)).size).toBe(4);
  const nameOf = ({ name, labels }: Sample) => [name.slice(15), ...Object.values(labels)].join(' ');
  return Object.fromEntries(samples.flatMap((one) => (one.value === 0 ? [] : [[nameOf(one), one.value]])));
}

test('no gauge of /metrics counts what test keys have made: of no age, and in no outbox', async () => {
  await using receiver = await startReceiver({ respond: status(503) });
  await using own = await startWithoutTimers({ env: { METRICS_PORT: '0' } });
  const live = await own.merchantOf(receiver);
  const as = await createClient(own, { isTest: true, callbackUrl: receiver.url });
  const makeTest = async () => {
    await own.deposit(as);
    const { transactionId } = await own.withdraw(as);
    expectData(await own.ask(`/v1/test/transactions/${transactionId}/settle`, { as, body: {} }));
    await own.withdraw(as);
  };
  const make = async (makeOne: () => Promise<void>) => {
    for (const gapMs of GAPS_MS) {
      await makeOne();
      own.clock.advance(gapMs);
    }
    await own.callbackWorker.idle();
  };
  await makeTest();
  await make(async () => void (await own.deposit(as)));
  expect(await readGauges(own)).toEqual({});
  // A live callback waits from now on, for less long than those of tests.
  await make(async () => void (await own.deposit(live)));
  const { transactionId } = await own.withdraw(live);
  await own.transition('settle', transactionId, { fields: { sequence: '1' } });
  await own.callbackWorker.idle();
  await makeTest();
  expect(await readGauges(own)).toEqual({
    outbox_depth: 1,
    outbox_oldest_age_seconds: CACHE_MS / SECOND_MS,
    'pending deposit over_24h': 1,
    'pending deposit 2h_to_24h': 1,
    'pending deposit 30m_to_2h': 1,
    'pending deposit 5m_to_30m': 1,
    'pending deposit under_5m': 1,
  });
});

describe('a line of a bank statement', () => {
  const AYSE = { name: 'Ayşe Yılmaz', amount: '812.34' };
  const PAID = { amountMinor: 81_234, name: 'AYSE YILMAZ' };

  /** A desk with a test key, and an operator who sees what that makes. */
  async function openWithTests() {
    const desk = await openDesk();
    const as = await createClient(desk.service, { isTest: true });
    const tester = await createClient(desk.service, { isTest: true, role: 'operator' });
    const detail = async (id: string): Promise<Json> =>
      expectData(await desk.service.ask(`/v1/transactions/${id}`, { as: tester }));
    return { desk, as, detail, [Symbol.asyncDispose]: () => desk[Symbol.asyncDispose]() };
  }

  const idsOf = ({ candidates }: Json): readonly string[] =>
    candidates.map(({ transaction }: Json) => transaction.transactionId);

  /** Expects that a line is about nothing, and that nobody can make it about a test. */
  async function expectStrange(desk: Desk, line: Json, test: Json, tests: readonly Json[]): Promise<void> {
    const detail = await desk.line(line.lineId);
    expect(detail.line).toMatchObject({ state: 'unknown', transactionId: null });
    expect(idsOf(detail)).toEqual([]);
    for (const { transactionId } of tests)
      expect(JSON.stringify(detail.decisions)).not.toContain(transactionId);
    const confirmed = await desk.decide('confirm', line.lineId, { transactionId: test.transactionId });
    expectFailure(confirmed, 'error_transaction_not_found');
  }

  test('that fits a test deposit alone, by its reference, its id, its amount and its name, has no candidate', async () => {
    await using all = await openWithTests();
    const { desk, as, detail } = all;
    const tests: Json[] = [];
    for (const verb of [undefined, 'settle', 'reject', 'expire']) {
      const { transactionId } = await desk.service.deposit(as, AYSE);
      const path = `/v1/test/transactions/${transactionId}/${verb}`;
      if (verb) expectData(await desk.service.ask(path, { as, body: {} }));
      tests.push(await detail(transactionId));
    }
    const lines = await desk.receive(
      PAID,
      ...tests.flatMap(({ reference, transactionId }) => [
        { ...PAID, text: `${reference} odeme`, iban: newIban() },
        { ...PAID, endToEndId: transactionId },
      ]),
    );
    for (const [at, line] of lines.entries())
      await expectStrange(desk, line, tests[at % tests.length], tests);
    for (const test of tests) {
      expect(test.reference).toMatch(/^[0-9A-Z]{8}$/);
      expect(await detail(test.transactionId)).toEqual(test);
    }
  });

  test('that fits a live and a test deposit is about the live one alone', async () => {
    await using all = await openWithTests();
    const { desk, as, detail } = all;
    const made = await desk.service.deposit(as, AYSE);
    const before = await detail(made.transactionId);
    const live = await desk.deposit(AYSE);
    const [byName, byReference] = await desk.receive(
      { ...PAID, iban: newIban() },
      { ...PAID, text: `${before.reference} odeme` },
    );
    for (const line of [byName, byReference])
      expect(idsOf(await desk.line(line.lineId)), line.state).toEqual([live.transactionId]);
    expect(await detail(made.transactionId)).toEqual(before);
  });

  test('that is a debit pays no test withdrawal, alone or with others', async () => {
    await using all = await openWithTests();
    const { desk, as } = all;
    const iban = newIban();
    const one = await desk.service.withdraw(as, { amount: '731.01', iban, accountName: AYSE.name });
    await desk.service.withdraw(as, { amount: '268.99', iban: newIban() });
    const lines = await desk.receive(
      { amountMinor: -73_101, name: PAID.name, iban, text: one.transactionId },
      { amountMinor: -100_000, text: 'TOPLU ODEME' },
    );
    for (const line of lines) {
      const detail = await desk.line(line.lineId);
      expect([detail.line.state, idsOf(detail)]).toEqual(['other-debit', []]);
    }
  });

  test.each([
    ['has that amount and account', {}],
    ['is named by what was sent back', { isNamed: true }],
  ])('that was sent back settles nothing, although a test withdrawal %s', async (_title, of) => {
    await using all = await openWithTests();
    const { desk, as } = all;
    const iban = newIban();
    const to = 'isNamed' in of ? newIban() : iban;
    const test = await desk.service.withdraw(as, { amount: AYSE.amount, iban: to, accountName: AYSE.name });
    const live = await desk.deposit(AYSE);
    const [sent] = await desk.receive({
      amountMinor: -PAID.amountMinor,
      name: PAID.name,
      iban,
      text: 'Gonderilen EFT',
      ...('isNamed' in of && { endToEndId: test.transactionId }),
    });
    expect(sent.state).toBe('other-debit');
    const [line] = await desk.receive({ ...PAID, iban, text: live.reference });
    expect((await desk.line(line.lineId)).decisions[0].evidence).toContainEqual(
      expect.objectContaining({ code: 'taken-back' }),
    );
    expect(await desk.transaction(live.transactionId)).toMatchObject({ status: 'pending' });
  });
});
