import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CommandInput, CommandName } from '../../db/commands.ts';
import type { Engine } from '../../db/engine.ts';
import { PLAIN_CLIENT } from '../../src/admin/client-directory.ts';
import type { AuditOrigin } from '../../src/audit/domain/audit.ts';
import { UNUSED_ACCOUNT } from '../../src/banks/domain/bank.ts';
import { temporaryFolder, VALID_IBAN } from '../harness.ts';
import { openEngineAt } from '../support/engine-at.ts';
import { untilLocked } from '../support/locked-sessions.ts';
import { connectPostgres } from '../support/postgres-client.ts';
import { databaseUrlOf, dropTestDatabase, makeTestDatabase, onPostgres } from '../support/test-database.ts';

const folder = temporaryFolder();
/** Two processes of one database. */
let engines: readonly [Engine, Engine];
/** A third one, that holds a lock. */
let other: pg.Client;

beforeAll(async () => {
  if (!onPostgres) return;
  await makeTestDatabase(folder.path);
  const url = databaseUrlOf(folder.path);
  engines = [openEngineAt(url), openEngineAt(url)];
  other = await connectPostgres(url);
  const [engine] = engines;
  const limits = { minAmountMinor: 1, maxAmountMinor: 1_000_000 };
  const bank = {
    id: 'bank',
    name: 'Bank',
    active: true,
    deposit: limits,
    withdrawal: limits,
    createdAtMs: 1,
  };
  await engine.run('createBank', { bank });
  const account = { id: 'account', bankId: 'bank', accountName: 'Shop', iban: VALID_IBAN, ...UNUSED_ACCOUNT };
  await engine.run('createAccount', {
    account: { ...account, dailyLimitMinor: 1, active: true, createdAtMs: 1 },
  });
  await engine.run('createClient', {
    client: {
      id: 'client',
      appKey: 'merchant',
      name: 'Merchant',
      role: 'merchant',
      callbackUrl: null,
      ipAllowlist: [],
      requiresTimedSign: false,
      disabledAtMs: null,
      createdAtMs: 1,
      ...PLAIN_CLIENT,
    },
    secret: { id: 'secret', sealedSecret: 'sealed', keyId: 'a key', createdAtMs: 1 },
  });
});
afterAll(async () => {
  if (!onPostgres) return;
  await other.end();
  for (const engine of engines) await engine.close();
  await dropTestDatabase(folder.path);
  folder[Symbol.dispose]();
});

const audit: AuditOrigin = {
  occurredAtMs: 1,
  actorKind: 'key',
  actor: 'admin',
  address: null,
  operation: 'change',
  requestId: null,
};

/** Runs a command in each process, the second one while the first one waits for the end of the audit log. */
async function runBoth<N extends CommandName>(
  name: N,
  inputs: readonly [CommandInput<N>, CommandInput<N>],
): Promise<void> {
  await other.query('begin');
  await other.query('select * from audit_tip for update');
  const first = engines[0].run(name, inputs[0]);
  await untilLocked(other, 1);
  const second = engines[1].run(name, inputs[1]);
  await untilLocked(other, 2);
  await other.query('commit');
  await Promise.all([first, second]);
}

/** The last two rows of the audit log. */
async function lastTwo(): Promise<readonly { before: unknown; after: unknown }[]> {
  const { rows } = await other.query(
    'select before_json as before, after_json as after from audit order by position desc limit 2',
  );
  return rows.toReversed();
}

