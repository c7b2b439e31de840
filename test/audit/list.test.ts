import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import * as queries from '../../db/query-list.ts';
import { chunksOf } from '../../db/sql/lists.ts';
import { createClient, updateClient } from '../../src/admin/clients.ts';
import { signIn } from '../../src/admin/identity.ts';
import { listAudit } from '../../src/audit/audit.ts';
import {
  ADMIN,
  call,
  DEPOSIT,
  depositFields,
  type Json,
  OPERATOR,
  startTestService,
  temporaryFolder,
  VALID_IBAN,
} from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { expectRefusal, openTestContext, type TestContext } from '../support/app-context.ts';
import { readAudit, rowsOf, tamper } from '../support/audit.ts';
import { cliJson, expectOneLine, runCli } from '../support/cli.ts';
import { createClient as addClient, newIban } from '../support/entities.ts';
import { insertWithdrawals } from '../support/many-withdrawals.ts';
import { createPayable } from '../support/payments.ts';
import { expectData } from '../support/responses.ts';
import { openDatabase, withDatabase } from '../support/rows-of.ts';
import { useService } from '../support/shared-service.ts';
import { onPostgres } from '../support/test-database.ts';

describe('list', () => {
  const MINUTE_MS = 60_000;
  const COUNT = 7;
  let context: TestContext;
  let startMs: number;

  /** A client that is changed once a minute, and one sign-in. */
  beforeAll(async () => {
    context = await openTestContext();
    startMs = context.clock.nowMs();
    for (const appKey of ['shop', 'other'])
      await context.run(createClient, { name: 'A', role: 'merchant', appKey });
    for (let index = 0; index < COUNT; index += 1) {
      context.clock.advance(MINUTE_MS);
      await context.run(updateClient, { appKey: 'shop', disabled: index % 2 === 0 });
    }
    await context.run(signIn, {});
  });

  afterAll(() => context[Symbol.asyncDispose]());

  const iso = (minutes: number) => new Date(startMs + minutes * MINUTE_MS).toISOString();

  async function positions(input: object): Promise<number[]> {
    return (await context.run(listAudit, input)).items.map(({ position }) => position);
  }

  test('rows come newest first and each once, even while others are added', async () => {
    const seen: number[] = [];
    let after: string | undefined;
    for (;;) {
      const page = await context.run(listAudit, { limit: 3, after });
      seen.push(...page.items.map(({ position }) => position));
      if (page.nextCursor === null) break;
      after = page.nextCursor;
      await context.run(signIn, {});
    }
    expect(seen).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  });

  test('filters by actor, kind of actor, operation, target and time narrow the list together', async () => {
    expect(await positions({ operation: 'updateClient' })).toEqual([9, 8, 7, 6, 5, 4, 3]);
    expect(await positions({ target: 'other' })).toEqual([2]);
    expect(await positions({ target: 'shop', operation: 'createClient' })).toEqual([1]);
    expect(await positions({ actor: 'nobody' })).toEqual([]);
    expect(await positions({ actorKind: 'commandLine' })).toEqual([]);
    expect(await positions({ actor: 'test', actorKind: 'key', target: 'other' })).toEqual([2]);
    expect(await positions({ from: iso(2), to: iso(4), operation: 'updateClient' })).toEqual([5, 4]);
    expect(await positions({ to: iso(1) })).toEqual([2, 1]);
  });

  test('a list is read in the reading thread: a filter that nothing matches looks at every row', async () => {
    const { engine } = context;
    const filter = { actorKind: 'key', actor: 'test', toMs: 0 } as const;
    expect((await engine.query('listAudit', { filter, page: { limit: 1 } })).items).toEqual([]);
  });

  test('rows about tests that a page skips are counted as scanned', async () => {
    await using own = await openTestContext();
    const { id: clientId } = await addClient(own, { isTest: true });
    await own.run(createClient, { name: 'A', role: 'merchant', appKey: 'shop' });
    await insertWithdrawals(own.databasePath, clientId, 1);
    await withDatabase(own.databasePath, async (db) => {
      const made = await db
        .updateTable('transactions')
        .set({ is_test: 1 })
        .returning('id')
        .executeTakeFirstOrThrow();
      const last = db.selectFrom('audit').selectAll().orderBy('position', 'desc').limit(1);
      const row = await last.executeTakeFirstOrThrow();
      const about = {
        ...row,
        previous_hash: row.hash,
        target_kind: 'transaction' as const,
        target_id: made.id,
      };
      const rows = Array.from({ length: 2100 }, (_, index) => ({
        ...about,
        position: row.position + 1 + index,
      }));
      for (const chunk of chunksOf(rows, 500)) await db.insertInto('audit').values(chunk).execute();
    });
    const page = await own.engine.query('listAudit', { filter: { isTest: false }, page: { limit: 50 } });
    expect(page.items.map(({ targetId }) => targetId)).toContain('shop');
    expect(page.scannedRows).toBeGreaterThan(2000);
  });

  test('a row names the person whose key gave the command, by the name that the key has now', async () => {
    const named = async () => {
      const { items } = await context.run(listAudit, { actor: 'test', limit: 1 });
      return items[0]?.actorName;
    };
    expect(await named()).toBeNull();
    await context.run(createClient, { name: 'Ayşe Yılmaz', role: 'admin', appKey: 'test' });
    expect(await named()).toBe('Ayşe Yılmaz');
    await context.run(updateClient, { appKey: 'test', name: 'Ayşe Kaya' });
    expect(await named()).toBe('Ayşe Kaya');
  });

  test('a wrong filter is refused by its field', async () => {
    for (const [field, value] of [
      ['limit', 101],
      ['limit', 0],
      ['after', 'x'],
      ['actorKind', 'person'],
      ['from', 'yesterday'],
      ['operation', ' '],
    ] as const)
      await expectRefusal(context.run(listAudit, { [field]: value }), 'error_validation', field);
    await expectRefusal(context.run(listAudit, {}, 'operator'), 'not_authorized');
  });

  describe('in a log of 150,000 rows', () => {
    const ROWS = 150_000;
    beforeAll(() =>
      tamper(
        context.databasePath,
        `with recursive n(i) as (select (select max(position) + 1 from audit) union all select i + 1 from n where i < ${ROWS})
       insert into audit (position, occurred_at_ms, actor_kind, actor, operation, target_kind, target_id, previous_hash, hash)
       select i, i, 'key', 'busy', 'settleTransaction', 'transaction', 'target-' || i, '', '' from n`,
        ...(onPostgres ? ['analyze audit'] : []),
      ),
    );

    test('a search for a rare row pauses for others, ends its page, and finds the row on the next one', async () => {
      const statements: CompiledQuery[] = [];
      const db = openDatabase(context.databasePath, ({ query }) => statements.push(query));
      let othersHadTheirTurn = false;
      setImmediate(() => {
        othersHadTheirTurn = true;
      });
      const filter = { operation: 'createClient' };
      const first = await queries.listAudit(db, { filter, page: { limit: 50 } });
      expect(othersHadTheirTurn).toBe(true);
      expect(first).toEqual({ items: [], next: ROWS + 1 - 100_000, scannedRows: 100_000 });
      const second = await queries.listAudit(db, { filter, page: { limit: 50, after: first.next } });
      // The clients of the beginning, and the person of a test above.
      expect(second.items.map(({ position }) => position)).toEqual([14, 2, 1]);
      expect([second.next, second.scannedRows]).toEqual([undefined, 50_000]);
      statements.length = 0;
      const plain = await queries.listAudit(db, { filter: {}, page: { limit: 50 } });
      expect([plain.items.length, plain.next, plain.scannedRows]).toEqual([50, ROWS - 49, 0]);
      const target = { targetIds: ['target-9999'], operation: 'settleTransaction', actor: 'busy', fromMs: 1 };
      const one = await queries.listAudit(db, { filter: target, page: { limit: 50 } });
      expect(one.items.map(({ position }) => position)).toEqual([9999]);
      expect(one.scannedRows).toBe(0);
      // The end and the page, each once.
      expect(statements).toHaveLength(4);
      const last = statements.at(-1)!;
      const explain = `${onPostgres ? 'explain' : 'explain query plan'} ${last.sql}`;
      const plan = await db.executeQuery(CompiledQuery.raw(explain, [...last.parameters]));
      await db.destroy();
      expect(JSON.stringify(plan.rows)).toContain('audit_by_target_id');
    });

    test('every page is read by the reading thread, and its scanned rows count against the rate limit', async () => {
      const owed: number[] = [];
      const { rate } = context.dependencies;
      const owe = vi.spyOn(rate, 'owe').mockImplementation(async (_key, points) => void owed.push(points));
      const query = vi.spyOn(context.engine, 'query');
      await context.run(listAudit, { operation: 'createClient' });
      expect(query.mock.calls.map(([name]) => name)).toEqual(['listAudit']);
      expect(owed).toEqual([50]);
      for (const spy of [owe, query]) spy.mockRestore();
    });
  });
});

