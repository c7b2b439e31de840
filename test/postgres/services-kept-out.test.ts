import { CompiledQuery, sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CommitMemory } from '../../db/engines/postgres/commit-memory.ts';
import { createLag, MAX_LAG_MS } from '../../db/engines/postgres/replica.ts';
import type { Send } from '../../db/engines/postgres/session.ts';
import { hasTable } from '../../db/engines/statements.ts';
import { TimeZoneInUse } from '../../db/maintenance/change-time-zone.ts';
import { ServicesRunning } from '../../db/migrate.ts';
import {
  call,
  DEPOSIT,
  depositFields,
  type Json,
  MERCHANT,
  OPERATOR,
  startTestService,
  type TestService,
  temporaryFolder,
} from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { cliJson } from '../support/cli.ts';
import { NEWEST, takeBackNewest } from '../support/earlier-schema.ts';
import { openEngineAt } from '../support/engine-at.ts';
import { LONG_LOCK_TIMEOUT } from '../support/grouped-creates.ts';
import { everyNth } from '../support/long.ts';
import { startPooler } from '../support/pooler.ts';
import { connectPostgres } from '../support/postgres-client.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { openDatabase, withDatabase } from '../support/rows-of.ts';
import { type SeveralServices, startSeveral } from '../support/several-services.ts';
import { useService } from '../support/shared-service.ts';
import { databaseUrlOf, dropTestDatabase, makeTestDatabase } from '../support/test-database.ts';

const create = (service: TestService) => call(service, DEPOSIT, { body: depositFields() });

/** Of the sessions of services. */
const SERVICE_LOCK = 4_202_616;

/** Takes the database from its services, as a program that counts it again, and ends their sessions. */
async function keepServicesOut({ services: [service], database, cutSessions }: SeveralServices) {
  const program = await connectPostgres(service!.databasePath);
  // It waits for the lock before the session ends, and so comes before the next session.
  const taken = program.query(`select pg_advisory_lock(${SERVICE_LOCK})`);
  const waiting = `select from pg_locks where locktype = 'advisory' and objid = ${SERVICE_LOCK} and not granted
  and database = (select oid from pg_database where datname = current_database())`;
  await expect.poll(async () => (await database.query(waiting)).rowCount).toBe(1);
  await cutSessions();
  await taken;
  return program;
}

