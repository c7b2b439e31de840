import { userInfo } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyAudit } from '../../db/audit/verify.ts';
import { verify } from '../../db/maintenance/verify/verify.ts';
import { migrations } from '../../db/migrations/index.ts';
import { type Json, temporaryFolder } from '../harness.ts';
import { readAudit, rehash, type StoredAudit, tamper } from '../support/audit.ts';
import { runCli } from '../support/cli.ts';
import { openEngineAt } from '../support/engine-at.ts';
import {
  copyTestDatabase,
  databaseUrlOf,
  giveBackDatabase,
  makeBareDatabase,
} from '../support/test-database.ts';

const folder = temporaryFolder();
let databasePath = '';

const env = { MASTER_KEY: 'a'.repeat(64) };

async function cliJson(path: string, ...words: readonly string[]): Promise<Json> {
  const run = await runCli([...words, '--json'], { databasePath: path, env });
  expect(run).toMatchObject({ code: 0, stderr: '' });
  return JSON.parse(run.stdout);
}

/** A log of six commands of the command line. */
beforeAll(async () => {
  databasePath = databaseUrlOf(folder.path);
  await makeBareDatabase(folder.path);
  await cliJson(databasePath, 'migrate');
  const create = ['clients', 'create', '--name', 'Shop', '--role', 'merchant', '--app-key', 'shop'];
  await cliJson(databasePath, ...create);
  for (const state of ['on', 'off', 'on'])
    await cliJson(databasePath, 'clients', 'require-timed-sign', 'shop', state);
  await cliJson(databasePath, 'clients', 'disable', 'shop');
});
afterAll(async () => {
  for (const each of [...copies, folder]) {
    giveBackDatabase(each.path);
    each[Symbol.dispose]();
  }
});

const copies: ReturnType<typeof temporaryFolder>[] = [];

/** @returns the DATABASE_URL of a copy. */
async function copyDatabase(): Promise<string> {
  const copy = temporaryFolder();
  copies.push(copy);
  await copyTestDatabase(folder.path, copy.path);
  return databaseUrlOf(copy.path);
}

/** Copies the database and changes the copy without its triggers. */
async function tampered(statements: (rows: readonly StoredAudit[]) => readonly string[]): Promise<string> {
  const path = await copyDatabase();
  await tamper(path, ...statements(await readAudit(databasePath)));
  return path;
}

test('commands of the command line name the user of the operating system, migrations too', async () => {
  const rows = await readAudit(databasePath);
  const { username } = userInfo();
  expect(rows.map(({ operation }) => operation)).toEqual([
    'migrate',
    'createClient',
    'updateClient',
    'updateClient',
    'updateClient',
    'updateClient',
  ]);
  for (const row of rows)
    expect(row).toMatchObject({
      actor_kind: 'commandLine',
      actor: username,
      address: null,
      request_id: null,
    });
  expect(JSON.parse(rows[0]!.after_json!).migrations).toEqual(Object.keys(migrations));
});

test('a complete log is reported as complete, with its last hash', async () => {
  const verdict = await cliJson(databasePath, 'audit', 'verify');
  const last = (await readAudit(databasePath)).at(-1)!;
  expect(verdict).toMatchObject({ agrees: true, rows: 6, lastHash: last.hash, first: null });
  const run = await runCli(['audit', 'verify', '--known', last.hash], { databasePath, env });
  expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining('The audit log is whole: 6 rows.') });
});

type Tampering = readonly [string, (rows: readonly StoredAudit[]) => readonly string[], Readonly<object>];

const TAMPERINGS: readonly Tampering[] = [
  [
    'a changed value',
    () => ["update audit set actor = 'somebody' where position = 3"],
    { kind: 'audit-changed', position: 3 },
  ],
  [
    'a changed value with a right hash of its own',
    (rows) => {
      const changed = { ...rows[2]!, actor: 'somebody' };
      return [`update audit set actor = 'somebody', hash = '${rehash(changed)}' where position = 3`];
    },
    { kind: 'audit-chain', position: 4 },
  ],
  [
    'a removed row',
    () => ['delete from audit where position = 3'],
    { kind: 'audit-missing', position: 3, count: 1 },
  ],
  [
    'removed first rows',
    () => ['delete from audit where position < 3'],
    { kind: 'audit-missing', position: 1, count: 2 },
  ],
  [
    'removed last rows',
    () => ['delete from audit where position > 4'],
    { kind: 'audit-missing', position: 5, count: 2 },
  ],
  ['all rows removed', () => ['delete from audit'], { kind: 'audit-missing', position: 1, count: 6 }],
  [
    'an end that was moved',
    () => ['update audit_tip set position = 2'],
    { kind: 'audit-chain', position: 6 },
  ],
  [
    'a row before the first one',
    (rows) => [
      `insert into audit
        select -1, occurred_at_ms, actor_kind, 'somebody', address, operation, request_id, target_kind, target_id,
          before_json, after_json, previous_hash, '${rows[5]!.hash}'
        from audit where position = 2`,
    ],
    { kind: 'audit-chain', position: -1 },
  ],
];

test.each(TAMPERINGS)('%s shows in audit verify and in verify', async (_title, statements, first) => {
  const path = await tampered(statements);
  const engine = openEngineAt(path);
  try {
    expect((await verifyAudit(engine)).first).toEqual(first);
    expect((await verify(engine)).disagreements).toContainEqual(first);
  } finally {
    await engine.close();
  }
});

test.each(TAMPERINGS.filter(([title]) => /last|of its own/.test(title)))(
  '%s makes both end with exit code 1, also after the next command',
  async (_title, statements, first) => {
    const path = await tampered(statements);
    const run = await runCli(['audit', 'verify', '--json'], { databasePath: path, env });
    expect(run.code).toBe(1);
    const verdict = JSON.parse(run.stdout);
    expect(verdict).toMatchObject({ agrees: false, first });
    await cliJson(path, 'clients', 'create', '--name', 'B', '--role', 'viewer');
    expect((await runCli(['verify'], { databasePath: path, env })).code).toBe(1);
    const text = await runCli(['audit', 'verify'], { databasePath: path, env });
    expect(text).toMatchObject({ code: 1, stdout: expect.stringContaining(verdict.first.text) });
  },
);

test('a log that was replaced as a whole shows by a hash that was noted before', async () => {
  const noted = (await readAudit(databasePath)).at(-1)!.hash;
  const path = await tampered((rows) => {
    let previous = rows[0]!.previous_hash;
    const statements = rows.map((row) => {
      const forged = { ...row, actor: 'somebody', previous_hash: previous };
      previous = rehash(forged);
      return `update audit set actor = 'somebody', previous_hash = '${forged.previous_hash}', hash = '${previous}'
        where position = ${row.position}`;
    });
    return [...statements, `update audit_tip set hash = '${previous}'`];
  });
  expect((await runCli(['audit', 'verify'], { databasePath: path, env })).code).toBe(0);
  const run = await runCli(['audit', 'verify', '--known', noted], { databasePath: path, env });
  expect(run).toMatchObject({ code: 1, stdout: expect.stringContaining('No row has the hash') });
});
