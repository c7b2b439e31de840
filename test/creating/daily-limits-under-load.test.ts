import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ApiResponse,
  call,
  createClock,
  DEPOSIT,
  depositFields,
  startTestService,
  type TestService,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { type AccountRow, openCommitted, type StoredRow } from '../support/committed-rows.ts';
import { createAccount, createBank } from '../support/entities.ts';
import { IS_LONG } from '../support/long.ts';
import { createRandom, type Random } from '../support/random.ts';
import { onPostgres } from '../support/test-database.ts';

const WORKERS = 64;
const CREATES = IS_LONG ? 1000 : 300;

let service: TestService;
beforeAll(async () => {
  // The clock stands still, so that no run crosses midnight.
  service = await startTestService({ platform: { nowMs: createClock().nowMs } });
});
afterAll(() => service.stop());

interface Create {
  readonly target: string;
  readonly fields: Readonly<Record<string, string>>;
}

interface CreateWithResponse extends Create {
  readonly response: ApiResponse;
}

/** Creates a bank with an account for each daily limit; null for no limit. */
async function bankWithLimits(...dailyLimits: (number | null)[]): Promise<string> {
  const { id } = await createBank(service, { withAccount: false });
  for (const dailyLimitMinor of dailyLimits) await createAccount(service, { bankId: id, dailyLimitMinor });
  return id;
}

/** Sends all creates, one at a time for each worker. */
async function sendAll(creates: readonly Create[]): Promise<CreateWithResponse[]> {
  const queue = creates.values();
  const responded: CreateWithResponse[] = [];
  const work = async () => {
    for (const create of queue)
      responded.push({ ...create, response: await call(service, create.target, { body: create.fields }) });
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  return responded;
}

/** The amount assigned to each account of a bank: by its deposits, and by its own counter. */
async function useOf(bankId: string): Promise<{ sum: number; account: AccountRow }[]> {
  await using committed = openCommitted(service.databasePath);
  const rows = await committed.transactions();
  return (await committed.accounts(bankId)).map((account) => {
    const own = rows.filter((row) => row.bank_account_id === account.id);
    return { account, sum: own.reduce((total, row) => total + row.amount_minor, 0) };
  });
}

test('with many concurrent deposits no account exceeds its daily limit, and none is refused while a limit allows it', async () => {
  const bankId = await bankWithLimits(200_000, 300_000, 100_000);
  const responded = await sendAll(
    Array.from({ length: 100 }, () => ({
      target: DEPOSIT,
      fields: depositFields({ bankId, amount: '100' }),
    })),
  );
  // Any other 503 would tell of a database that took nothing for seconds.
  const refusals = responded.flatMap(({ response }) => response.json.error?.type ?? []);
  expect(refusals).toEqual(new Array(40).fill('error_no_account_available'));
  expect(responded.filter(({ response }) => response.status === 200)).toHaveLength(60);
  for (const { account, sum } of await useOf(bankId))
    expect([sum, account.pending_minor]).toEqual([account.daily_limit_minor, account.daily_limit_minor]);
});

/** New creates, second deposits of the same users, repeats and conflicts, in random order. */
function drawCreates(random: Random, banks: readonly string[]): Create[] {
  const creates: Create[] = [];
  while (creates.length < CREATES) {
    const kind = random.next();
    const fresh = { bankId: random.pick(banks), amount: String(50 * (1 + random.below(10))) };
    const earlier = creates.length > 0 ? random.pick(creates) : undefined;
    if (!earlier || kind < 0.4) creates.push({ target: DEPOSIT, fields: depositFields(fresh) });
    else if (kind < 0.55) creates.push({ target: WITHDRAW, fields: withdrawalFields(fresh) });
    else if (kind < 0.7)
      creates.push({ target: DEPOSIT, fields: depositFields({ ...fresh, userId: earlier.fields.userId! }) });
    else if (kind < 0.9) creates.push(earlier);
    else creates.push({ ...earlier, fields: { ...earlier.fields, amount: '9999' } });
  }
  return creates;
}

const fieldsOf = (row: StoredRow) => ({
  transactionId: row.id,
  processId: row.process_id,
  userId: row.user_id,
  bankId: row.bank_id,
  amount: row.amount_minor / 100,
  type: row.type,
});

test('with many concurrent creates, repeats and conflicts every response is right, and every account counts its deposits', async () => {
  const seed = Date.now() % 1_000_000;
  const random = createRandom(seed);
  const unlimited = await bankWithLimits(null, null, null);
  const banks = [
    unlimited,
    await bankWithLimits(800_000, 500_000),
    await bankWithLimits(300_000, null, 10_000),
  ];
  const responded = await sendAll(drawCreates(random, banks));

  await using committed = openCommitted(service.databasePath);
  const rows = (await committed.transactions()).filter((row) => banks.includes(row.bank_id));
  const uses = new Map<string, Awaited<ReturnType<typeof useOf>>>();
  for (const bankId of banks) uses.set(bankId, await useOf(bankId));
  const byProcess = new Map(rows.map((row) => [row.process_id, row]));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const returned = new Set<string>();
  for (const { target, fields, response } of responded) {
    const own = byProcess.get(fields.processId!);
    if (response.status === 200) {
      const row = byId.get(response.json.data.transactionId)!;
      expect(response.json.data, `seed ${seed}`).toMatchObject(fieldsOf(row));
      // The response has the own deposit, or the pending one of the user.
      expect(row === own ? fields.amount : response.json.data.alreadyPending).toBe(
        row === own ? String(row.amount_minor / 100) : true,
      );
      expect(row.user_id).toBe(fields.userId);
      returned.add(row.id);
    } else if (response.status === 409) {
      expect(response.json.error.message).toContain(own!.id);
      expect([`${own!.amount_minor / 100}`, own!.type]).not.toEqual([
        fields.amount,
        target === DEPOSIT ? 'deposit' : 'withdrawal',
      ]);
    } else {
      expect([response.status, response.json.error.type]).toEqual([503, 'error_no_account_available']);
      // The capacity of a limit never grows back within a day, so capacity that is left now was left then.
      for (const { account } of uses.get(fields.bankId!)!)
        expect(account.daily_limit_minor! - account.pending_minor).toBeLessThan(Number(fields.amount) * 100);
    }
  }
  expect(rows.map((row) => row.id).filter((id) => !returned.has(id))).toEqual([]);
  expect(byProcess.size).toBe(rows.length);

  const deposits = rows.filter((row) => row.type === 'deposit');
  expect(new Set(deposits.map((row) => row.user_id)).size).toBe(deposits.length);
  for (const { account, sum } of [...uses.values()].flat()) {
    expect(account.pending_minor).toBe(sum);
    expect(sum).toBeLessThanOrEqual(account.daily_limit_minor ?? Number.POSITIVE_INFINITY);
  }
  const turns = deposits.filter((row) => row.bank_id === unlimited).map((row) => row.bank_account_id);
  const accounts = (await committed.accounts(unlimited)).map((account) => account.id);
  const inTurn = turns.map((_, index) => accounts[index % accounts.length]);
  // Groups of PostgreSQL that are under way at once are not committed in the order of their ids.
  if (onPostgres) expect(turns.sort()).toEqual(inTurn.sort());
  else expect(turns).toEqual(inTurn);
  await expectAgreement(service.databasePath);
});
