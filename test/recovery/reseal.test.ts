import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { resealSecrets } from '../../src/maintenance/reseal.ts';
import { commandLineOrigin } from '../../src/operations/meta.ts';
import { openAppContext } from '../../src/service/context.ts';
import { nodePlatform } from '../../src/service/platform.ts';
import { call, DEPOSIT, depositFields, startTestService, temporaryFolder } from '../harness.ts';
import { expectOneLine, runCli } from '../support/cli.ts';
import { createClient, type TestClient } from '../support/entities.ts';
import { testLong } from '../support/long-test.ts';
import { expectData } from '../support/responses.ts';

const OLD = 'ab'.repeat(32);
const NEW = 'cd'.repeat(32);
const BOTH = { MASTER_KEY: NEW, MASTER_KEY_PREVIOUS: OLD };

const start = (folder: string, env: Readonly<Record<string, string>>) => startTestService({ folder, env });
const deposit = async (service: { url: string }, as: TestClient) =>
  expectData(await call(service, DEPOSIT, { as, body: depositFields() }));

function sealedSecrets(databasePath: string): unknown[] {
  const database = new Sqlite(databasePath, { readonly: true });
  const secrets = database.prepare('select sealed_secret from client_secrets order by id').pluck().all();
  database.close();
  return secrets;
}

test('a master key is replaced in three steps while clients keep their secrets and the service keeps answering', async () => {
  using folder = temporaryFolder();
  const first = await start(folder.path, { MASTER_KEY: OLD });
  const { databasePath } = first;
  const clients = [await createClient(first)];
  await first.stop();

  const both = await start(folder.path, BOTH);
  for (const client of clients) await deposit(both, client);
  clients.push(await createClient(both));
  await expect(start(folder.path, { MASTER_KEY: OLD })).rejects.toThrow();
  const before = sealedSecrets(databasePath);
  const run = await runCli(['secrets', 'reseal', '--json'], { databasePath, env: BOTH });
  expect(run).toMatchObject({ code: 0, stderr: '' });
  // All but the one that was made since the restart: that one was sealed with the new key already.
  expect(JSON.parse(run.stdout)).toEqual({ resealed: before.length - 1 });
  for (const client of clients) await deposit(both, client);
  clients.push(await createClient(both));
  const again = await runCli(['secrets', 'reseal', '--json'], { databasePath, env: BOTH });
  expect(JSON.parse(again.stdout)).toEqual({ resealed: 0 });
  await both.stop();

  await using last = await start(folder.path, { MASTER_KEY: NEW });
  for (const client of clients) await deposit(last, client);
});

test('secrets are not sealed with a key that the running service does not know', async () => {
  using folder = temporaryFolder();
  await using service = await start(folder.path, { MASTER_KEY: OLD });
  const { databasePath } = service;
  const before = sealedSecrets(databasePath);
  const run = await runCli(['secrets', 'reseal'], { databasePath, env: BOTH });
  expect(expectOneLine(run, 1)).toContain('The running service does not know the new MASTER_KEY');
  expect(sealedSecrets(databasePath)).toEqual(before);
  // The same for what the command line creates.
  const words = ['clients', 'create', '--name', 'New', '--role', 'merchant', '--json'];
  const created = await runCli(words, { databasePath, env: BOTH });
  const { client, secret } = JSON.parse(created.stdout);
  await deposit(service, { id: client.appKey, appKey: client.appKey, secret });
});

test('once the service knows the new key the old one alone is refused, and so is a third one', async () => {
  using folder = temporaryFolder();
  await (await start(folder.path, { MASTER_KEY: OLD })).stop();
  await (await start(folder.path, BOTH)).stop();
  await expect(start(folder.path, { MASTER_KEY: OLD })).rejects.toThrow('re-sealed with');
  const third = { MASTER_KEY: 'ef'.repeat(32), MASTER_KEY_PREVIOUS: OLD };
  await expect(start(folder.path, third)).rejects.toThrow('re-sealed with');
  await expect(start(folder.path, { MASTER_KEY: NEW })).rejects.toThrow('MASTER_KEY is not the key');
  await expect(start(folder.path, { MASTER_KEY_PREVIOUS: OLD })).rejects.toThrow('needs MASTER_KEY');
});