describe('services kept out', () => {
  const recount = `insert into metadata (key, value) values ('time_zone', 'Asia/Tokyo')
  on conflict (key) do update set value = excluded.value`;

  test('from its start on, no other program counts by the days of another zone beside a service', async () => {
    using folder = temporaryFolder();
    const service = await startTestService({ folder: folder.path });
    const other = openEngineAt(service.databasePath);
    await expect(other.migrate({ timeZone: 'Asia/Tokyo' })).rejects.toThrow(TimeZoneInUse);
    const another = startTestService({ folder: folder.path, env: { TIME_ZONE: 'America/New_York' } });
    await expect(another).rejects.toThrow(/^TIME_ZONE: other services run .* Set TIME_ZONE=UTC, or/);
    await service.stop();
    expect(await other.migrate({ timeZone: 'Asia/Tokyo' })).toEqual([]);
    await other.close();
  });

  test('no other program migrates beside a service, which would not write what the migration fills in', async () => {
    using folder = temporaryFolder();
    const service = await startTestService({ folder: folder.path });
    await takeBackNewest(service.databasePath);
    const other = openEngineAt(service.databasePath);
    await expect(other.migrate()).rejects.toThrow(ServicesRunning);
    await service.stop();
    expect(await other.migrate()).toEqual([NEWEST]);
    await other.close();
  });

  const migration = `insert into kysely_migration (name, timestamp) values ('9.9.9-newer', '2030')`;
  /** The next test may have the same database. */
  const takeBack = "delete from kysely_migration where name = '9.9.9-newer'";

  test.each([
    ['counted by other days', recount, 'another TIME_ZONE: restart the service'],
    [
      'replaced by one of another currency',
      "update metadata set value = 'EUR' where key = 'currency'",
      'has another CURRENCY',
    ],
    ['migrated by another version', migration, 'migrated by another version'],
  ])(
    'a service whose database was %s while its session was lost writes nothing more',
    async (_, statement, reason) => {
      await using several = await startSeveral(1);
      const [service] = several.services as [TestService];
      expect((await create(service)).status).toBe(200);
      const program = await keepServicesOut(several);
      await program.query(statement);
      await program.end();
      await expect.poll(async () => (await create(service)).status).toBe(503);
      await expect.poll(async () => (await call(service, '/readyz')).status).toBe(503);
      expect((await call(service, '/readyz')).text).toContain(reason);
      await several.database.query(takeBack);
    },
  );

  test.each([
    ['counted by other days', recount],
    ['migrated by another version', migration],
  ])(
    'nor does one that cannot know that its database was %s, because its session has not come back',
    async (_, statement) => {
      await using several = await startSeveral(1);
      const [service] = several.services as [TestService];
      const { transactionId } = expectData(await create(service));
      const program = await keepServicesOut(several);
      expect((await create(service)).status).toBe(200);
      await program.query(statement);
      const settle = { as: OPERATOR, sign: 'timed', body: { sequence: '1' } } as const;
      for (const response of [
        await create(service),
        await call(service, `/v1/transactions/${transactionId}/settle`, settle),
      ]) {
        expectFailure(response, 'error_unavailable');
        expect(response.headers.get('retry-after')).toBe('1');
      }
      const { rows } = await several.database.query('select status from transactions');
      expect(rows).toEqual([{ status: 'pending' }, { status: 'pending' }]);
      await program.query(takeBack);
      await program.end();
    },
  );

  test('a table is found by its exact name alone, and a view is none', async () => {
    using folder = temporaryFolder();
    await makeTestDatabase(folder.path);
    await withDatabase(databaseUrlOf(folder.path), async (db) => {
      await sql`create table "An.Own" (id text)`.execute(db);
      await sql`create view seen as select id from transactions`.execute(db);
      const found: string[] = [];
      for (const name of ['transactions', 'An.Own', 'TRANSACTIONS', 'public.transactions', 'seen', 'none'])
        if (await hasTable(db, name)) found.push(name);
      expect(found).toEqual(['transactions', 'An.Own']);
    });
    await dropTestDatabase(folder.path);
  });

  test('a service does not start on a database that another version migrates while it starts', async () => {
    using folder = temporaryFolder();
    await makeTestDatabase(folder.path);
    const program = await connectPostgres(databaseUrlOf(folder.path));
    const currency = "from metadata where key = 'currency'";
    await program.query(`delete ${currency}`);
    await program.query(`begin; select pg_advisory_xact_lock(${SERVICE_LOCK}); ${migration}`);
    const start = startTestService({ folder: folder.path });
    const refused = expect(start).rejects.toThrow(
      /a newer version has changed the database \(9[.]9[.]9-newer\)/,
    );
    // It has compared the schema before it stores its currency.
    await expect.poll(async () => (await program.query(`select ${currency}`)).rowCount).toBe(1);
    await program.query('commit');
    await refused;
    await program.end();
    await dropTestDatabase(folder.path);
  });

  test('a service whose session was lost and came back goes on', async () => {
    await using several = await startSeveral(1);
    const [service] = several.services;
    const { database } = several;
    const sessions = async (): Promise<number[]> => {
      const { rows } = await database.query(`
      select pid from pg_locks where locktype = 'advisory' and objid = ${SERVICE_LOCK}
        and database = (select oid from pg_database where datname = current_database())`);
      return rows.map(({ pid }) => pid);
    };
    const before = await sessions();
    await several.cutSessions();
    await expect.poll(async () => (await sessions()).map((pid) => before.includes(pid))).toEqual([false]);
    expect((await create(service!)).status).toBe(200);
  });
});

