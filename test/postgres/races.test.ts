import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../../db/engine.ts';
import type { CommandInput, CommandName } from '../../db/names.ts';
import { PLAIN_CLIENT } from '../../src/admin/client-directory.ts';
import type { AuditOrigin } from '../../src/audit/domain/audit.ts';
import { UNUSED_ACCOUNT } from '../../src/banks/domain/bank.ts';
import {
  type ApiResponse,
  call,
  DEMO_BANK_ID,
  DEPOSIT,
  depositFields,
  MERCHANT,
  OPERATOR,
  startTestService,
  type TestService,
  temporaryFolder,
  VALID_IBAN,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { openEngineAt } from '../support/engine-at.ts';
import { createAccount, createBank } from '../support/entities.ts';
import { LONG_LOCK_TIMEOUT } from '../support/grouped-creates.ts';
import { untilLocked } from '../support/locked-sessions.ts';
import { IS_LONG } from '../support/long.ts';
import { connectPostgres } from '../support/postgres-client.ts';
import { openDatabase } from '../support/rows-of.ts';
import { databaseUrlOf, dropTestDatabase, makeTestDatabase } from '../support/test-database.ts';

describe('postgres races', () => {
  const folder = temporaryFolder();
  /** The most open deposits of a client. */
  const MAX_OPEN = 24;

  const ROUNDS = IS_LONG ? 8 : 3;

  const services: TestService[] = [];
  let hotBankId = '';

  /** The database may have been one of tests before, with theirs. */
  let deadlocksBefore = 0;

  beforeAll(async () => {
    await makeTestDatabase(folder.path);
    const start = () =>
      startTestService({
        folder: folder.path,
        env: { MAX_OPEN_DEPOSITS_PER_CLIENT: String(MAX_OPEN) },
        // A busy machine may need more than a second for those who wait in front.
        limits: LONG_LOCK_TIMEOUT,
      });
    const first = await start();
    services.push(first);
    // Each account takes ten deposits of 100 a day.
    const bank = await createBank(first, { withAccount: false });
    hotBankId = bank.id;
    for (let account = 0; account < 2; account += 1)
      await createAccount(first, { bankId: bank.id, dailyLimitMinor: 100_000 });
    services.push(await start(), await start());
    deadlocksBefore = await countDeadlocks();
  });

  afterAll(async () => {
    for (const service of services) await service.stop();
    await dropTestDatabase(folder.path);
    folder[Symbol.dispose]();
  });

  /** The database of all of them, for assertions. */
  function open() {
    return openDatabase(services[0]?.databasePath ?? '');
  }

  async function countDeadlocks(): Promise<number> {
    const db = open();
    const { rows } = await sql<{ readonly deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(db);
    await db.destroy();
    return rows[0]?.deadlocks ?? Number.NaN;
  }

  /** Sends requests at once, to each service in turn. */
  function sendToAll(
    target: string,
    bodies: readonly Readonly<Record<string, string>>[],
    as = MERCHANT,
  ): Promise<ApiResponse[]> {
    return Promise.all(
      bodies.map((body, index) =>
        call(services[index % services.length] as TestService, target, { body, as }),
      ),
    );
  }

  const count = (responses: readonly ApiResponse[], status: number) =>
    responses.filter((response) => response.status === status).length;

  /** Ends the open deposits, so that the next test has room below the limit. */
  async function endOpenDeposits(): Promise<void> {
    const db = open();
    const rows = await db
      .selectFrom('transactions')
      .select('id')
      .where('status', '=', 'pending')
      .where('type', '=', 'deposit')
      .execute();
    await db.destroy();
    const responses = await Promise.all(
      rows.map(({ id }, index) =>
        call(services[index % 3] as TestService, `/v1/transactions/${id}/settle`, {
          body: { sequence: '1' },
          as: OPERATOR,
          sign: 'timed',
        }),
      ),
    );
    expect(count(responses, 200)).toBe(rows.length);
  }

  describe('three processes on one database', () => {
    test.each([
      ['deposit', DEPOSIT, depositFields],
      ['withdrawal', WITHDRAW, withdrawalFields],
    ] as const)(
      'store one %s for a processId, whatever each of them is asked for',
      async (_, target, fields) => {
        const request = fields();
        const bodies = Array.from({ length: 24 }, (_, index) =>
          index % 4 === 3 ? { ...request, amount: '600' } : request,
        );
        const responses = await sendToAll(target, bodies);
        const stored = new Set(
          responses.filter(({ status }) => status < 300).map(({ json }) => json.data.transactionId),
        );
        expect(stored.size).toBe(1);
        expect(count(responses, 409)).toBeGreaterThanOrEqual(6);
        const db = open();
        const rows = await db
          .selectFrom('transactions')
          .select('id')
          .where('process_id', '=', request.processId ?? '')
          .execute();
        await db.destroy();
        expect(rows.map(({ id }) => id)).toEqual([...stored]);
        await endOpenDeposits();
      },
    );

    test('keep one pending deposit for each user', async () => {
      const bodies = Array.from({ length: 24 }, (_, index) =>
        depositFields({ userId: `payer-${index % 5}` }),
      );
      const responses = await sendToAll(DEPOSIT, bodies);
      expect(responses.every(({ status }) => status < 300)).toBe(true);
      const ids = new Set(responses.map(({ json }) => json.data.transactionId));
      expect(ids.size).toBe(5);
      await endOpenDeposits();
    });

    test('use the daily limits of a bank with two accounts to the last deposit, and no further', async () => {
      const bodies = Array.from({ length: 50 }, () => depositFields({ bankId: hotBankId, amount: '100' }));
      const responses = await sendToAll(DEPOSIT, bodies);
      const refusals = responses.filter(({ status }) => status >= 300).map(({ json }) => json.error.type);
      expect(refusals).toEqual(new Array(30).fill('error_no_account_available'));
      const db = open();
      const accounts = await db
        .selectFrom('bank_accounts')
        .select('pending_minor')
        .where('bank_id', '=', hotBankId)
        .execute();
      await db.destroy();
      expect(accounts.map((account) => account.pending_minor)).toEqual([100_000, 100_000]);
      await endOpenDeposits();
    });

    test('give a client as many open deposits as it may have', async () => {
      const responses = await sendToAll(
        DEPOSIT,
        Array.from({ length: MAX_OPEN + 12 }, () => depositFields()),
      );
      expect(count(responses, 429)).toBe(12);
      expect(responses.length - count(responses, 429)).toBe(
        responses.filter(({ status }) => status < 300).length,
      );
      await endOpenDeposits();
    });

    test('let one of two transitions win', async () => {
      const created = await sendToAll(
        WITHDRAW,
        Array.from({ length: 10 }, () => withdrawalFields()),
      );
      const outcomes = await Promise.all(
        created.map(async ({ json }) => {
          const asked = ['settle', 'reject', 'settle'].map((command, index) =>
            call(services[index] as TestService, `/v1/transactions/${json.data.transactionId}/${command}`, {
              body: command === 'reject' ? { sequence: '1', reason: 'closed' } : { sequence: '1' },
              as: OPERATOR,
              sign: 'timed',
            }),
          );
          return (await Promise.all(asked)).map(({ status }) => status);
        }),
      );
      // A repeat of the settle that won is answered like the first one.
      for (const [settled, rejected, repeated] of outcomes) {
        expect(rejected === 200 ? [settled, repeated] : [rejected]).not.toContain(200);
        expect([settled, rejected, repeated]).toContain(200);
      }
    });

    test('leave nothing behind that contradicts itself, and never wait for each other in a circle', async () => {
      const users = Array.from({ length: 8 }, (_, index) => `mixed-${index}`);
      await Promise.all(
        Array.from({ length: 24 }, async (_, worker) => {
          const service = services[worker % 3] as TestService;
          for (let round = 0; round < ROUNDS; round += 1) {
            const userId = users[(worker + round) % users.length] ?? '';
            const bankId = round % 2 === 0 ? hotBankId : DEMO_BANK_ID;
            const { json } = await call(service, DEPOSIT, {
              body: depositFields({ userId, bankId, amount: '1' }),
            });
            const id = json.data?.transactionId;
            if (id === undefined) continue;
            const command = round % 3 === 0 ? 'reject' : 'settle';
            await call(service, `/v1/transactions/${id}/${command}`, {
              body: { sequence: '1', ...(command === 'reject' && { reason: 'closed' }) },
              as: OPERATOR,
              sign: 'timed',
            });
          }
        }),
      );
      await endOpenDeposits();
      for (const service of services) await service.callbackWorker.idle();
      await expectAgreement(services[0]?.databasePath ?? '');
      expect(await countDeadlocks()).toBe(deadlocksBefore);
    });
  });
});

describe('postgres admin races', () => {
  const folder = temporaryFolder();
  /** Two processes of one database. */
  let engines: readonly [Engine, Engine];

  /** A third one, that holds a lock. */
  let other: pg.Client;

  beforeAll(async () => {
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
    const account = {
      id: 'account',
      bankId: 'bank',
      accountName: 'Shop',
      iban: VALID_IBAN,
      ...UNUSED_ACCOUNT,
    };
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

  /** Asserts that the last change in the audit log begins where the one before has ended. */
  async function expectChained(): Promise<void> {
    const { rows } = await other.query(
      'select before_json as before, after_json as after from audit order by position desc limit 2',
    );
    expect(rows[0].before).toEqual(rows[1].after);
  }

  describe('two administrators who change the same at once, through two processes,', () => {
    test('leave an audit log in which each change begins where the one before has ended', async () => {
      await runBoth('updateBank', [
        { bankId: 'bank', changes: { name: 'One' }, audit },
        { bankId: 'bank', changes: { name: 'Two' }, audit },
      ]);
      await expectChained();
      await runBoth('updateAccount', [
        { accountId: 'account', changes: { dailyLimitMinor: 2 }, audit },
        { accountId: 'account', changes: { dailyLimitMinor: 3 }, audit },
      ]);
      await expectChained();
    });

    test('the same of a client, whose logo is the last one', async () => {
      const logo = (digit: string) => ({ file: `${digit.repeat(64)}.png`, bytes: Buffer.from(digit) });
      await runBoth('updateClient', [
        { appKey: 'merchant', changes: { name: 'One', brandLogo: logo('1') }, audit },
        { appKey: 'merchant', changes: { name: 'Two', brandLogo: logo('2') }, audit },
      ]);
      await expectChained();
      const { rows } = await other.query('select file from client_logos');
      expect(rows).toEqual([{ file: logo('2').file }]);
    });

    test('never leave a client with more than two secrets, of which the older one ends', async () => {
      const rotation = () => ({
        appKey: 'merchant',
        previousEndsAtMs: 1000,
        audit,
        secret: {
          id: randomBytes(4).toString('hex'),
          sealedSecret: 'sealed',
          keyId: 'a key',
          createdAtMs: 2,
        },
      });
      const rotations = [rotation(), rotation()] as const;
      await runBoth('rotateSecret', rotations);
      const { rows } = await other.query(
        'select id, expires_at_ms from client_secrets order by expires_at_ms',
      );
      expect(rows).toEqual([
        { id: rotations[0].secret.id, expires_at_ms: '1000' },
        { id: rotations[1].secret.id, expires_at_ms: null },
      ]);
    });
  });

  describe('a template that is removed while another process writes the audit log', () => {
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

  describe('a callback that is made due again while old ones are dropped', () => {
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
});
