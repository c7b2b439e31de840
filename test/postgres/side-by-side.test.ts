import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf } from '../../db/engines/database-errors.ts';
import { transact } from '../../db/engines/postgres/run-commands.ts';
import { forgetAll } from '../../src/admin/people.ts';
import type { AccountRecord } from '../../src/banks/bank-directory.ts';
import {
  call,
  DEPOSIT,
  depositFields,
  OPERATOR,
  startTestService,
  type TestService,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { watchStatements } from '../support/between-statements.ts';
import { openCommitted } from '../support/committed-rows.ts';
import { createAccount, createBank, createClient, type TestClient } from '../support/entities.ts';
import { LONG_LOCK_TIMEOUT } from '../support/grouped-creates.ts';
import { untilLocked } from '../support/locked-sessions.ts';
import { HOUR_MS, type ManualClockService, startWithoutTimers } from '../support/manual-clock-service.ts';
import { connectPostgres } from '../support/postgres-client.ts';
import { startReceiver, status } from '../support/receiver.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { hearOfBank } from '../support/several-services.ts';
import { useService } from '../support/shared-service.ts';

const LIMIT_MINOR = 100_000;
const ALMOST_THE_LIMIT = '950';
const { engine, onceAfter } = watchStatements();
/** The statement by which a create locks the accounts of its bank. */
const READ_ACCOUNTS = /^select \* from "bank_accounts" .*for no key update/;

/** Does something of another process, and returns when that has ended or waits for a lock. */
async function begin(work: Promise<unknown>, databaseUrl: string): Promise<void> {
  const asking = await connectPostgres(databaseUrl);
  await Promise.race([work, untilLocked(asking, 1)]);
  await asking.end();
}

describe('assigning side by side', () => {
  const AMOUNT = '100';
  const service = useService({ engine, limits: LONG_LOCK_TIMEOUT });

  /** Another process on the database: a group of the first one would wait for the group before it. */
  let other: TestService;

  /** A third one, which waits for no lock for long. */
  let impatient: TestService;

  beforeAll(async () => {
    const { folder } = service();
    other = await startTestService({ folder, limits: LONG_LOCK_TIMEOUT });
    impatient = await startTestService({ folder, limits: { lockMs: 300 } });
  });

  afterAll(async () => {
    await impatient.stop();
    await other.stop();
    await expectAgreement(service().databasePath);
  });

  const deposit = (at: TestService, bankId: string, amount = AMOUNT) =>
    call(at, DEPOSIT, { body: depositFields({ bankId, amount }) });

  async function bankWithAccounts(count: number): Promise<{ bankId: string; accounts: AccountRecord[] }> {
    const { id: bankId } = await createBank(service(), { withAccount: false });
    const accounts: AccountRecord[] = [];
    for (let index = 0; index < count; index += 1)
      accounts.push(await createAccount(service(), { bankId, dailyLimitMinor: LIMIT_MINOR }));
    await hearOfBank(other, bankId);
    return { bankId, accounts };
  }

  test('an account that somebody has locked refuses only the deposits of its bank', async () => {
    const [{ bankId: locked }, { bankId: free }] = [await bankWithAccounts(1), await bankWithAccounts(1)];
    await hearOfBank(impatient, free);
    const holder = await connectPostgres(service().databasePath);
    await holder.query('begin');
    await holder.query('select 1 from bank_accounts where bank_id = $1 for update', [locked]);
    const requests = Array.from({ length: 30 }, (_, index) => {
      if (index % 3 === 2) return call(impatient, WITHDRAW, { body: withdrawalFields() });
      return deposit(impatient, index % 3 ? free : locked);
    });
    const statuses = (await Promise.all(requests)).map(({ status }) => status);
    expect(statuses.filter((_, index) => index % 3 === 0)).toEqual(new Array(10).fill(503));
    expect(statuses.filter((_, index) => index % 3 > 0)).toEqual(new Array(20).fill(200));
    await holder.end();
    expect((await deposit(impatient, locked)).status).toBe(200);
  });

  test('a transaction that somebody has locked refuses only its own decision', async () => {
    const created = Array.from({ length: 20 }, () => call(impatient, DEPOSIT, { body: depositFields() }));
    const ids = (await Promise.all(created)).map(({ json }) => json.data.transactionId as string);
    const holder = await connectPostgres(service().databasePath);
    await holder.query('begin');
    await holder.query('select 1 from transactions where id = $1 for update', [ids[7]]);
    const settle = (id: string) =>
      call(impatient, `/v1/transactions/${id}/settle`, {
        as: OPERATOR,
        sign: 'timed',
        body: { sequence: '1' },
      });
    const statuses = (await Promise.all(ids.map(settle))).map(({ status }) => status);
    expect(statuses).toEqual(ids.map((_, index) => (index === 7 ? 503 : 200)));
    await holder.end();
    expect((await settle(ids[7] ?? '')).status).toBe(200);
  });

  /** Each would leave an account unable to take the deposit of a group that has read it before. */
  const CHANGES: Readonly<Record<string, (account: AccountRecord) => Promise<unknown>>> = {
    'another group would use up the limit': async ({ bankId }) => {
      const { status, json } = await deposit(other, bankId, ALMOST_THE_LIMIT);
      expect([status, json.error.type]).toEqual([503, 'error_no_account_available']);
    },
    'an admin lowers the limit': ({ id }) =>
      other.dependencies.db.run('updateAccount', { accountId: id, changes: { dailyLimitMinor: 5000 } }),
    'an admin deactivates it': ({ id }) =>
      other.dependencies.db.run('updateAccount', { accountId: id, changes: { active: false } }),
  };

  test.each(Object.entries(CHANGES))(
    'when %s, that waits for a create which has read the account',
    async (_, change) => {
      const { bankId, accounts } = await bankWithAccounts(1);
      let changed: Promise<unknown> | undefined;
      onceAfter(READ_ACCOUNTS, async () => {
        changed = change(accounts[0] as AccountRecord);
        await begin(changed, service().databasePath);
      });
      expect((await deposit(service(), bankId)).status).toBe(200);
      expect(changed).toBeDefined();
      await changed;
      await using committed = openCommitted(service().databasePath);
      expect((await committed.accounts(bankId)).map(({ pending_minor }) => pending_minor)).toEqual([10_000]);
      // The next one is decided by what was changed.
      expect((await deposit(other, bankId, ALMOST_THE_LIMIT)).status).toBe(503);
    },
  );
});

describe('refused beside stored', () => {
  const env = { MAX_OPEN_DEPOSITS_PER_CLIENT: '2' };
  const service = useService({ engine, env, limits: LONG_LOCK_TIMEOUT });

  /** Another process on the database. */
  let other: TestService;

  beforeAll(async () => {
    other = await startTestService({ folder: service().folder, env, limits: LONG_LOCK_TIMEOUT });
  });

  afterAll(async () => {
    await other.stop();
    await expectAgreement(service().databasePath);
  });

  async function usedUpBank(): Promise<string> {
    const { id: bankId } = await createBank(service(), { withAccount: false });
    await createAccount(service(), { bankId, dailyLimitMinor: LIMIT_MINOR });
    await hearOfBank(other, bankId);
    return bankId;
  }

  const send = (at: TestService, as: TestClient, body: Record<string, string>) =>
    call(at, DEPOSIT, { as, body });

  /** Sends a deposit, and another one through the other process while the first is being stored. */
  async function sendBoth(as: TestClient, first: Record<string, string>, second: Record<string, string>) {
    let sent: ReturnType<typeof send> | undefined;
    onceAfter(READ_ACCOUNTS, async () => {
      sent = send(other, as, second);
      await begin(sent, service().databasePath);
    });
    const { transactionId } = expectData(await send(service(), as, first));
    return { response: await sent!, transactionId };
  }

  test('a deposit that two processes take at once is answered as stored by both, though it uses up the account', async () => {
    const body = depositFields({ bankId: await usedUpBank(), amount: ALMOST_THE_LIMIT });
    const { response, transactionId } = await sendBoth(await createClient(service()), body, body);
    expect(expectData(response)).toMatchObject({ transactionId, alreadyPending: true });
  });

  test('so is one that is the last which its client may have open', async () => {
    const client = await createClient(service());
    expectData(await send(service(), client, depositFields()));
    const body = depositFields();
    const { response, transactionId } = await sendBoth(client, body, body);
    expect(expectData(response)).toMatchObject({ transactionId, alreadyPending: true });
  });

  test('another deposit of the same user gets the open one', async () => {
    const { processId: _, ...shared } = depositFields({
      bankId: await usedUpBank(),
      amount: ALMOST_THE_LIMIT,
    });
    const [first, second] = [depositFields(shared), depositFields(shared)];
    const { response, transactionId } = await sendBoth(await createClient(service()), first, second);
    expect(expectData(response)).toMatchObject({ transactionId, alreadyPending: true });
  });

  test('a deposit of another user is refused', async () => {
    const shared = { bankId: await usedUpBank(), amount: ALMOST_THE_LIMIT };
    const client = await createClient(service());
    const { response } = await sendBoth(client, depositFields(shared), depositFields(shared));
    expectFailure(response, 'error_no_account_available');
  });
});

describe('failed side by side', () => {
  const DIVISION_BY_ZERO = '22012';
  const service = useService();

  /** Passes its failure on later than another statement does. */
  async function failSlowly(failing: Promise<unknown>): Promise<void> {
    await failing.finally(async () => {
      for (let turn = 0; turn < 10; turn += 1) await null;
    });
  }

  test('when statements that were sent together fail, the error is that of the first which failed', async () => {
    const failure = await withDatabase(service().databasePath, (db) =>
      transact(db, async (trx) => {
        const failing = failSlowly(sql`select 1 / 0`.execute(trx));
        await Promise.all([failing, sql`select 1`.execute(trx)]);
      }).catch((error: unknown) => error),
    );
    expect(codeOf(failure)).toBe(DIVISION_BY_ZERO);
  });

  test('a statement that is sent with the commit belongs to it, also when the first statement waits for the begin', async () => {
    const key = 'sent with the commit';
    const failure = await withDatabase(service().databasePath, (db) =>
      transact(db, (trx) => trx.insertInto('metadata').values({ key, value: '' }).execute(), {
        lastOf: () => sql`select 1 / 0`,
      }).catch((error: unknown) => error),
    );
    expect(codeOf(failure)).toBe(DIVISION_BY_ZERO);
    const stored = await withDatabase(service().databasePath, (db) =>
      db.selectFrom('metadata').select('key').where('key', '=', key).execute(),
    );
    expect(stored).toEqual([]);
  });
});

describe('bulk loops', () => {
  /** More than one command changes. */
  const FAILED = 1_500;

  const ENDED = 300;
  let service: ManualClockService;

  /** Another process on the database. */
  let other: pg.Client;

  beforeAll(async () => {
    service = await startWithoutTimers({ limits: LONG_LOCK_TIMEOUT });
    other = await connectPostgres(service.databasePath);
  });

  afterAll(async () => {
    await other.end();
    await service[Symbol.asyncDispose]();
  });

  /** Does something while another process has changed rows, and commits that once the work waits for it. */
  async function besideChange<T>(change: string, work: () => Promise<T>): Promise<T> {
    await other.query('begin');
    await other.query(change);
    const working = work();
    await untilLocked(other, 1);
    await other.query('commit');
    return working;
  }

  test('a callback that another process had locked when its receiver came back is sent soon after, not by its schedule', async () => {
    await using receiver = await startReceiver({ respond: status(503) });
    const merchant = await service.merchantOf(receiver);
    const settle = async () => {
      const { transactionId } = await service.withdraw(merchant);
      await service.transition('settle', transactionId, { fields: { sequence: '1' } });
      await service.callbackWorker.idle();
      return transactionId;
    };
    const ids = [await settle(), await settle()];
    await other.query(`
    update callbacks set waits_since_ms = 0, due_at_ms = due_at_ms + ${12 * HOUR_MS}
    where client_id = '${merchant.id}'`);
    await other.query('begin');
    await other.query(`select 1 from callbacks where transaction_id = '${ids[0]}' for update`);
    receiver.respondWith(status(204));
    const known = receiver.deliveries.length;
    const delivered = () =>
      receiver.deliveries.slice(known).map(({ body }) => JSON.parse(body).transactionId);
    const last = await settle();
    await service.callbackWorker.idle();
    expect(delivered().toSorted()).toEqual([ids[1], last].toSorted());
    await other.query('commit');
    await service.callbackWorker.idle();
    expect(delivered().toSorted()).toEqual([...ids, last].toSorted());
  });

  test('all failed callbacks are redelivered though another process delivers one meanwhile', async () => {
    await service.callbackWorker.stop();
    await other.query(`
    insert into callbacks (event_id, client_id, transaction_id, sequence, state, failed_attempts)
    select lpad(i::text, 24, '0'), 'client', lpad(i::text, 24, '0'), 2, 'failed', 1
    from generate_series(1, ${FAILED}) as i`);
    const { count } = await besideChange(
      `update callbacks set state = 'delivered' where event_id = lpad('7', 24, '0')`,
      () => service.dependencies.callbacks.redeliverAll({ id: 'client', appKey: 'a-client', waiting: false }),
    );
    const { rows } = await other.query(`select 1 from callbacks where state = 'failed'`);
    expect(rows).toEqual([]);
    expect(count).toBe(FAILED - 1);
    await other.query('delete from callbacks');
    service.callbackWorker.start();
  });

  test('a person is forgotten in all transactions though another process makes a callback of one due meanwhile', async () => {
    const nowMs = Date.now();
    await other.query(`
    insert into transactions (id, client_id, process_id, type, status, bank_id, bank_name, currency, amount_minor,
      final_amount_minor, user_id, user_name, name, converted_name, account_name, iban, iban_normalized, sequence,
      created_at_ms, updated_at_ms)
    select lpad(to_hex(${Math.floor(nowMs / 1000)}), 8, '0') || lpad(to_hex(i), 16, '0'), 'client', 'process-' || i,
      'withdrawal', 'successful', 'bank', 'Bank', 'TRY', 100, 100, 'ada-1815', 'ada', 'Ada Lovelace', 'ada-lovelace',
      'Ada', 'TR330006100519786457841326', 'TR330006100519786457841326', 2, ${nowMs}, ${nowMs}
    from generate_series(1, ${ENDED}) as i`);
    const { rows } = await other.query(
      "select id from transactions where user_id = 'ada-1815' order by id limit 1",
    );
    const [{ id }] = rows;
    const person = { clientId: 'client', userId: 'ada-1815' };
    const { db } = service.dependencies;
    const audit = {
      occurredAtMs: nowMs,
      actorKind: 'key' as const,
      actor: 'admin',
      address: null,
      operation: 'forgetPerson',
      requestId: null,
    };
    const forgotten = await besideChange(
      `select 1 from transactions where id = '${id}' for update;
     insert into callbacks (event_id, client_id, transaction_id, sequence, state, failed_attempts)
     values ('${id}', 'client', '${id}', 2, 'pending', 0)`,
      () => forgetAll({ db }, person, { appKey: 'a-client', audit }),
    );
    expect(await db.read('listUnforgotten', { person, limit: 5 })).toEqual([
      { transactionId: id, reason: 'callback_pending' },
    ]);
    expect(forgotten).toBe(ENDED - 1);
  });
});