describe('a server that has lost commits', () => {
  const LOST = 'the database server has lost commits: run bank-transfers after-restore';
  const LAST_CREATES = 'delete from transactions where number > 1';

  /** Takes rows from the database, as a failover does to a standby that was behind. */
  async function lose(database: pg.Client, loss: string): Promise<void> {
    await database.query(`begin; set local session_replication_role = replica; ${loss}; commit`);
  }

  test('is written to by none of its services, and by no new one, until after-restore was run', async () => {
    await using several = await startSeveral(2);
    const [noticing, other] = several.services;
    expectData(await create(noticing!));
    expectData(await create(noticing!));
    await lose(several.database, LAST_CREATES);
    await several.cutSessions();
    for (const service of [noticing!, other!]) {
      await expect.poll(async () => (await call(service, '/readyz')).text).toContain(LOST);
      expectFailure(await create(service), 'error_unavailable');
    }
    await expect(startTestService({ folder: noticing!.folder })).rejects.toThrow(LOST);
    await cliJson(noticing!.databasePath, 'after-restore');
    for (const service of [noticing!, other!])
      await expect.poll(async () => (await create(service)).status).toBe(200);
  });

  test('is not written to before the session has come back to tell it', async () => {
    await using several = await startSeveral(1);
    const [service] = several.services;
    expectData(await create(service!));
    expectData(await create(service!));
    const program = await keepServicesOut(several);
    await lose(several.database, LAST_CREATES);
    expectFailure(await create(service!), 'error_unavailable');
    await program.end();
  });

  const LOSSES = [
    ['a create', LAST_CREATES],
    ['a decision', 'delete from events; update feed_tip set position = 0'],
    [
      'a command of a person',
      `update audit_tip set position = a.position - 1, hash = a.previous_hash
        from (select * from audit order by position desc limit 1) as a;
      delete from audit where position > (select position from audit_tip)`,
    ],
  ] as const;

  describe('and its services, which remember what they have seen of it:', () => {
    const service = useService();
    let database: pg.Client;
    /** A transaction as it is stored. */
    let row: Json;
    const send: Send = async (text, values = []) => (await database.query(text, [...values])).rows;

    beforeAll(async () => {
      database = await connectPostgres(service().databasePath);
      expectData(await create(service()));
      [row] = (await database.query('select * from transactions')).rows;
    });

    afterAll(() => database.end());

    const afterRestore = () => cliJson(service().databasePath, 'after-restore');

    /** What services remember that have seen a transaction. The one that runs may have stopped to write. */
    async function openMemories(count: number): Promise<CommitMemory[]> {
      await database.query(
        `insert into transactions overriding system value
         select * from json_populate_record(null::transactions, $1) on conflict do nothing`,
        [row],
      );
      const memories = Array.from({ length: count }, () => new CommitMemory());
      for (const memory of memories) {
        await memory.look(send);
        memory.note([{ id: row.id, audience: 'all' }]);
      }
      return memories;
    }

    test.each(LOSSES)('it is known by %s that another service had made', async (_, loss) => {
      // After after-restore it writes again once it has looked.
      await expect.poll(async () => (await create(service())).status).toBe(200);
      const { transactionId } = expectData(await create(service()));
      const settle = { as: OPERATOR, sign: 'timed', body: { sequence: '1' } } as const;
      expectData(await call(service(), `/v1/transactions/${transactionId}/settle`, settle));
      const memory = new CommitMemory();
      await memory.look(send);
      await memory.check(send);
      expect(memory.isLost).toBe(false);
      await database.query(`begin; set local session_replication_role = replica; ${loss}`);
      await memory.check(send);
      await database.query('rollback');
      expect(memory.isLost).toBe(true);
    });

    test('after after-restore it is not taken again for one that has lost commits', async () => {
      const [memory] = (await openMemories(1)) as [CommitMemory];
      await lose(database, 'delete from transactions');
      await memory.check(send);
      await afterRestore();
      await memory.look(send);
      await memory.check(send);
      expect(memory.isLost).toBe(false);
    });

    test('it is not marked again by a service whose session comes back after after-restore', async () => {
      const [noticing, late] = (await openMemories(2)) as [CommitMemory, CommitMemory];
      await lose(database, 'delete from transactions');
      await noticing.check(send);
      await afterRestore();
      await late.check(send);
      expect(late.isLost).toBe(false);
      await late.look(send);
      await late.check(send);
      expect(late.isLost).toBe(false);
    });

    test('it is known by what is missing where after-restore is lost as well', async () => {
      const [memory] = (await openMemories(1)) as [CommitMemory];
      await afterRestore();
      await memory.look(send);
      await lose(database, "delete from transactions; delete from metadata where key like 'restored%'");
      await memory.check(send);
      expect(memory.isLost).toBe(true);
      await afterRestore();
    });
  });
});

