import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openSqlite } from '../../db/engines/sqlite/sqlite.ts';
import { startTestService, temporaryFolder } from '../harness.ts';
import { runCliProcess } from '../support/cli.ts';
import { launchService } from '../support/service-process.ts';

/** Starting several processes takes long on a busy machine. */
const MANY_PROCESSES_MS = 90_000;

/** Migrates by the command line, in a separate process. */
function migrate(databasePath: string) {
  return runCliProcess(['migrate', '--json'], { databasePath });
}

/** The SQL of the whole schema. */
function schemaOf(databasePath: string): unknown[] {
  const database = new Sqlite(databasePath, { readonly: true });
  const schema = database.prepare('select type, name, sql from sqlite_schema order by type, name').all();
  database.close();
  return schema;
}

async function migratedAlone(folder: string): Promise<unknown[]> {
  const path = join(folder, 'alone.db');
  const engine = openSqlite({ path, lockTimeoutMs: 1000 });
  await engine.migrate();
  await engine.close();
  return schemaOf(path);
}

test('two connections that migrate one new database at once both succeed, and each migration runs once', async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'test.db');
  const engines = [1, 2, 3].map(() => openSqlite({ path, lockTimeoutMs: 0 }));
  const ran = await Promise.all(engines.map((engine) => engine.migrate()));
  const states = await Promise.all(engines.map((engine) => engine.schemaState()));
  for (const engine of engines) await engine.close();
  expect(ran.filter((names) => names.length > 0)).toHaveLength(1);
  expect(states).toEqual(states.map(() => ({ missing: [], unknown: [] })));
  expect(schemaOf(path)).toEqual(await migratedAlone(folder.path));
});

test(
  'processes that open and migrate one new database at once all succeed',
  async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, 'new', 'test.db');
    const ran = await Promise.all([1, 2, 3].map(() => migrate(path)));
    const names = ran.map(({ stdout }) => JSON.parse(stdout).migrated);
    expect(names.filter((migrated) => migrated.length > 0)).toHaveLength(1);
    expect(schemaOf(path)).toEqual(await migratedAlone(folder.path));
  },
  MANY_PROCESSES_MS,
);

test.each([
  ['a newer version has changed', '999-from-the-future', 'a newer version [^\\n]*999-from-the-future'],
  ['was made before the first release', '026-lines-together', 'a version before 1\\.0\\.0 [^\\n]*Export'],
])(
  'a database that %s is refused by service and command line, and left as it is',
  {
    timeout: MANY_PROCESSES_MS,
  },
  async (_what, name, reason) => {
    using folder = temporaryFolder();
    const { stop, databasePath } = await startTestService({ folder: folder.path });
    await stop();
    const database = new Sqlite(databasePath);
    database.prepare("insert into kysely_migration values (?, '2036-11-20T12:00:00Z')").run(name);
    database.close();
    const before = schemaOf(databasePath);

    const { code, stderr } = await launchService(folder.path).exited;
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`^bank-transfers cannot start: DATABASE_URL: ${reason}[^\\n]*\\n$`));
    expect(await migrate(databasePath)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(new RegExp(`${reason}[^\\n]*\\n$`)),
    });
    expect(schemaOf(databasePath)).toEqual(before);
  },
);
