import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Database } from '../../db/tables.ts';
import { createSecretBox } from '../../src/access/domain/secret-box.ts';
import { call, DEPOSIT, depositFields, MERCHANT, startTestService, temporaryFolder } from '../harness.ts';
import { createClient, type TestClient } from '../support/entities.ts';
import { eventually } from '../support/eventually.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { storedText, withDatabase } from '../support/rows-of.ts';
import { useService } from '../support/shared-service.ts';
import { giveBackDatabase, onPostgres } from '../support/test-database.ts';

const service = useService();
const deposit = (as: TestClient) => call(service(), DEPOSIT, { as, body: depositFields() });

/** Opens the database like another process. */
const tamper = <T>(work: (db: Database) => Promise<T>): Promise<T> =>
  withDatabase(service().databasePath, work);

async function sealedSecretOf(db: Database, client: TestClient): Promise<string> {
  const row = await db
    .selectFrom('client_secrets')
    .select('sealed_secret')
    .where('client_id', '=', client.id)
    .executeTakeFirstOrThrow();
  return row.sealed_secret;
}

async function setSealedSecret(db: Database, client: TestClient, sealed: string): Promise<void> {
  await db
    .updateTable('client_secrets')
    .set({ sealed_secret: sealed })
    .where('client_id', '=', client.id)
    .execute();
}

/** Waits until the service has heard how many secrets of a client open: PostgreSQL tells it a moment later. */
function heard(client: TestClient, count: number): Promise<void> {
  return eventually(async () => {
    const { secrets } =
      (await service().dependencies.clients.findById(client.id)) ?? expect.fail('no client');
    expect(secrets).toHaveLength(count);
  });
}

/** Everything that the database keeps: the files of SQLite, or the rows of the tables of PostgreSQL. */
async function keptTexts(): Promise<readonly { readonly name: string; readonly text: string }[]> {
  if (onPostgres)
    return tamper(async (db) => {
      const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
      const kept: { readonly name: string; readonly text: string }[] = [];
      for (const { name } of tables)
        kept.push({ name, text: await storedText(service().databasePath, [name as 'clients']) });
      return kept;
    });
  return readdirSync(service().folder).map((name) => ({
    name,
    text: readFileSync(join(service().folder, name)).toString('latin1'),
  }));
}

test('no file of the database and no log line contains a secret, in any encoding', async () => {
  const secret = 'Zq7#sentinel~of~a~secret';
  const client = await createClient(service(), { secret });
  expectData(await deposit(client));
  expectFailure(await deposit({ ...client, secret: 'wrong-secret' }), 'error_invalid_sign');
  const spellings = [
    secret,
    Buffer.from(secret).toString('base64').slice(0, -4),
    Buffer.from(secret).toString('hex'),
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    MERCHANT.secret,
  ];
  const files = await keptTexts();
  const expected = onPostgres ? ['clients', 'client_secrets', 'audit'] : ['test.db', 'test.db-wal'];
  expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(expected));
  // The files contain values that are not secret: the search would also find a secret.
  expect(files.some(({ text }) => text.includes(client.appKey))).toBe(true);
  expect(service().logLines.some((line) => line.includes(client.appKey))).toBe(true);
  for (const spelling of spellings) {
    for (const { text } of files) expect(text.includes(spelling)).toBe(false);
    for (const line of service().logLines) expect(line).not.toContain(spelling);
  }
});

describe('a sealed secret opens', () => {
  const masterKey = randomBytes(32);
  const box = createSecretBox(masterKey);
  const sealed = box.seal('a secret: ğ', 'owner');

  test('with the same key and owner, repeatedly', () => {
    expect(box.open(sealed, 'owner')).toBe('a secret: ğ');
    expect(createSecretBox(Buffer.from(masterKey)).open(sealed, 'owner')).toBe('a secret: ğ');
  });

  test('not for another owner or with another key', () => {
    expect(() => box.open(sealed, 'other')).toThrow();
    expect(() => box.open(sealed, '')).toThrow();
    const otherKey = Buffer.from(masterKey);
    otherKey[31]! ^= 1;
    expect(() => createSecretBox(otherKey).open(sealed, 'owner')).toThrow();
  });

  test('not with a flipped bit, or with bytes removed or added', () => {
    const bytes = Buffer.from(sealed, 'base64');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3]! ^= 1 << (bit & 7);
      expect(() => box.open(flipped.toString('base64'), 'owner')).toThrow();
    }
    for (let length = 0; length < bytes.length; length += 1)
      expect(() => box.open(bytes.subarray(0, length).toString('base64'), 'owner')).toThrow();
    expect(() => box.open(Buffer.concat([bytes, Buffer.of(0)]).toString('base64'), 'owner')).toThrow();
  });

  test('and two seals of the same secret differ', () => {
    expect(box.seal('same', 'owner')).not.toBe(box.seal('same', 'owner'));
  });
});

describe('a client with a corrupted sealed secret is refused until it has its own again:', () => {
  test('a byte is flipped in the database', async () => {
    const client = await createClient(service());
    expectData(await deposit(client));
    const sealed = await tamper((db) => sealedSecretOf(db, client));
    const bytes = Buffer.from(sealed, 'base64');
    bytes[bytes.length - 1]! ^= 1;
    await tamper((db) => setSealedSecret(db, client, bytes.toString('base64')));
    await heard(client, 0);
    const { message } = expectFailure(await deposit(client), 'error_internal');
    expect(message).not.toContain(client.secret);
    await tamper((db) => setSealedSecret(db, client, sealed));
    await heard(client, 1);
    expectData(await deposit(client));
  });

  test('two secrets are swapped between their rows', async () => {
    const [one, other] = [await createClient(service()), await createClient(service())];
    const swap = () =>
      tamper(async (db) => {
        const [first, second] = [await sealedSecretOf(db, one), await sealedSecretOf(db, other)];
        await setSealedSecret(db, one, second);
        await setSealedSecret(db, other, first);
      });
    await swap();
    for (const client of [one, other]) {
      await heard(client, 0);
      expectFailure(await deposit(client), 'error_internal');
      expectFailure(await deposit({ ...client, secret: one.secret }), 'error_internal');
    }
    await swap();
    for (const client of [one, other]) {
      await heard(client, 1);
      expectData(await deposit(client));
    }
  });
});

test('a database is not opened under another master key', async () => {
  using folder = temporaryFolder();
  const start = (key: string) =>
    startTestService({ folder: folder.path, env: { MASTER_KEY: key.repeat(64) } });
  await (await start('a')).stop();
  await expect(start('b')).rejects.toThrow('MASTER_KEY is not the key');
  await (await start('a')).stop();
  giveBackDatabase(folder.path);
});
