import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { createAccount, createBank } from '../support/entities.ts';
import { LONG_LOCK_TIMEOUT } from '../support/grouped-creates.ts';
import { openDatabase } from '../support/rows-of.ts';
import { dropTestDatabase, makeTestDatabase, onPostgres } from '../support/test-database.ts';

/** The most open deposits of a client. */
const MAX_OPEN = 60;

const folder = temporaryFolder();
const services: TestService[] = [];
let hotBankId = '';
/** The database may have been one of tests before, with theirs. */
let deadlocksBefore = 0;

beforeAll(async () => {
  if (!onPostgres) return;
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
    bodies.map((body, index) => call(services[index % services.length] as TestService, target, { body, as })),
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

describe.runIf(onPostgres)('three processes on one database', () => {
  test.each([
    ['deposit', DEPOSIT, depositFields],
    ['withdrawal', WITHDRAW, withdrawalFields],
  ] as const)(
    'store one %s for a processId, whatever each of them is asked for',
    async (_, target, fields) => {
      const request = fields();
      const bodies = Array.from({ length: 60 }, (_, index) =>
        index % 4 === 3 ? { ...request, amount: '600' } : request,
      );
      const responses = await sendToAll(target, bodies);
      const stored = new Set(
        responses.filter(({ status }) => status < 300).map(({ json }) => json.data.transactionId),
      );
      expect(stored.size).toBe(1);
      expect(count(responses, 409)).toBeGreaterThanOrEqual(15);
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
    const bodies = Array.from({ length: 60 }, (_, index) => depositFields({ userId: `payer-${index % 5}` }));
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
      Array.from({ length: MAX_OPEN + 20 }, () => depositFields()),
    );
    expect(count(responses, 429)).toBe(20);
    expect(responses.length - count(responses, 429)).toBe(
      responses.filter(({ status }) => status < 300).length,
    );
    await endOpenDeposits();
  });

  test('let one of two transitions win', async () => {
    const created = await sendToAll(
      WITHDRAW,
      Array.from({ length: 20 }, () => withdrawalFields()),
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
        for (let round = 0; round < 8; round += 1) {
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
