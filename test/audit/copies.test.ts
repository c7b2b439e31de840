import { existsSync, readdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { call, DEPOSIT, depositFields, startTestService, temporaryFolder } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { readAudit } from '../support/audit.ts';
import { cliJson, expectOneLine, runCli } from '../support/cli.ts';
import { expectData } from '../support/responses.ts';
import { onPostgres } from '../support/test-database.ts';

const BY_ME = { actor_kind: 'commandLine', actor: userInfo().username, address: null, request_id: null };

// Copies are files of SQLite. One test waits for a lock, so they run at the same time.
test
  .skipIf(onPostgres)
  .concurrent(
    'a backup leaves a row in the database that it copies, which says where the copy went',
    async () => {
      using folder = temporaryFolder();
      await using service = await startTestService();
      expectData(await call(service, DEPOSIT, { body: depositFields() }));
      const { databasePath } = service;
      const before = (await readAudit(databasePath)).at(-1)?.position ?? 0;
      const file = join(folder.path, 'copy.db');
      const { newestAt } = await cliJson(databasePath, 'backup', file);
      const rows = await readAudit(databasePath, before);
      expect(rows).toMatchObject([
        { ...BY_ME, operation: 'backup', target_kind: 'database', target_id: 'backup', before_json: null },
      ]);
      expect(JSON.parse(rows[0]!.after_json!)).toEqual({ file, transactions: 1, newestAt });
      expect((await runCli(['backup', file], { databasePath })).code).toBe(1);
      expect(await readAudit(databasePath, before)).toHaveLength(1);
      await expectAgreement(databasePath);
    },
  );

test.skipIf(onPostgres).concurrent('a backup that cannot be recorded is not made', async () => {
  using folder = temporaryFolder();
  const service = await startTestService();
  const { databasePath } = service;
  const database = new Sqlite(databasePath);
  database.exec('begin immediate');
  const run = await runCli(['backup', join(folder.path, 'copy.db')], { databasePath });
  expect(run.code).toBe(1);
  expect(readdirSync(folder.path)).toEqual([]);
  database.close();
  await service.stop();
});

test
  .skipIf(onPostgres)
  .concurrent('a restore leaves a row at the end of the restored log, with what was lost', async () => {
    using folder = temporaryFolder();
    const service = await startTestService({ folder: folder.path });
    const { databasePath } = service;
    const file = join(folder.path, 'copy.db');
    await cliJson(databasePath, 'backup', file);
    expectData(await call(service, DEPOSIT, { body: depositFields() }));
    await service.stop();
    const rowsOfCopy = (await readAudit(file)).length;
    const { savedTo } = await cliJson(databasePath, 'restore', file);
    expect(existsSync(savedTo)).toBe(true);
    const rows = await readAudit(databasePath);
    expect(rows).toHaveLength(rowsOfCopy + 2);
    expect(rows.at(-1)).toMatchObject({ ...BY_ME, operation: 'restore', target_id: 'restore' });
    expect(JSON.parse(rows.at(-1)!.after_json!)).toEqual({
      file,
      transactions: 0,
      newestAt: null,
      lost: { transactions: 1, events: 0 },
      migrations: [],
    });
    await expectAgreement(databasePath);
  });

test.runIf(onPostgres).each([
  ['backup', /pg_dump/],
  ['restore', /pg_restore/],
])('on PostgreSQL %s copies nothing, and says in one line what does', async (command, tool) => {
  using folder = temporaryFolder();
  await using service = await startTestService();
  const { databasePath } = service;
  const before = await readAudit(databasePath);
  const run = await runCli([command, join(folder.path, 'copy.db')], { databasePath });
  const line = expectOneLine(run, 1);
  expect(line).toMatch(tool);
  expect(line).not.toContain(new URL(databasePath).password);
  expect(readdirSync(folder.path)).toEqual([]);
  expect(await readAudit(databasePath)).toEqual(before);
});