describe('contents', () => {
  const service = useService();
  let lastRequestId: string | null = null;

  /** Runs a mutation as the demo admin, and notes the id of its request. */
  async function admin(field: string, type: string, input: Json, selection: string): Promise<Json> {
    const query = `mutation ($input: ${type}!) { answer: ${field}(input: $input) { ${selection} } }`;
    const answer = await call(service(), '/graphql', {
      as: ADMIN,
      sign: 'timed',
      json: { query, variables: { input } },
    });
    expect(answer.json.errors, answer.text).toBeUndefined();
    lastRequestId = answer.headers.get('x-request-id');
    return answer.json.data.answer;
  }

  test('a row says who did what, from where, in which request, and what the values were before and after', async () => {
    const { appKey } = await addClient(service(), { callbackUrl: 'https://shop.example.com/a?token=t0' });
    const callbackUrl = 'https://evil.example.com/cb?token=canary-token';
    const [row] = await rowsOf(service().databasePath, () =>
      admin('updateClient', 'UpdateClientInput', { appKey, callbackUrl }, 'appKey'),
    );
    expect(row).toMatchObject({
      actor_kind: 'key',
      actor: ADMIN.appKey,
      address: '127.0.0.1',
      request_id: lastRequestId,
      operation: 'updateClient',
      target_kind: 'client',
      target_id: appKey,
    });
    expect(row!.occurred_at_ms).toBeGreaterThan(Date.now() - 60_000);
    const [before, after] = [JSON.parse(row!.before_json!), JSON.parse(row!.after_json!)];
    expect(before.callbackUrl).toMatch(/^https:\/\/shop\.example\.com\/a\?sha256=[0-9a-f]{12}$/);
    expect(after).toEqual({ ...before, callbackUrl: expect.stringContaining('evil.example.com/cb?sha256=') });
  });

  test('the hash of a row is SHA-256 over the hash before it and its values, so that anybody can compute it', async () => {
    const rows = await rowsOf(service().databasePath, () =>
      admin('addBank', 'AddBankInput', { name: 'Hashed' }, 'bankId'),
    );
    const [row] = rows;
    const before = (await readAudit(service().databasePath)).at(-2);
    expect(row!.previous_hash).toBe(before!.hash);
    const text = JSON.stringify([
      row!.previous_hash,
      row!.position,
      row!.occurred_at_ms,
      row!.actor_kind,
      row!.actor,
      row!.address,
      row!.operation,
      row!.request_id,
      row!.target_kind,
      row!.target_id,
      row!.before_json,
      row!.after_json,
    ]);
    expect(row!.hash).toBe(createHash('sha256').update(text).digest('hex'));
  });

  test('no secret, and no name and no IBAN of a payer, stands in the log; an IBAN of the operator does', async () => {
    const iban = newIban();
    const { transactionId } = await createPayable(service(), {
      name: 'Canary Payername',
      userName: 'canaryuser',
    });
    await call(service(), `/v1/transactions/${transactionId}/settle`, {
      as: OPERATOR,
      sign: 'timed',
      body: { sequence: '1' },
    });
    const { secret } = await admin(
      ...(['createClient', 'CreateClientInput'] as const),
      { name: 'Canary', role: 'merchant', appKey: 'canary-shop' },
      'secret',
    );
    const rotated = await admin('rotateSecret', 'RotateSecretInput', { appKey: 'canary-shop' }, 'secret');
    const entry = 'entry { entryId } added';
    for (const [kind, value] of [
      ['iban', VALID_IBAN],
      ['convertedName', 'Canary Payername'],
    ])
      await admin('addToBlacklist', 'AddToBlacklistInput', { kind, value }, entry);
    const account = { bankId: '507f1f77bcf86cd799439011', accountName: 'Own Company', iban };
    await admin('addBankAccount', 'AddAccountInput', account, 'accountId');
    const text = JSON.stringify(await readAudit(service().databasePath));
    for (const canary of [
      secret,
      rotated.secret,
      VALID_IBAN,
      'ayername',
      'canaryuser',
      'sealed',
      'canary-token',
    ])
      expect(text, canary).not.toContain(canary);
    expect(text).toContain('TR33…1326');
    expect(text).toContain(iban);
  });

  const NEXT_ROW = `position + 1, occurred_at_ms, actor_kind, actor, address, operation, request_id,
  target_kind, target_id, before_json, after_json, previous_hash, hash from audit order by position desc limit 1`;

  /** The statements that would change the log or its end. */
  const REFUSED = [
    "update audit set actor = 'another'",
    'delete from audit',
    `insert into audit select ${NEXT_ROW}`,
    'update audit_tip set position = 0',
    "update audit_tip set position = position + 1, hash = 'x'",
    'delete from audit_tip',
    ...(onPostgres
      ? [
          'insert into audit select * from audit where position = 1',
          'insert into audit_tip select 2, position, hash from audit where position = 1',
          'truncate audit',
          'truncate audit_tip',
        ]
      : [
          'insert or replace into audit select * from audit where position = 1',
          'insert or replace into audit_tip select 1, position, hash from audit where position = 1',
        ]),
  ];

  test('the database refuses to change, remove or insert rows, and to shorten the log', async () => {
    await admin('addBank', 'AddBankInput', { name: 'Kept' }, 'bankId');
    await withDatabase(service().databasePath, async (db) => {
      for (const statement of REFUSED)
        await expect(sql.raw(statement).execute(db), statement).rejects.toThrow(/audit log/);
    });
    await expectAgreement(service().databasePath);
  });
});

