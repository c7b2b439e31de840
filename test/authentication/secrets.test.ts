import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Database } from '../../db/tables.ts';
import { createSecretBox } from '../../src/access/domain/secret-box.ts';
import {
  call,
  createClock,
  DEPOSIT,
  depositFields,
  hmac,
  MERCHANT,
  startTestService,
  type TestService,
  temporaryFolder,
} from '../harness.ts';
import { createClient, type TestClient } from '../support/entities.ts';
import { eventually } from '../support/eventually.ts';
import { rawCall } from '../support/raw-http.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { storedText, withDatabase } from '../support/rows-of.ts';
import { useService } from '../support/shared-service.ts';
import { giveBackDatabase, onPostgres } from '../support/test-database.ts';

const service = useService();

describe('secrets at rest', () => {
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
});

describe('hash as sign', () => {
  const BANKS = '/v1/available-banks';

  test('the hash of a transaction is no sign for the query that it covers', async () => {
    const { hash, transactionId, bankId, amount } = expectData(
      await call(service(), DEPOSIT, { body: depositFields() }),
    );
    const query = `${transactionId}${bankId}${amount}`;
    expect(hmac(MERCHANT.secret, query)).toBe(hash);
    const headers = { appKey: MERCHANT.appKey, sign: hash };
    expectFailure(await rawCall(service(), { target: `${BANKS}?${query}`, headers }), 'error_invalid_sign');
  });

  test('no plain payload may begin with 24 hex digits, in a query or in a body', async () => {
    const id = '6575078b9e6bb1554a50b7b1';
    for (const payload of [id, `${id}=1`, `${id.toUpperCase()}&a=b`, `${id}00`, `${id}.1732100000.{}`]) {
      const headers = { appKey: MERCHANT.appKey, sign: hmac(MERCHANT.secret, payload) };
      const ofQuery = await rawCall(service(), { target: `${BANKS}?${payload}`, headers });
      expect(expectFailure(ofQuery, 'error_invalid_sign').message).toContain('begins with 24 hex digits');
      const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' };
      const request = { method: 'POST', target: DEPOSIT, headers: form, body: payload };
      expectFailure(await rawCall(service(), request), 'error_invalid_sign');
    }
    // 23 digits, or another character among them, are no id.
    for (const query of [id.slice(1), `${id.slice(0, 23)}g`, `a=${id}`]) {
      const headers = { appKey: MERCHANT.appKey, sign: hmac(MERCHANT.secret, query) };
      // The sign is right, and the parameter is then refused as unknown.
      expectFailure(await rawCall(service(), { target: `${BANKS}?${query}`, headers }), 'error_validation');
    }
  });

  const FEW = 3;

  // The window is one second of real time. A test sends until it is refused, and then within the same second.
  const MAX_ATTEMPTS = 50;

  test('requests with a plain sign do not use up the limit of timed ones, nor the reverse', async () => {
    await using limited = await startTestService({ env: { RATE_LIMIT_PER_SECOND: String(FEW) } });
    const ask = (sign: 'plain' | 'timed', as: { appKey: string; secret: string }) =>
      call(limited, BANKS, { as, sign });
    for (const [flooding, other] of [
      ['plain', 'timed'],
      ['timed', 'plain'],
    ] as const) {
      const client = await createClient(limited);
      let refused = false;
      for (let attempt = 0; attempt < MAX_ATTEMPTS && !refused; attempt += 1)
        refused = (await ask(flooding, client)).status === 429;
      expect(refused).toBe(true);
      expectData(await ask(other, client));
    }
  });

  test('requests with a plain sign have their own limit', async () => {
    await using limited = await startTestService({ env: { RATE_LIMIT_PER_SECOND: '1' } });
    const statuses = await Promise.all(
      Array.from({ length: 20 }, () => call(limited, BANKS, { sign: 'plain' }).then(({ status }) => status)),
    );
    expect(statuses).toContain(429);
  });
});

describe('key rotation', () => {
  const clock = createClock();
  const service = useService({ platform: { nowMs: clock.nowMs } });
  const HOUR_MS = 3_600_000;
  let rotations = 0;

  /** Gives the client a new secret. The old one stays valid for an hour. */
  async function rotate({ dependencies }: TestService, client: TestClient): Promise<TestClient> {
    rotations += 1;
    const secret = `rotated-${rotations}-secret`;
    const nowMs = clock.nowMs();
    await dependencies.clients.rotateSecret(client.appKey, {
      secret,
      nowMs,
      previousEndsAtMs: nowMs + HOUR_MS,
    });
    return { ...client, secret };
  }

  const deposit = (as: TestClient, fields = depositFields()) =>
    call(service(), DEPOSIT, { as, body: fields });
  const list = (as: TestClient) => call(service(), '/v1/transactions', { as, nowMs: clock.nowMs() });

  test('both secrets are valid during a rotation for both kinds of sign, and only the new one after it', async () => {
    const old = await createClient(service());
    expectData(await deposit(old));
    const renewed = await rotate(service(), old);
    for (const client of [old, renewed]) {
      expectData(await deposit(client));
      expectData(await list(client));
    }
    clock.advance(HOUR_MS - 1);
    expectData(await deposit(old));
    clock.advance(1);
    expectFailure(await deposit(old), 'error_invalid_sign');
    expectFailure(await list(old), 'error_invalid_sign');
    expectData(await deposit(renewed));
  });

  test('the hash uses the newest secret, also if the request was signed with the old one', async () => {
    const old = await createClient(service());
    const fields = depositFields();
    const before = expectData(await deposit(old, fields));
    const renewed = await rotate(service(), old);
    const payload = `${before.transactionId}${fields.bankId}500`;
    expect(before.hash).toBe(hmac(old.secret, payload));
    for (const client of [old, renewed])
      expect(expectData(await deposit(client, fields)).hash).toBe(hmac(renewed.secret, payload));
  });

  test('a rotation does not change the secrets of other clients', async () => {
    const one = await createClient(service());
    const other = await createClient(service());
    await rotate(service(), one);
    clock.advance(HOUR_MS);
    expectData(await deposit(other));
    expectFailure(await deposit({ ...other, secret: one.secret }), 'error_invalid_sign');
  });
});
