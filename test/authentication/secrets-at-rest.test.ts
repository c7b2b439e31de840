import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { createSecretBox } from '../../src/domain/secret-box.ts';
import {
  call,
  DEPOSIT,
  depositFields,
  MERCHANT,
  startTestService,
  type TestService,
  temporaryFolder,
} from '../harness.ts';
import { createClient, type TestClient } from '../support/entities.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();
const deposit = (as: TestClient) => call(service(), DEPOSIT, { as, body: depositFields() });

/** Opens the file like another process. */
function tamper(database: TestService, work: (connection: Sqlite.Database) => void): void {
  const connection = new Sqlite(database.databasePath);
  try {
    work(connection);
  } finally {
    connection.close();
  }
}

function sealedSecretOf(connection: Sqlite.Database, client: TestClient): string {
  return connection
    .prepare<[string], string>('select sealed_secret from client_secrets where client_id = ?')
    .pluck()
    .get(client.id)!;
}

function setSealedSecret(connection: Sqlite.Database, client: TestClient, sealed: string): void {
  connection
    .prepare('update client_secrets set sealed_secret = ? where client_id = ?')
    .run(sealed, client.id);
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
  const files = readdirSync(service().folder).map((name) => ({
    name,
    text: readFileSync(join(service().folder, name)).toString('latin1'),
  }));
  expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(['test.db', 'test.db-wal']));
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
  test('a byte is flipped in the database file', async () => {
    const client = await createClient(service());
    expectData(await deposit(client));
    let sealed = '';
    tamper(service(), (connection) => {
      sealed = sealedSecretOf(connection, client);
      const bytes = Buffer.from(sealed, 'base64');
      bytes[bytes.length - 1]! ^= 1;
      setSealedSecret(connection, client, bytes.toString('base64'));
    });
    const { message } = expectFailure(await deposit(client), 'error_internal');
    expect(message).not.toContain(client.secret);
    tamper(service(), (connection) => setSealedSecret(connection, client, sealed));
    expectData(await deposit(client));
  });

  test('two secrets are swapped between their rows', async () => {
    const [one, other] = [await createClient(service()), await createClient(service())];
    const swap = () =>
      tamper(service(), (connection) => {
        const [first, second] = [sealedSecretOf(connection, one), sealedSecretOf(connection, other)];
        setSealedSecret(connection, one, second);
        setSealedSecret(connection, other, first);
      });
    swap();
    for (const client of [one, other]) {
      expectFailure(await deposit(client), 'error_internal');
      expectFailure(await deposit({ ...client, secret: one.secret }), 'error_internal');
    }
    swap();
    for (const client of [one, other]) expectData(await deposit(client));
  });
});

test('a database is not opened under another master key', async () => {
  using folder = temporaryFolder();
  const start = (key: string) =>
    startTestService({ folder: folder.path, env: { MASTER_KEY: key.repeat(64) } });
  await (await start('a')).stop();
  await expect(start('b')).rejects.toThrow('MASTER_KEY is not the key');
  await (await start('a')).stop();
});