describe('copies', () => {
  const BY_ME = { actor_kind: 'commandLine', actor: userInfo().username, address: null, request_id: null };

  // Copies are files of SQLite.
  test.skipIf(onPostgres)('a backup records in the database that it copies where the copy went', async () => {
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
  });

  test.skipIf(onPostgres)('a backup that cannot be recorded is not made', async () => {
    using folder = temporaryFolder();
    await using service = await startTestService();
    const { databasePath } = service;
    await withDatabase(databasePath, (db) =>
      sql`create trigger full before insert on audit begin select raise(abort, 'no room'); end`.execute(db),
    );
    const run = await runCli(['backup', join(folder.path, 'copy.db')], { databasePath });
    expect(run.code).toBe(1);
    expect(readdirSync(folder.path)).toEqual([]);
  });

  test.skipIf(onPostgres)(
    'a restore leaves a row at the end of the restored log, with what was lost',
    async () => {
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
        lost: { transactions: 1, events: 0, commands: 0 },
        migrations: [],
      });
      await expectAgreement(databasePath);
    },
  );

  test.runIf(onPostgres).each([
    ['backup', /pg_dump/],
    ['restore', /pg_restore/],
  ])('on PostgreSQL %s copies nothing, and names the tool for it in one line', async (command, tool) => {
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
});
