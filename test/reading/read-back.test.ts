import { type RawBuilder, sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { listAttempts } from '../../db/callbacks/queries/attempts.ts';
import type { Database } from '../../db/tables.ts';
import { listEvents } from '../../db/transactions/queries/event-feed.ts';
import {
  ADMIN,
  type ApiResponse,
  type Credentials,
  call,
  DEPOSIT,
  depositFields,
  type Json,
  MERCHANT,
  OPERATOR,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { createClient, type TestClient } from '../support/entities.ts';
import {
  applyTransition,
  type ManualClockService,
  startWithoutTimers,
  storeDeposits,
} from '../support/manual-clock-service.ts';
import { expectData, expectFailure, expectInvalid } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();

describe('read back', () => {
  const LIST = '/v1/transactions';
  const UNKNOWN_ID = '0123456789abcdef01234567';
  let other: Credentials;
  let viewer: Credentials;

  beforeAll(async () => {
    other = await createClient(service());
    viewer = await createClient(service(), { role: 'viewer' });
  });

  const read = (transactionId: string, as: Credentials) =>
    call(service(), `${LIST}/${transactionId}`, { as });

  const create = async (as: Credentials, fields = depositFields()) =>
    expectData(await call(service(), DEPOSIT, { as, body: fields }));

  /** The parts of a response that must be equal when two cases must be indistinguishable. */
  function comparable({ status, headers, text }: ApiResponse) {
    const names = [...headers.keys()].sort();
    return { status, names, text: text.replace(/"responseTime":"[\d.]+ms"/, '') };
  }

  describe('a merchant', () => {
    test('reads its own transactions', async () => {
      const deposit = await create(MERCHANT);
      expect(expectData(await read(deposit.transactionId, MERCHANT))).toMatchObject(deposit);
      const withdrawal = expectData(await call(service(), WITHDRAW, { body: withdrawalFields() }));
      expect(expectData(await read(withdrawal.transactionId, MERCHANT))).toMatchObject(withdrawal);
    });

    test("cannot distinguish another's transaction from a missing one", async () => {
      const { transactionId } = await create(MERCHANT);
      const foreign = await read(transactionId, other);
      const unknown = await read(UNKNOWN_ID, other);
      expectFailure(foreign, 'error_transaction_not_found');
      expect(comparable(foreign)).toEqual(comparable(unknown));
    });

    test.each([
      'Deposit',
      '0',
      'g'.repeat(24),
      UNKNOWN_ID.slice(1),
      `${UNKNOWN_ID}0`,
      'ffffffffffffffffffffffff',
      "'%20or%201=1",
      '__proto__',
      'x'.repeat(128),
    ])('finds nothing under %s', async (id) => {
      expectFailure(await read(id, MERCHANT), 'error_transaction_not_found');
    });

    test('finds its transaction by the exact id only', async () => {
      const { transactionId } = await create(MERCHANT);
      const upper = transactionId.toUpperCase();
      expect(upper).not.toBe(transactionId);
      expectFailure(await read(upper, MERCHANT), 'error_transaction_not_found');
      expectInvalid(await read(`%20${transactionId}`, MERCHANT), 'transactionId');
    });

    test('lists its own transactions only, with any filter', async () => {
      const fields = depositFields();
      const mine = await create(MERCHANT, fields);
      const theirs = await create(other, fields);
      for (const query of [
        '',
        `?processId=${fields.processId}`,
        `?userId=${fields.userId}`,
        '?type=deposit',
      ]) {
        const ids = await idsOf(query, other);
        expect(ids).toContain(theirs.transactionId);
        expect(ids).not.toContain(mine.transactionId);
      }
    });
  });

  describe.each(['viewer', 'operator', 'admin'])('a key with the role %s', (role) => {
    const key = () => ({ viewer, operator: OPERATOR, admin: ADMIN })[role] ?? MERCHANT;

    test('reads the transactions of all merchants, with the hash of the merchant unless it may only view', async () => {
      for (const owner of [MERCHANT, other]) {
        const created = await create(owner);
        const { url: _, hash, ...rest } = created;
        const seen = expectData(await read(created.transactionId, key()));
        expect(seen).toMatchObject(rest);
        expect(seen.hash).toBe(role === 'viewer' ? undefined : hash);
      }
      expectFailure(await read(UNKNOWN_ID, key()), 'error_transaction_not_found');
    });

    test('lists the transactions of all merchants', async () => {
      const fields = depositFields();
      const ids = [
        (await create(MERCHANT, fields)).transactionId,
        (await create(other, fields)).transactionId,
      ];
      expect(await idsOf(`?processId=${fields.processId}`, key())).toEqual(ids.reverse());
    });
  });

  test('a query behind a transactionId cannot name another transaction', async () => {
    const { transactionId } = await create(MERCHANT);
    expectInvalid(await read(`${transactionId}?transactionId=${UNKNOWN_ID}`, MERCHANT), 'transactionId');
    expectInvalid(await read(`${transactionId}?processId=another`, MERCHANT), 'processId');
  });

  test('a transaction of a disabled client can be read', async () => {
    const client = await createClient(service());
    const created = await create(client);
    await service().dependencies.clients.update(client.appKey, { disabledAtMs: Date.now() });
    expect(expectData(await read(created.transactionId, OPERATOR))).toMatchObject(created);
  });

  test.each([
    ['viewer', DEPOSIT],
    ['viewer', WITHDRAW],
  ])('a key with the role %s may not use %s, and the refusal names the roles that may', async (_, target) => {
    const response = await call(service(), target, { as: viewer, sign: 'timed', body: withdrawalFields() });
    expect(expectFailure(response, 'not_authorized').message).toContain('merchant or operator or admin');
  });

  async function idsOf(query: string, as: Credentials): Promise<string[]> {
    const { items } = expectData(await call(service(), `${LIST}${query}`, { as }));
    return items.map((item: { transactionId: string }) => item.transactionId);
  }
});

describe('feeds of modes', () => {
  type Mode = 'live' | 'test';

  /** A merchant of each mode with a transaction, to which all events and attempts of the mode belong. */
  async function makeOwners(service: ManualClockService) {
    const make = async (isTest: boolean) => {
      const as = await createClient(service, { isTest });
      const mode: Mode = isTest ? 'test' : 'live';
      return { mode, clientId: as.id, transactionId: (await service.withdraw(as)).transactionId as string };
    };
    return { live: await make(false), test: await make(true) };
  }

  type Owners = Awaited<ReturnType<typeof makeOwners>>;

  /** Stores an event and an attempt at each of the positions from `first` to `last`. */
  async function fill(
    db: Database,
    { mode, clientId, transactionId }: Owners[Mode],
    first: number,
    last: number,
  ) {
    const isTest = sql.lit(mode === 'test' ? 1 : 0);
    const rows = sql`with recursive numbers(n) as (
    select cast(${first} as integer) union all select n + 1 from numbers where n < ${last}
  )`;
    const insert = (into: RawBuilder<unknown>) => sql`${into} from numbers`.execute(db);
    await insert(sql`
    insert into events (position, id, transaction_id, client_id, sequence, kind, from_status, to_status,
      actor_kind, occurred_at_ms, is_test)
    ${rows} select n, 'event-' || n, cast(${transactionId} as text), cast(${clientId} as text), n + 1, 'settle',
      'pending', 'successful', 'operator', 0, ${isTest}`);
    await insert(sql`
    insert into callback_attempts (position, event_id, transaction_id, client_id, started_at_ms, duration_ms, status,
      is_test)
    ${rows} select n, 'event-' || n, cast(${transactionId} as text), cast(${clientId} as text), 0, 0, 200,
      ${isTest}`);
  }

  /** Runs of rows of one mode after the other. */
  const RUNS: readonly (readonly [Mode, number])[] = [
    ['test', 501],
    ['live', 1],
    ['test', 499],
    ['live', 98],
    ['test', 1],
    ['live', 7],
  ];

  async function fillInRuns(db: Database, owners: Owners): Promise<Readonly<Record<Mode, number[]>>> {
    const positions: Record<Mode, number[]> = { live: [], test: [] };
    let from = 1;
    for (const [mode, length] of RUNS) {
      await fill(db, owners[mode], from, from + length - 1);
      positions[mode].push(...Array.from({ length }, (_, index) => from + index));
      from += length;
    }
    return positions;
  }

  const MODES = ['live', 'test'] as const;
  const LIMITS = { live: [3, 100], test: [100] } as const;

  async function readFeed(db: Database, mode: Mode, limit: number): Promise<number[]> {
    const read: number[] = [];
    let after: string | undefined;
    for (;;) {
      const page = await listEvents(db, { filter: { isTest: mode === 'test' }, page: { after, limit } });
      if (!page) return expect.fail(`no event ${after}`);
      read.push(...page.items.map(({ event }) => event.sequence - 1));
      expect(page.items.length, `after ${after}`).toBe(page.hasMore ? limit : page.items.length);
      after = page.items.at(-1)?.event.id;
      if (!page.hasMore) return read;
    }
  }

  async function readAttempts(db: Database, mode: Mode, limit: number): Promise<number[]> {
    const read: number[] = [];
    let after: number | undefined;
    for (;;) {
      const page = await listAttempts(db, { filter: { isTest: mode === 'test' }, page: { after, limit } });
      read.push(...page.items.map(({ position }) => position));
      after = page.next;
      if (after === undefined) return read;
    }
  }

  test.each(MODES)('a desk reads every event and attempt of %s keys once, in their order', async (mode) => {
    await using service = await startWithoutTimers();
    const owners = await makeOwners(service);
    await withDatabase(service.databasePath, async (db) => {
      expect(await readFeed(db, mode, 5)).toEqual([]);
      expect(await readAttempts(db, mode, 5)).toEqual([]);
      const positions = await fillInRuns(db, owners);
      for (const limit of LIMITS[mode]) {
        expect(await readFeed(db, mode, limit)).toEqual(positions[mode]);
        expect(await readAttempts(db, mode, limit)).toEqual(positions[mode].toReversed());
      }
    });
  });

  const MANY = 30_000;
  const FEWER = 10_000;

  /** Two live rows, and so many tests between them. */
  async function fillBetween(db: Database, { live, test: tests }: Owners, count: number): Promise<void> {
    await fill(db, live, 1, 1);
    for (let from = 2; from < count + 2; from += FEWER) await fill(db, tests, from, from + FEWER - 1);
    await fill(db, live, count + 2, count + 2);
    await sql`analyze`.execute(db);
  }

  const PAGES = [
    (db: Database) => listEvents(db, { filter: { isTest: false }, page: { limit: 100 } }),
    (db: Database) => listAttempts(db, { filter: { isTest: false }, page: { limit: 100 } }),
  ] as const;

  /** The shortest of some runs: other work of the machine only makes one longer. */
  async function shortestMs(work: () => Promise<unknown>): Promise<number> {
    let shortest = Number.POSITIVE_INFINITY;
    for (let runs = 0; runs < 7; runs += 1) {
      const startedAtMs = performance.now();
      await work();
      shortest = Math.min(shortest, performance.now() - startedAtMs);
    }
    return shortest;
  }

  test('a page of a desk does not read through the rows of the other mode', async () => {
    await using service = await startWithoutTimers();
    const owners = await makeOwners(service);
    await withDatabase(service.databasePath, async (db) => {
      await fillBetween(db, owners, MANY);
      const readAllMs = await shortestMs(() =>
        sql`select count(*), max(occurred_at_ms) from events where client_id <> ${owners.live.clientId}`.execute(
          db,
        ),
      );
      for (const read of PAGES) {
        expect((await read(db))?.items).toHaveLength(2);
        expect(await shortestMs(() => read(db))).toBeLessThan(readAllMs / 2);
      }
    });
  });
});

describe('client without secret', () => {
  function changeSecrets(statement: string, client: TestClient): Promise<unknown> {
    const changed = sql`${sql.raw(statement)} where client_id = ${client.id}`;
    return withDatabase(service().databasePath, (db) => changed.execute(db));
  }

  const WITHOUT_SECRET = [
    ['has no secret at all', 'delete from client_secrets'],
    ['has a secret that cannot be read', "update client_secrets set sealed_secret = 'AAAA'"],
  ] as const;

  /** A client with a pending and a settled deposit whose secrets are then gone. */
  async function createSpoiled(statement: string): Promise<TestClient> {
    const client = await createClient(service());
    const [deposit = ''] = await storeDeposits(service(), client, 2);
    await applyTransition(service(), deposit, { kind: 'settle', sequence: 1 });
    await changeSecrets(statement, client);
    return client;
  }

  async function graphql(query: string): Promise<Json> {
    const options = { as: OPERATOR, sign: 'timed', json: { query } } as const;
    const { json, text } = await call(service(), '/graphql', options);
    if (json.errors) throw new Error(text);
    return json.data;
  }

  test.each(WITHOUT_SECRET)('a list with rows of a client that %s shows every row', async (_, statement) => {
    const { appKey } = await createSpoiled(statement);
    const { items } = expectData(await call(service(), '/v1/transactions?limit=100', { as: OPERATOR }));
    const rows = items.filter((item: Json) => item.appKey === appKey);
    expect(rows.length).toBeGreaterThan(0);
    for (const item of rows) expect(item.hash).toBe('');
    for (const { transactionId } of rows) {
      const target = `/v1/transactions/${transactionId}`;
      expect(expectData(await call(service(), target, { as: OPERATOR })).hash).toBe('');
    }
    const data = await graphql(
      '{ transactions(first: 100) { nodes { appKey hash } } events(limit: 100) { items { appKey hash } } }',
    );
    for (const listed of [data.transactions.nodes, data.events.items])
      expect(listed).toContainEqual({ appKey, hash: '' });
    const events = expectData(await call(service(), '/v1/events?limit=100', { as: OPERATOR })).items;
    expect(events).toContainEqual(expect.objectContaining({ appKey, hash: '' }));
  });

  test('a create on behalf of a client without a secret says what is missing, and stores nothing', async () => {
    const { appKey } = await createSpoiled('delete from client_secrets');
    const body = depositFields({ onBehalfOf: appKey });
    const answer = await call(service(), DEPOSIT, { as: OPERATOR, sign: 'timed', body });
    expectInvalid(answer, 'onBehalfOf');
    const target = `/v1/transactions?processId=${body.processId}`;
    expect(expectData(await call(service(), target, { as: OPERATOR })).items).toEqual([]);
  });
});
