import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setMetadataIfAbsent } from '../../db/maintenance/metadata.ts';
import {
  ADMIN,
  type Credentials,
  call,
  createClock,
  DEPOSIT,
  depositFields,
  type Json,
  MERCHANT,
  OPERATOR,
  startTestService,
  type TestService,
  temporaryFolder,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { openCommitted } from '../support/committed-rows.ts';
import { createAccount, createBank, createClient, type TestClient } from '../support/entities.ts';
import { eventually } from '../support/eventually.ts';
import {
  type Create,
  createInOneGroup,
  LONG_LOCK_TIMEOUT,
  ONE_GROUP_AT_ONCE,
} from '../support/grouped-creates.ts';
import { startLockHolder } from '../support/lock-holder.ts';
import { IS_LONG } from '../support/long.ts';
import {
  applyTransition,
  paymentOf,
  startManualClockService,
  storeDeposits,
  storeWithdrawals,
} from '../support/manual-clock-service.ts';
import { refuseInserts, runStatements } from '../support/refusing-database.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { type SeveralServices, startSeveral } from '../support/several-services.ts';
import { openStream, type Stream } from '../support/streams.ts';
import { onPostgres } from '../support/test-database.ts';

test('a fact that the database did not store is not reported as stored', async () => {
  await using service = await startTestService();
  const lost = onPostgres
    ? [
        'create function lose() returns trigger language plpgsql as $$ begin return null; end $$',
        'create trigger lost before insert on metadata for each row execute function lose()',
      ]
    : ['create trigger lost before insert on metadata begin select raise(ignore); end'];
  await runStatements(service.databasePath, lost);
  await expect(setMetadataIfAbsent(service.engine, 'a fact', 'lost')).rejects.toThrow();
});

describe('grouping', () => {
  const deposit = (changes: Record<string, string> = {}): Create => ({
    target: DEPOSIT,
    fields: depositFields(changes),
  });

  test('repeats and refusals among creates that are committed together do not disturb the order of the accounts', async () => {
    await using service = await startTestService(ONE_GROUP_AT_ONCE);
    const bank = await createBank(service, { withAccount: false });
    for (let made = 0; made < 3; made += 1) await createAccount(service, { bankId: bank.id });
    const stored = Array.from({ length: 6 }, () => deposit({ bankId: bank.id }));
    await createInOneGroup(service, stored);

    const next = stored.flatMap((repeat) => [deposit({ bankId: bank.id }), repeat]);
    await createInOneGroup(service, next);
    await using committed = openCommitted(service.databasePath);
    const accounts = (await committed.accounts(bank.id)).map((account) => account.id);
    const assigned = (await committed.transactions()).flatMap((row) => row.bank_account_id ?? []);
    expect(assigned).toEqual([...accounts, ...accounts, ...accounts, ...accounts]);
  });

  test('a deposit that repeats a pending one takes nothing from the daily limit of the others in its group', async () => {
    const clock = createClock();
    await using service = await startTestService({
      ...ONE_GROUP_AT_ONCE,
      platform: { nowMs: clock.nowMs },
    });
    const bank = await createBank(service, { withAccount: false });
    await createAccount(service, { bankId: bank.id, dailyLimitMinor: 150_000 });
    const [pendingUser, newUser] = [depositFields().userId!, depositFields().userId!];
    await createInOneGroup(service, [deposit({ bankId: bank.id, userId: pendingUser })]);
    clock.advance(86_400_000);

    const responses = await createInOneGroup(service, [
      deposit({ bankId: bank.id, userId: pendingUser }),
      deposit({ bankId: bank.id, userId: pendingUser }),
      deposit({ bankId: bank.id, userId: newUser }),
      deposit({ bankId: bank.id, userId: newUser }),
      deposit({ bankId: bank.id }),
      deposit({ bankId: bank.id }),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 503]);
    expect(responses.map(({ json }) => json.data?.alreadyPending ?? false)).toEqual([
      true,
      true,
      false,
      true,
      false,
      false,
    ]);
    expect(responses[5]!.json.error.type).toBe('error_no_account_available');
    await using committed = openCommitted(service.databasePath);
    expect(await committed.accounts(bank.id)).toMatchObject([{ pending_minor: 150_000, paid_minor: 0 }]);
  });

  const IS_POISON = "new.name = 'Poison'";

  /** On PostgreSQL a constraint refuses at the commit what the table would refuse on SQLite by a deferred reference. */
  const REFUSED_AT_COMMIT = onPostgres
    ? [
        "create function poison() returns trigger language plpgsql as $$ begin raise exception 'poisoned'; end $$",
        `create constraint trigger poison after insert on transactions deferrable initially deferred
       for each row when (${IS_POISON}) execute function poison()`,
      ]
    : [
        'create table creditors (id integer primary key)',
        'create table debts (owed integer references creditors (id) deferrable initially deferred)',
        `create trigger poison after insert on transactions when ${IS_POISON}
       begin insert into debts values (1); end`,
      ];

  /** Make one create impossible, as a bug or a damaged page would. Each gives what makes it possible again. */
  const POISONS = {
    'statement throws': (url: string) => refuseInserts(url, { table: 'transactions', condition: IS_POISON }),
    async 'commit fails'(url: string) {
      await runStatements(url, REFUSED_AT_COMMIT);
      return () => runStatements(url, [`drop trigger poison ${onPostgres ? 'on transactions' : ''}`]);
    },
  };

  test.each(Object.entries(POISONS))(
    'when the %s for one create, it fails alone and is not acknowledged',
    async (_, poison) => {
      await using service = await startTestService(ONE_GROUP_AT_ONCE);
      const creates = [
        deposit(),
        { target: WITHDRAW, fields: withdrawalFields({ name: 'Poison' }) },
        deposit(),
        deposit({ name: 'Poison' }),
        deposit(),
      ];
      const cure = await poison(service.databasePath);
      const responses = await createInOneGroup(service, creates);
      expect(responses.map(({ status }) => status)).toEqual([200, 500, 200, 500, 200]);
      await using committed = openCommitted(service.databasePath);
      for (const [index, { fields }] of creates.entries()) {
        const ids = (await committed.withProcessId(fields.processId!)).map((row) => row.id);
        const { json } = responses[index]!;
        expect(ids).toEqual(json.data ? [json.data.transactionId] : []);
      }

      await cure();
      const again = await createInOneGroup(service, creates);
      expect(again.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    },
  );
});

/** In the long run a minute, with the sessions cut every second. */
const CUTS = IS_LONG ? 60 : 2;

const PER_CUT = IS_LONG ? 50 : 20;

/** The next event that tells of something new: of a claim or a note it may tell more than once. */
async function nextThat(stream: Stream, isNew: (transaction: Json) => boolean): Promise<Json> {
  for (;;) {
    const transaction = await stream.payload();
    if (!transaction || isNew(transaction)) return transaction;
  }
}

const SELECTION = { selection: 'transactionId sequence status' };

describe.runIf(onPostgres)('several processes of one database', () => {
  let several: SeveralServices;
  let one: TestService;
  let other: TestService;
  beforeAll(async () => {
    several = await startSeveral(2);
    [one, other] = several.services as [TestService, TestService];
  });
  afterAll(() => several[Symbol.asyncDispose]());

  const ask = async (service: TestService, target: string, body: Record<string, string>): Promise<Json> =>
    expectData(await call(service, target, { as: OPERATOR, sign: 'timed', body }));
  const deposit = async (service: TestService, as: Credentials = MERCHANT): Promise<string> =>
    expectData(await call(service, DEPOSIT, { as, body: depositFields() })).transactionId;

  test('a subscriber of one process sees what another one creates, claims, notes and settles', async () => {
    using stream = await openStream(one, 'graphql', {
      selection: 'transactionId sequence status claim { holder } notes { text }',
    });
    const id = expectData(await call(other, WITHDRAW, { body: withdrawalFields() })).transactionId;
    expect(await stream.payload()).toMatchObject({ transactionId: id, sequence: 1 });
    await ask(other, `/v1/transactions/${id}/claim`, {});
    expect((await nextThat(stream, ({ claim }) => claim !== null)).notes).toEqual([]);
    await ask(other, `/v1/transactions/${id}/notes`, { text: 'paid by hand' });
    const noted = await nextThat(stream, ({ notes }) => notes.length > 0);
    expect(noted.notes).toMatchObject([{ text: 'paid by hand' }]);
    await ask(other, `/v1/transactions/${id}/settle`, { sequence: '1', ...(await paymentOf(other)) });
    const settled = await nextThat(stream, ({ sequence }) => sequence > 1);
    expect(settled).toMatchObject({ transactionId: id, sequence: 2, status: 'successful' });
  });

  test('a plan reaches only the desk of another process, and its client when it has happened', async () => {
    const merchant = await createClient(other);
    using desk = await openStream(one, 'graphql', { ...SELECTION, filter: { appKey: merchant.appKey } });
    using client = await openStream(one, 'graphql', { ...SELECTION, as: merchant });
    const id = await deposit(other, merchant);
    expect(await desk.payload()).toMatchObject({ sequence: 1 });
    expect(await client.payload()).toMatchObject({ sequence: 1 });
    await ask(other, `/v1/transactions/${id}/settle`, { sequence: '1', holdSeconds: '30' });
    expect(await desk.payload()).toMatchObject({ transactionId: id, sequence: 1 });
    const second = await deposit(other, merchant);
    expect(await client.payload()).toMatchObject({ transactionId: second, sequence: 1 });
    await several.database.query('update planned_transitions set due_at_ms = 0');
    await other.planRunner.runNow();
    expect(await client.payload()).toMatchObject({ transactionId: id, sequence: 2, status: 'successful' });
  });

  test('what an operator has open is shown to one at another process', async () => {
    const say = async (service: TestService, as: Credentials, body: Record<string, string>) =>
      expectData(await call(service, '/v1/presence', { as, sign: 'timed', body })).others;
    const seen = async () => {
      await say(one, OPERATOR, { windowId: 'w', open: 'line-1' });
      return say(other, ADMIN, { windowId: 'w' });
    };
    await expect.poll(seen).toMatchObject([{ open: 'line-1', appKey: OPERATOR.appKey }]);
  });

  test('more transactions of one commit than a message holds reach another process', async () => {
    const merchant = await createClient(other);
    const seen = new Set<string>();
    const leaving = new AbortController();
    one.dependencies.bus.subscribe('somebody', leaving.signal, {
      matches({ id }) {
        seen.add(id);
        return false;
      },
    });
    const ids = await storeWithdrawals(other, merchant, 600);
    await expect.poll(() => ids.filter((id) => !seen.has(id))).toEqual([]);
    leaving.abort();
  });

  test('a subscription ends when the session is cut, and who subscribes and lists again misses nothing', async () => {
    const merchant = await createClient(other);
    const known = new Map<string, number>();
    const { bus, db } = one.dependencies;
    const leaving = new AbortController();
    /** Subscribes, reads all that there is, and goes on with what changes, until the subscription ends. */
    async function follow(): Promise<void> {
      while (!leaving.signal.aborted) {
        const stream = bus.subscribe('somebody', leaving.signal);
        for (const { id, sequence } of await db.read('findTransactions', [...created]))
          known.set(id, sequence);
        for await (const { id, sequence } of stream) {
          expect(sequence).toBeGreaterThanOrEqual(known.get(id) ?? 0);
          known.set(id, sequence);
        }
        ends += 1;
      }
    }
    const created = new Set<string>();
    let ends = 0;
    const following = follow();
    for (let cut = 1; cut <= CUTS; cut += 1) {
      const startedAt = performance.now();
      const ids = await storeWithdrawals(other, merchant, PER_CUT, `cut-${cut}`);
      for (const id of ids) created.add(id);
      const cutting = several.cutSessions();
      await Promise.all(ids.map((id) => applyTransition(other, id, { kind: 'settle', sequence: 1 })));
      await cutting;
      await expect.poll(() => ids.filter((id) => known.get(id) !== 2), { timeout: 30_000 }).toEqual([]);
      const leftMs = startedAt + 1000 - performance.now();
      if (IS_LONG && leftMs > 0) await new Promise((resolve) => setTimeout(resolve, leftMs));
    }
    await expect.poll(() => ends).toBeGreaterThan(0);
    leaving.abort();
    await following;
  });
});

describe('locked', () => {
  const CREATES = Array.from({ length: 8 }, (_, index) =>
    index % 2 ? { target: DEPOSIT, body: depositFields() } : { target: WITHDRAW, body: withdrawalFields() },
  );

  const createAll = (service: TestService) =>
    Promise.all(CREATES.map(({ target, body }) => call(service, target, { body })));

  async function expectReads(service: TestService, transactionId: string): Promise<void> {
    for (const path of ['/healthz', '/readyz']) expect((await fetch(service.url + path)).status).toBe(200);
    const read = await call(service, `/v1/transactions/${transactionId}`);
    expect(expectData(read).transactionId).toBe(transactionId);
  }

  test('while another process holds the write lock, reads and health checks work, and writes wait for it', async () => {
    await using service = await startTestService({ limits: LONG_LOCK_TIMEOUT });
    const { transactionId } = expectData(await call(service, DEPOSIT, { body: depositFields() }));
    await using holder = await startLockHolder(service.databasePath);
    let isAnswered = false;
    const creates = createAll(service).finally(() => {
      isAnswered = true;
    });
    await expectReads(service, transactionId);
    // A service that blocks on the lock would answer reads only after its writes.
    expect(isAnswered).toBe(false);
    await holder.release();
    for (const response of await creates) expectData(response);
  });

  test('while another process holds the write lock, a service starts, reads, answers writes with 503, and needs no restart', async () => {
    using folder = temporaryFolder();
    const first = await startTestService({ folder: folder.path });
    const { transactionId } = expectData(await call(first, DEPOSIT, { body: depositFields() }));
    await first.stop();
    await using holder = await startLockHolder(first.databasePath);
    await using service = await startTestService({ folder: folder.path, limits: { lockMs: 50 } });
    for (const response of await createAll(service)) {
      expectFailure(response, 'error_unavailable');
      expect(response.headers.get('retry-after')).toBe('1');
    }
    await expectReads(service, transactionId);
    await using committed = openCommitted(service.databasePath);
    expect(await committed.transactions()).toHaveLength(1);
    await holder.release();
    await eventually(async () => {
      for (const response of await createAll(service)) expectData(response);
    });
    for (const { body } of CREATES) expect(await committed.withProcessId(body.processId!)).toHaveLength(1);
  });
});

const ROUNDS = IS_LONG ? 200 : 3;
const PER_ROUND = 6;
const READERS = 4;

/** Reads the feed of the merchant to its end, after the last event that is known. */
async function readOn(service: TestService, known: string[]): Promise<void> {
  for (;;) {
    const after = known.length > 0 ? `&after=${known.at(-1)}` : '';
    const page = expectData(
      await call(service, `/v1/events?limit=7${after}`, { as: MERCHANT, sign: 'timed' }),
    );
    known.push(...page.items.map(({ eventId }: Json) => eventId));
    if (page.nextCursor === null) return;
  }
}

/** An event as another process writes it, which takes its position long before its commit. */
const LATE_EVENT = `
  with tip as (update feed_tip set position = position + 1 returning position)
  insert into events (position, id, transaction_id, client_id, sequence, kind, from_status, to_status, actor_kind, occurred_at_ms)
  select (select position from tip), 'f' || substr(id, 2), id, client_id, 2, 'settle', 'pending', 'successful', 'operator', updated_at_ms
  from transactions where id = $1`;

describe.runIf(onPostgres)('several processes of one database', () => {
  test('four readers poll the feed while three services write and commits are late: no event appears behind a cursor', async () => {
    await using several = await startSeveral(3);
    const { services, database } = several;
    const [one] = services as [TestService];
    const merchant = (await one.dependencies.clients.findByAppKey(MERCHANT.appKey)) as unknown as TestClient;
    const readers: string[][] = Array.from({ length: READERS }, () => []);
    const readAll = () =>
      Promise.all(readers.map((known, index) => readOn(services[index % 3] as TestService, known)));
    let written = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const [lateId, ...ids] = await storeWithdrawals(one, merchant, PER_ROUND + 1, `round-${round}`);
      await database.query('begin');
      await database.query("update transactions set status = 'successful', sequence = 2 where id = $1", [
        lateId,
      ]);
      await database.query(LATE_EVENT, [lateId]);
      const writing = ids.map((id, index) =>
        applyTransition(services[index % 3] as TestService, id, { kind: 'settle', sequence: 1 }),
      );
      for (let read = 0; read < 3; read += 1) await readAll();
      await Promise.all([readAll(), database.query('commit'), ...writing]);
      written += PER_ROUND + 1;
      await expect
        .poll(async () => {
          await readAll();
          return readers.map(({ length }) => length);
        })
        .toEqual(readers.map(() => written));
    }
    const whole: string[] = [];
    await readOn(one, whole);
    for (const known of readers) expect(known).toEqual(whole);
  }, 300_000);
});

describe('torn commits', () => {
  test('when the database refuses one settle of a group, it fails alone: no row is left without its event, no event without its row', async () => {
    await using service = await startManualClockService();
    const ids = await storeDeposits(service, await createClient(service), 20);
    const refused = ids[11] ?? '';
    const allow = await refuseInserts(service.databasePath, {
      table: 'events',
      condition: `new.transaction_id = '${refused}'`,
    });
    const settle = (id: string) => service.ask(`/v1/transactions/${id}/settle`, { body: { sequence: '1' } });
    const responses = await Promise.all(ids.map(settle));
    for (const [index, response] of responses.entries())
      expect(response.status).toBe(ids[index] === refused ? 500 : 200);

    const torn = await withDatabase(service.databasePath, (db) =>
      sql`
      select t.id from transactions t left join events e on e.transaction_id = t.id
      where (t.status = 'pending') <> (e.id is null)`.execute(db),
    );
    expect(torn.rows).toEqual([]);
    await allow();
    expect((await settle(refused)).status).toBe(200);
  });
});
