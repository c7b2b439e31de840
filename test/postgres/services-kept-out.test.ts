import { expect, test } from 'vitest';
import { TimeZoneInUse } from '../../db/maintenance/count-by-days.ts';
import { call, DEPOSIT, depositFields, OPERATOR, startTestService, temporaryFolder } from '../harness.ts';
import { openEngineAt } from '../support/engine-at.ts';
import { connectPostgres } from '../support/postgres-client.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { type SeveralServices, startSeveral } from '../support/several-services.ts';

/** Of the sessions of services. */
const SERVICE_LOCK = 4_202_616;

const recount = `insert into metadata (key, value) values ('time_zone', 'Asia/Tokyo')
  on conflict (key) do update set value = excluded.value`;

test('from its start on, no other program counts by the days of another zone beside a service', async () => {
  using folder = temporaryFolder();
  const service = await startTestService({ folder: folder.path });
  const other = openEngineAt(service.databasePath);
  await expect(other.migrate({ timeZone: 'Asia/Tokyo' })).rejects.toThrow(TimeZoneInUse);
  await service.stop();
  expect(await other.migrate({ timeZone: 'Asia/Tokyo' })).toEqual([]);
  await other.close();
});

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

test('a service whose database was counted by other days while its session was lost writes nothing more', async () => {
  await using several = await startSeveral(1);
  const [service] = several.services;
  const create = () => call(service!, DEPOSIT, { body: depositFields() });
  expect((await create()).status).toBe(200);
  const program = await keepServicesOut(several);
  await program.query(recount);
  await program.end();
  await expect.poll(async () => (await create()).status).toBe(503);
  await expect.poll(async () => (await call(service!, '/readyz')).status).toBe(503);
  expect((await call(service!, '/readyz')).text).toContain('another TIME_ZONE: restart the service');
});

test('nor does one whose database was replaced meanwhile by one of another currency', async () => {
  await using several = await startSeveral(1);
  const [service] = several.services;
  const create = () => call(service!, DEPOSIT, { body: depositFields() });
  expect((await create()).status).toBe(200);
  const program = await keepServicesOut(several);
  await program.query("update metadata set value = 'EUR' where key = 'currency'");
  await program.end();
  await expect.poll(async () => (await create()).status).toBe(503);
  await expect.poll(async () => (await call(service!, '/readyz')).text).toContain('has another CURRENCY');
});

test('nor does it while its session does not come back, so that it cannot know', async () => {
  await using several = await startSeveral(1);
  const [service] = several.services;
  const create = () => call(service!, DEPOSIT, { body: depositFields() });
  const { transactionId } = expectData(await create());
  const program = await keepServicesOut(several);
  expect((await create()).status).toBe(200);
  await program.query(recount);
  const settle = { as: OPERATOR, sign: 'timed', body: { sequence: '1' } } as const;
  for (const response of [
    await create(),
    await call(service!, `/v1/transactions/${transactionId}/settle`, settle),
  ]) {
    expectFailure(response, 'error_unavailable');
    expect(response.headers.get('retry-after')).toBe('1');
  }
  const { rows } = await several.database.query('select status from transactions');
  expect(rows).toEqual([{ status: 'pending' }, { status: 'pending' }]);
  await program.end();
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
  expect((await call(service!, DEPOSIT, { body: depositFields() })).status).toBe(200);
});
