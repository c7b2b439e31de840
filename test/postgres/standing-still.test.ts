import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, DEPOSIT, depositFields, temporaryFolder } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { connectPostgres } from '../support/postgres-client.ts';
import { expectData } from '../support/responses.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { databaseUrlOf, dropTestDatabase, makeTestDatabase } from '../support/test-database.ts';

const SLOW_MS = 900_000;
const JOB_LOCK = 4_202_612;

const folder = temporaryFolder();
let database: pg.Client;
let first: ServiceProcess;
let second: ServiceProcess | undefined;
beforeAll(async () => {
  await makeTestDatabase(folder.path);
  database = await connectPostgres(databaseUrlOf(folder.path));
  first = await startServiceProcess(folder.path);
}, SLOW_MS);
afterAll(async () => {
  for (const service of [first, second]) await service?.kill();
  await database.end();
  await dropTestDatabase(folder.path);
  folder[Symbol.dispose]();
});

/** The sessions that have the lock of the jobs. */
async function holders(): Promise<readonly number[]> {
  const { rows } = await database.query(
    `select pid from pg_locks where locktype = 'advisory' and granted and objid = ${JOB_LOCK}
       and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows.map(({ pid }) => pid);
}

test(
  'a process that stands still with the lock of the jobs loses it, and another one runs them',
  async () => {
    await expect.poll(holders).toHaveLength(1);
    const [before] = await holders();
    second = await startServiceProcess(folder.path);
    first.signal('SIGSTOP');
    const created = await call(second, DEPOSIT, { body: depositFields() });
    const { transactionId } = expectData(created);
    await database.query('update transactions set expires_at_ms = created_at_ms where id = $1', [
      transactionId,
    ]);
    const statusOf = async () =>
      (await database.query('select status_reason from transactions where id = $1', [transactionId])).rows[0];
    await expect.poll(statusOf, { timeout: 60_000 }).toEqual({ status_reason: 'expired' });
    const [now] = await holders();
    expect(now).not.toBe(before);

    // When it goes on, it leaves the lock where it is.
    first.signal('SIGCONT');
    expectData(await call(first, DEPOSIT, { body: depositFields() }));
    expect(await holders()).toEqual([now]);
    await expectAgreement(databaseUrlOf(folder.path));
  },
  SLOW_MS,
);
