import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { call, startTestService, temporaryFolder, WITHDRAW, withdrawalFields } from '../harness.ts';
import { ROOT } from '../support/consumer-project.ts';
import { readExamples } from '../support/examples.ts';
import { connectPostgres } from '../support/postgres-client.ts';
import { startPostgresServer } from '../support/postgres-server.ts';
import { expectData } from '../support/responses.ts';
import { ENGINE_SETTINGS } from '../support/test-database.ts';

const run = promisify(execFile);
const PROGRAMS = ['initdb', 'postgres', 'pg_dump', 'pg_restore', 'psql'];
const SYSTEM = '/usr/lib/postgresql';
const LOADERS = 4;

/** The folder of one version of PostgreSQL that has a server and the tools of its backups. */
function findFolder(): string | undefined {
  const { stdout } = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' });
  const versions = existsSync(SYSTEM) ? readdirSync(SYSTEM) : [];
  return [stdout?.trim() ?? '', ...versions.map((version) => join(SYSTEM, version, 'bin'))].find((folder) =>
    PROGRAMS.every((name) => existsSync(join(folder, name))),
  );
}

const folder = findFolder();

/** The commands of the page, for the user of this server and the program of this checkout. */
const [dump = '', restore = ''] = readExamples('docs/postgresql.md')
  .filter(({ heading, language }) => heading === 'Backup and restore' && language === 'sh')
  .map(({ code }) =>
    code
      .replaceAll('owner bank_transfers', 'owner bank')
      .replaceAll(
        /bank-transfers (?=verify|after-restore)/g,
        `'${process.execPath}' '${join(ROOT, 'dist/src/cli.js')}' `,
      ),
  );

async function processIdsAt(url: string): Promise<Set<string>> {
  const client = await connectPostgres(url);
  const { rows } = await client.query<{ process_id: string }>('select process_id from transactions');
  await client.end();
  return new Set(rows.map((row) => row.process_id));
}

test.skipIf(folder === undefined)(
  'the printed dump, taken under load, restores with every transaction that was acknowledged before it',
  async () => {
    using files = temporaryFolder();
    const bin = folder ?? '';
    const programs = { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
    const server = await startPostgresServer({ fsync: false, programs });
    try {
      const at = (name: string) => Object.assign(new URL(server.url), { pathname: `/${name}` }).href;
      const env = {
        PATH: [bin, process.env.PATH].join(delimiter),
        ...ENGINE_SETTINGS,
        ADMIN_URL: server.url,
        DATABASE_URL: at('bank'),
        RESTORED_URL: at('restored'),
      };
      const shell = (code: string) => run('sh', ['-ec', code], { cwd: files.path, env });
      await shell(`psql -q "$ADMIN_URL" -c "create database bank encoding 'UTF8' template template0"`);
      const acknowledged: string[] = [];
      let before: readonly string[] = [];
      {
        await using service = await startTestService({ env: { DATABASE_URL: at('bank') } });
        let isOver = false;
        const load = async () => {
          while (!isOver)
            acknowledged.push(
              expectData(await call(service, WITHDRAW, { body: withdrawalFields() })).processId,
            );
        };
        const loads = Promise.all(Array.from({ length: LOADERS }, load));
        await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(50);
        before = [...acknowledged];
        await shell(dump);
        isOver = true;
        await loads;
      }
      expect(acknowledged.length).toBeGreaterThan(before.length);
      // `verify` of the printed commands ends with another code if it finds anything.
      await shell(restore);
      const restored = await processIdsAt(at('restored'));
      expect(before.filter((processId) => !restored.has(processId))).toEqual([]);
      await using again = await startTestService({ env: { DATABASE_URL: at('restored') } });
      expectData(await call(again, WITHDRAW, { body: withdrawalFields() }));
    } finally {
      await server.stop();
    }
  },
);
