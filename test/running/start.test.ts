import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { StartError } from '../../src/config/start-error.ts';
import { call, DEPOSIT, depositFields, startTestService, temporaryFolder } from '../harness.ts';
import { ROOT, run } from '../support/consumer-project.ts';
import { expectData } from '../support/responses.ts';
import { type Environment, launchService, startServiceProcess } from '../support/service-process.ts';

/** Starting several processes takes long on a busy machine. */
const MANY_PROCESSES_MS = 90_000;

const MASTER_KEY = '0123456789abcdef'.repeat(4);
const OTHER_KEY = 'fedcba9876543210'.repeat(4);
const PRODUCTION = {
  NODE_ENV: 'production',
  MASTER_KEY,
  PUBLIC_URL: 'https://pay.example.com',
  LOG_LEVEL: 'info',
};

/** Asserts that a service in this process does not start. @returns the message. */
async function refusal(folder: string, env: Environment): Promise<string> {
  const failure: unknown = await startTestService({ folder, env }).catch((error: unknown) => error);
  if (!(failure instanceof StartError)) throw new Error('it is not refused', { cause: failure });
  expect(failure.message).toMatch(/^[^\n]+$/);
  return failure.message;
}

/** Asserts the same of a separate process. @returns its output. */
async function printedRefusal(folder: string, env: Environment): Promise<string> {
  const { code, stdout, stderr } = await launchService(folder, env).exited;
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^bank-transfers cannot start: [^\n]+\n$/);
  return stderr;
}

test('an invalid setting ends the process with one line that names it, and no file is created', async () => {
  using folder = temporaryFolder();
  expect(await printedRefusal(folder.path, { PORT: 'http' })).toContain('PORT must be');
  expect(readdirSync(folder.path)).toEqual([]);
});

test('a port in use and a host of another machine are reported with the setting', async () => {
  using folder = temporaryFolder();
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  expect(await printedRefusal(folder.path, { PORT: String(port) })).toMatch(/HOST and PORT: .*EADDRINUSE/);
  other.close();
  expect(await refusal(folder.path, { HOST: '192.0.2.1' })).toMatch(/^HOST and PORT: .*EADDRNOTAVAIL/);
});

test('npm start says what it does and finds a taken port before it builds', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  const started = await run(ROOT, 'env', [`PORT=${port}`, process.execPath, join(ROOT, 'src/dev/start.mjs')]);
  other.close();
  expect(started.code).toBe(1);
  const [doing, problem, ...rest] = started.stderr.split('\n');
  expect(doing).toBe(`Starting bank-transfers on 127.0.0.1:${port} …`);
  expect(problem).toContain(`another port: PORT=${port + 1} npm start`);
  expect(rest).toEqual(['']);
});

test('a database that cannot be opened is reported with the setting', async () => {
  using folder = temporaryFolder();
  const text = join(folder.path, 'text');
  writeFileSync(text, 'This is a text and not a database, and it is long enough for one. '.repeat(20));
  const directory = join(folder.path, 'directory');
  mkdirSync(directory);
  // No user can create files in /proc, not even root.
  for (const path of [join(text, 'below', 'a.db'), directory, text, '/proc/a.db'])
    expect(await refusal(folder.path, { DATABASE_URL: path })).toContain(`DATABASE_URL: ${path}: `);
});

test('production seeds nothing', async () => {
  using folder = temporaryFolder();
  await using service = await startTestService({ folder: folder.path, env: PRODUCTION });
  const response = await call(service, DEPOSIT, { body: depositFields() });
  expect([response.status, response.json.error.type]).toEqual([404, 'error_site_not_found']);
  const database = new Sqlite(service.databasePath, { readonly: true });
  for (const table of ['clients', 'banks', 'bank_accounts'])
    expect(database.prepare(`select * from ${table}`).all()).toEqual([]);
  database.close();
});

test('production refuses a database with demo keys', async () => {
  using folder = temporaryFolder();
  const service = await startTestService({ folder: folder.path, env: { MASTER_KEY } });
  await service.stop();
  expect(await refusal(folder.path, PRODUCTION)).toContain('DATABASE_URL: the database holds a demo key');
});

test('a MASTER_KEY other than that of the database is refused', async () => {
  using folder = temporaryFolder();
  const service = await startTestService({ folder: folder.path, env: { MASTER_KEY } });
  await service.stop();
  const message = await refusal(folder.path, { MASTER_KEY: OTHER_KEY });
  expect(message).toContain('MASTER_KEY is not the key');
  expect(message).not.toContain(OTHER_KEY);
});

test('a missing MASTER_KEY is generated once and stored beside the database, readable by its owner only', async () => {
  using folder = temporaryFolder();
  const first = await startTestService({ folder: folder.path });
  const path = `${first.databasePath}.master-key`;
  expect(statSync(path).mode & 0o777).toBe(0o600);
  await first.stop();
  await using second = await startTestService({ folder: folder.path });
  expectData(await call(second, DEPOSIT, { body: depositFields() }));
  expect(readdirSync(folder.path).filter((name) => name.includes('master-key'))).toEqual([
    'test.db.master-key',
  ]);
});

test('an invalid master key file is reported with its path', async () => {
  using folder = temporaryFolder();
  writeFileSync(join(folder.path, 'test.db.master-key'), '');
  expect(await refusal(folder.path, {})).toContain('MASTER_KEY: the file');
});

test('a refused start leaves no lock: the next start succeeds', async () => {
  using folder = temporaryFolder();
  await refusal(folder.path, { HOST: '192.0.2.1' });
  await using service = await startTestService({ folder: folder.path });
  expectData(await call(service, DEPOSIT, { body: depositFields() }));
});

test(
  'a second service on a database exits with a message; once the first is killed, another one can start',
  async () => {
    using folder = temporaryFolder();
    const first = await startServiceProcess(folder.path);
    expect(await refusal(folder.path, {})).toContain(
      'DATABASE_URL: another bank-transfers service already runs',
    );
    expectData(await call(first, DEPOSIT, { body: depositFields() }));
    await first.kill();
    await using second = await startServiceProcess(folder.path);
    expectData(await call(second, DEPOSIT, { body: depositFields() }));
  },
  MANY_PROCESSES_MS,
);