describe('cluster tables', () => {
  const folder = temporaryFolder();
  /** The tables that grow with every transaction. A cluster would distribute them by client. */
  const DISTRIBUTED = [
    'transactions',
    'events',
    'callbacks',
    'callback_attempts',
    'planned_transitions',
    'transaction_counters',
  ];

  /** What a cluster would need besides the schema. */
  const STATEMENTS = `
  alter table callbacks drop constraint callbacks_pkey, add primary key (event_id, client_id);
  alter table planned_transitions drop constraint planned_transitions_pkey,
    add primary key (transaction_id, client_id)`;

  let database: pg.Client;
  let service: TestService;

  beforeAll(async () => {
    await makeTestDatabase(folder.path);
    database = await connectPostgres(databaseUrlOf(folder.path));
    await database.query(STATEMENTS);
    service = await startTestService({ folder: folder.path });
  });

  afterAll(async () => {
    await service.stop();
    await database.end();
    await dropTestDatabase(folder.path);
    folder[Symbol.dispose]();
  });

  test('every unique key of a table that a cluster distributes has the client', async () => {
    const { rows } = await database.query(
      `select distinct c.relname from pg_index as i join pg_class as c on c.oid = i.indrelid
     where i.indisunique and c.relname = any($1) and not exists (
       select from pg_attribute as a
       where a.attrelid = c.oid and a.attnum = any(i.indkey) and a.attname = 'client_id')`,
      [DISTRIBUTED],
    );
    expect(rows).toEqual([]);
    const columns = await database.query(
      `select table_name from information_schema.columns
     where table_schema = current_schema() and table_name = any($1) and column_name = 'client_id'`,
      [DISTRIBUTED],
    );
    expect(columns.rows.map(({ table_name }) => table_name).sort()).toEqual(DISTRIBUTED.toSorted());
  });

  test('the service works with these keys', async () => {
    const ask = async (target: string, body: Record<string, string>) =>
      expectData(await call(service, target, { as: OPERATOR, sign: 'timed', body }));
    const { transactionId } = expectData(await call(service, DEPOSIT, { body: depositFields() }));
    const path = `/v1/transactions/${transactionId}`;
    await ask(`${path}/settle`, { sequence: '1', holdSeconds: '30' });
    await ask(`${path}/undo`, { sequence: '1' });
    await ask(`${path}/reject`, { sequence: '1', reason: 'no such account' });
    expect(expectData(await call(service, path, { as: OPERATOR }))).toMatchObject({ status: 'unsuccessful' });
    await expectAgreement(service.databasePath);
  });
});