describe.runIf(onPostgres)('two administrators who change the same at once, through two processes,', () => {
  test('leave an audit log in which each change begins where the one before has ended: a bank', async () => {
    await runBoth('updateBank', [
      { bankId: 'bank', changes: { name: 'One' }, audit },
      { bankId: 'bank', changes: { name: 'Two' }, audit },
    ]);
    const [first, second] = await lastTwo();
    expect(second?.before).toEqual(first?.after);
  });

  test('the same of an account', async () => {
    await runBoth('updateAccount', [
      { accountId: 'account', changes: { dailyLimitMinor: 2 }, audit },
      { accountId: 'account', changes: { dailyLimitMinor: 3 }, audit },
    ]);
    const [first, second] = await lastTwo();
    expect(second?.before).toEqual(first?.after);
  });

  test('the same of a client, whose logo is the last one', async () => {
    const logo = (digit: string) => ({ file: `${digit.repeat(64)}.png`, bytes: Buffer.from(digit) });
    await runBoth('updateClient', [
      { appKey: 'merchant', changes: { name: 'One', brandLogo: logo('1') }, audit },
      { appKey: 'merchant', changes: { name: 'Two', brandLogo: logo('2') }, audit },
    ]);
    const [first, second] = await lastTwo();
    expect(second?.before).toEqual(first?.after);
    const { rows } = await other.query('select file from client_logos');
    expect(rows).toEqual([{ file: logo('2').file }]);
  });

  test('never leave a client with more than two secrets, of which the older one ends', async () => {
    const rotation = () => ({
      appKey: 'merchant',
      previousEndsAtMs: 1000,
      audit,
      secret: { id: randomBytes(4).toString('hex'), sealedSecret: 'sealed', keyId: 'a key', createdAtMs: 2 },
    });
    const rotations = [rotation(), rotation()] as const;
    await runBoth('rotateSecret', rotations);
    const { rows } = await other.query('select id, expires_at_ms from client_secrets order by expires_at_ms');
    expect(rows).toEqual([
      { id: rotations[0].secret.id, expires_at_ms: '1000' },
      { id: rotations[1].secret.id, expires_at_ms: null },
    ]);
  });

  test('wait for each other before they lock a profile of a bank, so that a save and a removal end without a deadlock', async () => {
    const profile = { id: 'sea', title: 'Sea', json: '{}' };
    await engines[0].run('saveBankProfile', { kind: 'statement', profile, audit });
    await other.query('begin');
    await other.query('select * from audit_tip for update');
    const removed = engines[0].run('removeBankProfile', { kind: 'statement', id: 'sea', audit });
    await untilLocked(other, 1);
    const { rows } = await other.query(
      "select id from bank_profiles where id = 'sea' for update skip locked",
    );
    await other.query('commit');
    expect(await removed).toBe(true);
    expect(rows).toEqual([{ id: 'sea' }]);
  });
});

describe.runIf(onPostgres)('a template that is removed while another process writes the audit log', () => {
  test('is locked after the end of the log, as a save locks it, so that the two end without a deadlock', async () => {
    const template = { id: 'late', kind: 'reject', text: 'Too late', seenBy: 'merchant' } as const;
    await engines[0].run('saveReasonTemplate', { template, isNew: true, audit });
    await other.query('begin');
    await other.query('select * from audit_tip for update');
    const removed = engines[0].run('removeReasonTemplate', { id: 'late', audit });
    await untilLocked(other, 1);
    const { rows } = await other.query(
      "select id from reason_templates where id = 'late' for update skip locked",
    );
    await other.query('commit');
    expect(await removed).toBe(true);
    expect(rows).toEqual([{ id: 'late' }]);
  });
});

describe.runIf(onPostgres)('a callback that is made due again while old ones are dropped', () => {
  test('is not dropped', async () => {
    await other.query(`
      insert into events (position, id, transaction_id, client_id, sequence, kind, from_status, to_status, actor_kind, occurred_at_ms)
      values (1, '00000001', '00000001', 'client', 2, 'settle', 'pending', 'successful', 'service', 1);
      insert into callbacks (event_id, client_id, transaction_id, sequence, state, failed_attempts)
      values ('00000001', 'client', '00000001', 2, 'delivered', 0)`);
    await other.query('begin');
    await other.query(`update callbacks set state = 'pending', due_at_ms = 1`);
    const dropping = engines[0].run('dropOldCallbacks', { cutoffMs: 10_000, after: '', limit: 10 });
    await untilLocked(other, 1);
    await other.query('commit');
    await dropping;
    const { rows } = await other.query('select state from callbacks');
    expect(rows).toEqual([{ state: 'pending' }]);
  });
});