test('without a service the secrets are resealed at once, and again when it was interrupted', async () => {
  using folder = temporaryFolder();
  const first = await start(folder.path, { MASTER_KEY: OLD });
  const { databasePath } = first;
  const client = await createClient(first);
  await first.stop();
  expect(await runCli(['secrets', 'reseal'], { databasePath, env: BOTH })).toMatchObject({ code: 0 });
  await using last = await start(folder.path, { MASTER_KEY: NEW });
  await deposit(last, client);
});

test('after a reseal without a service that was interrupted, nothing opens the database without the new key', async () => {
  using folder = temporaryFolder();
  const first = await start(folder.path, { MASTER_KEY: OLD });
  const { databasePath } = first;
  const client = await createClient(first);
  await first.stop();
  const config = readConfig({ ...BOTH, DATABASE_URL: databasePath });
  const context = await openAppContext({ config, platform: nodePlatform, migrate: false });
  const { engine } = context;
  const interrupted: typeof engine.run = (name, input) =>
    name === 'finishReseal' ? Promise.reject(new Error('killed')) : engine.run(name, input);
  const dying = { ...context, engine: { ...engine, run: interrupted } };
  const audit = { ...commandLineOrigin('ada', 'resealSecrets'), occurredAtMs: 0 };
  await expect(resealSecrets(config, dying, audit)).rejects.toThrow('killed');
  await context.close();
  await expect(start(folder.path, { MASTER_KEY: OLD })).rejects.toThrow('re-sealed with');
  const third = { MASTER_KEY: 'ef'.repeat(32), MASTER_KEY_PREVIOUS: OLD };
  expect((await runCli(['secrets', 'reseal'], { databasePath, env: third })).code).toBe(1);
  expect(await runCli(['secrets', 'reseal'], { databasePath, env: BOTH })).toMatchObject({ code: 0 });
  await using last = await start(folder.path, { MASTER_KEY: NEW });
  await deposit(last, client);
});

test('a service that still seals with the key that is given up is not left behind by a reseal', async () => {
  using folder = temporaryFolder();
  await (await start(folder.path, { MASTER_KEY: OLD })).stop();
  await (await start(folder.path, BOTH)).stop();
  // Back to the old key: the noted one is the previous one now, and new secrets are still sealed with it.
  const back = { MASTER_KEY: OLD, MASTER_KEY_PREVIOUS: NEW };
  const service = await start(folder.path, back);
  const { databasePath } = service;
  expect((await runCli(['secrets', 'reseal'], { databasePath, env: back })).code).toBe(1);
  const client = await createClient(service);
  await service.stop();
  expect(await runCli(['secrets', 'reseal'], { databasePath, env: back })).toMatchObject({ code: 0 });
  await using last = await start(folder.path, { MASTER_KEY: OLD });
  await deposit(last, client);
});

testLong(
  'a secret that is rotated by a process which still seals with the old key is refused after the reseal',
  async () => {
    using folder = temporaryFolder();
    const first = await start(folder.path, { MASTER_KEY: OLD });
    const { databasePath } = first;
    const client = await createClient(first);
    await first.stop();
    const config = readConfig({ ...BOTH, DATABASE_URL: databasePath });
    const slow = await openAppContext({ config, platform: nodePlatform, migrate: false });
    expect(await runCli(['secrets', 'reseal'], { databasePath, env: BOTH })).toMatchObject({ code: 0 });
    const before = sealedSecrets(databasePath);
    const terms = { secret: 'x'.repeat(43), nowMs: 1, previousEndsAtMs: 0 };
    const audit = { ...commandLineOrigin('ada', 'rotateClientSecret'), occurredAtMs: 0 };
    const rotated = slow.dependencies.clients.rotateSecret(client.appKey, terms, audit);
    await expect(rotated).rejects.toThrow('MASTER_KEY was changed');
    await slow.close();
    expect(sealedSecrets(databasePath)).toEqual(before);
    await using last = await start(folder.path, { MASTER_KEY: NEW });
    await deposit(last, client);
  },
);