describe('postgres replica', () => {
  const folder = temporaryFolder();
  /** A server takes long to start on a busy machine. */
  const SLOW = { timeout: 120_000 };

  let service: TestService;

  /** A user of the same server who may only read stands in for a replica that follows without delay. */
  const READER = `reader_${Math.random().toString(36).slice(2)}`;

  beforeAll(async () => {
    await makeTestDatabase(folder.path);
    await administer(
      `create role ${READER} login password 'reader-password'`,
      `grant select on all tables in schema public to ${READER}`,
    );
    const url = new URL(databaseUrlOf(folder.path));
    url.username = READER;
    url.password = 'reader-password';
    service = await startTestService({
      folder: folder.path,
      limits: LONG_LOCK_TIMEOUT,
      env: { DATABASE_READ_URL: url.href },
    });
  });

  afterAll(async () => {
    await service.stop();
    await administer(`drop owned by ${READER}`, `drop role ${READER}`);
    await dropTestDatabase(folder.path);
    folder[Symbol.dispose]();
  });

  async function administer(...statements: string[]): Promise<void> {
    const db = openDatabase(databaseUrlOf(folder.path));
    for (const statement of statements) await db.executeQuery(CompiledQuery.raw(statement));
    await db.destroy();
  }

  async function countAll(as = OPERATOR): Promise<number> {
    const { groups } = expectData(await call(service, '/v1/transaction-sums', { as }));
    return groups.reduce((all: number, { count }: Json) => all + count, 0);
  }

  async function ids(as = OPERATOR): Promise<readonly string[]> {
    const { json } = await call(service, '/v1/transactions', { as });
    return json.data.items.map((item: { readonly transactionId: string }) => item.transactionId);
  }

  /** The users whose queries wait for a lock. The sweep of expired deposits reads as well, once a second. */
  async function waitingUsers(): Promise<readonly string[]> {
    const db = openDatabase(databaseUrlOf(folder.path));
    const { rows } = await sql<{ readonly name: string }>`
    select usename as name from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
      and application_name in ('bank-transfers queries', 'bank-transfers replica')
      and query not like '%order by "expires_at_ms"%'`.execute(db);
    await db.destroy();
    return rows.map(({ name }) => name);
  }

  /** Reads transactions while their table is locked. @returns what was read, and the users who have waited for it. */
  async function watch<T>(read: () => Promise<T>) {
    const db = openDatabase(databaseUrlOf(folder.path));
    const { reading, users } = await db.transaction().execute(async (trx) => {
      await sql`lock table transactions in access exclusive mode`.execute(trx);
      const begun = read();
      await expect.poll(waitingUsers).toHaveLength(1);
      return { reading: begun, users: await waitingUsers() };
    });
    await db.destroy();
    return { found: await reading, users };
  }

  async function until(describes: (detail: string) => boolean): Promise<void> {
    const read = async () => (await call(service, '/readyz')).json.data.checks.replica.detail;
    await expect.poll(async () => describes(await read())).toBe(true);
  }

  describe('with DATABASE_READ_URL', SLOW, () => {
    test('sums of dashboards read the replica, lists the primary, and without the replica everything the primary', async () => {
      await until((detail) => detail === 'dashboards read the replica');
      const created = await call(service, DEPOSIT, { body: depositFields() });
      const all = [created.json.data.transactionId];
      const owner = new URL(databaseUrlOf(folder.path)).username;
      expect(await watch(() => ids(MERCHANT))).toEqual({ found: all, users: [owner] });
      // A list goes on with what the stream brings: a change before it must not be missing in it.
      expect(await watch(() => ids())).toEqual({ found: all, users: [owner] });
      expect(await watch(() => countAll())).toEqual({ found: 1, users: [READER] });

      await administer(
        `alter role ${READER} nologin`,
        `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${READER}'`,
      );
      expect(await countAll()).toBe(1);
      expect(await countAll()).toBe(1);
      await until((detail) => detail.startsWith('the replica cannot be read'));
      const warnings = service.logLines.filter((line) => line.includes('the replica cannot be read'));
      expect(warnings).toHaveLength(1);
      expect((await call(service, '/readyz')).status).toBe(200);

      await administer(`alter role ${READER} login`);
      await until((detail) => detail === 'dashboards read the replica');
      expect(await countAll()).toBe(1);
    });
  });

  // The short form has the one that is not used.
  test.each(
    everyNth(2, [
      ['transaction', 'DATABASE_READ_URL leads to a pooler in transaction mode: dashboards read the primary'],
      ['session', 'dashboards read the replica'],
    ] as const),
  )('with a pooler in %s mode before the replica, %s', SLOW, async (mode, expected) => {
    using other = temporaryFolder();
    await makeTestDatabase(other.path);
    await using pooler = await startPooler(databaseUrlOf(other.path), mode);
    await using reading = await startTestService({
      folder: other.path,
      env: { DATABASE_READ_URL: pooler.url },
    });
    const detail = async () => (await call(reading, '/readyz')).json.data.checks.replica.detail;
    await expect.poll(detail).toBe(expected);
    const created = await call(reading, DEPOSIT, { body: depositFields() });
    const { json } = await call(reading, '/v1/transactions', { as: OPERATOR });
    expect(json.data.items).toMatchObject([{ transactionId: created.json.data.transactionId }]);
    const warnings = reading.logLines.filter((line) => line.includes('a pooler in transaction mode'));
    expect(warnings).toHaveLength(mode === 'transaction' ? 1 : 0);
  });

  test('a replica counts as fresh once it has reached the primary, until it is behind for longer than it may be', () => {
    const lag = createLag();
    lag.mark(100, 0);
    expect(lag.reach(50, 0)).toBe('unknown');
    lag.mark(200, 1000);
    expect(lag.reach(100, 1000)).toBe('fresh');
    expect(lag.reach(199, 1000 + MAX_LAG_MS)).toBe('fresh');
    expect(lag.reach(199, 1001 + MAX_LAG_MS)).toBe('behind');
    expect(lag.reach(200, 1001 + MAX_LAG_MS)).toBe('fresh');
  });
});
