import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ApiResponse,
  call,
  createClock,
  DEMO_BANK_ID,
  DEPOSIT,
  depositFields,
  type Json,
  MERCHANT,
  startTestService,
  type TestService,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { type AccountRow, type Committed, openCommitted, type StoredRow } from '../support/committed-rows.ts';
import { createAccount, createBank, createClient } from '../support/entities.ts';
import { IS_LONG } from '../support/long.ts';
import { createRandom, type Random } from '../support/random.ts';
import { openRaw, type RawResponse, signedPost } from '../support/raw-connection.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';
import { onPostgres } from '../support/test-database.ts';

describe('concurrency', () => {
  const CONNECTIONS = IS_LONG ? 100 : 30;
  const CREATES = IS_LONG ? 1000 : 60;
  const OF_ONE_USER = IS_LONG ? 500 : 40;
  const service = useService();
  let committed: Committed;

  beforeAll(() => {
    committed = openCommitted(service().databasePath);
  });

  afterAll(() => committed[Symbol.asyncDispose]());

  type Fields = Readonly<Record<string, string>>;

  interface Observation {
    readonly sent: Fields;
    readonly response: RawResponse;
    /** The number of rows that `countRows` found when the response arrived. */
    readonly rows: number;
  }

  /** Sends every request, pipelined over some connections, before it reads the first response. */
  async function sendAtOnce(
    target: string,
    requests: readonly Fields[],
    countRows: () => Promise<number>,
  ): Promise<Observation[]> {
    const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => openRaw(service())));
    try {
      const observations = requests.map(async (sent, index) => {
        const response = await connections[index % CONNECTIONS]!.response();
        return { sent, response, rows: await countRows() };
      });
      for (const [index, sent] of requests.entries())
        connections[index % CONNECTIONS]!.write(signedPost(target, sent));
      return await Promise.all(observations);
    } finally {
      for (const connection of connections) connection[Symbol.dispose]();
    }
  }

  /** Sends as clients do: what a busy PostgreSQL refused with 503 was not executed, and is sent again. */
  async function sendUntilAnswered(...[target, requests, countRows]: Parameters<typeof sendAtOnce>) {
    const observations = await sendAtOnce(target, requests, countRows);
    const isRefused = ({ response }: (typeof observations)[number]) => response.status === 503;
    const refused = observations.filter(isRefused);
    if (!onPostgres || refused.length === 0) return observations;
    for (const { response } of refused) expect(response.json.error.type).toBe('error_unavailable');
    const repeated = await sendAtOnce(
      target,
      refused.map(({ sent }) => sent),
      countRows,
    );
    return [...observations.filter((one) => !isRefused(one)), ...repeated];
  }

  test.each([
    ['deposit', DEPOSIT, depositFields],
    ['withdrawal', WITHDRAW, withdrawalFields],
  ] as const)(
    `${CREATES} concurrent creates of a %s with one processId, half of them with other content, store one`,
    async (_, target, fields) => {
      const request = fields();
      const other = { ...request, amount: '600' };
      const stored = () => committed.withProcessId(request.processId!);
      const requests = Array.from({ length: CREATES }, (_, index) => (index % 2 ? request : other));
      const observations = await sendUntilAnswered(target, requests, async () => (await stored()).length);

      const [row, ...more] = await stored();
      expect(more).toEqual([]);
      const winner = row!.amount_minor === 60_000 ? other : request;
      for (const { sent, response, rows } of observations) {
        // Each response depends on the row, so none may arrive before the commit.
        expect(rows).toBe(1);
        expect(response.status).toBe(sent === winner ? 200 : 409);
        if (sent === winner) expect(response.json.data.transactionId).toBe(row!.id);
        else expect(response.json.error.message).toContain(row!.id);
      }
      const firsts = observations.filter(
        ({ response }) => response.status === 200 && response.json.data.alreadyPending !== true,
      );
      expect(firsts).toHaveLength(target === DEPOSIT ? 1 : CREATES / 2);
    },
  );

  test(`${OF_ONE_USER} concurrent deposits of one user store one, and all others return it`, async () => {
    const userId = depositFields().userId!;
    const requests = Array.from({ length: OF_ONE_USER }, () => depositFields({ userId }));
    const stored = () => committed.withUserId(userId);
    const observations = await sendAtOnce(DEPOSIT, requests, async () => (await stored()).length);

    const [row, ...more] = await stored();
    expect(more).toEqual([]);
    for (const { response, rows } of observations) {
      expect(rows).toBe(1);
      expect(response.status).toBe(200);
      expect(response.json.data).toMatchObject({ transactionId: row!.id, processId: row!.process_id });
    }
    const firsts = observations.filter(({ response }) => response.json.data.alreadyPending !== true);
    expect(firsts.map(({ sent }) => sent.processId)).toEqual([row!.process_id]);
  });
});

// The code above the engine is the same on both: on PostgreSQL every run repeats each command, and what races.
describe.skipIf(onPostgres && !IS_LONG)('idempotency', () => {
  const service = useService();

  const send = (target: string, body: Record<string, string>, as = MERCHANT) =>
    call(service(), target, { body, as });

  const withoutFlag = ({ alreadyPending: _, ...data }: Json) => data;

  /** Counts the client's transactions with this processId. */
  async function countOf(processId: string): Promise<number> {
    const response = await call(service(), `/v1/transactions?processId=${processId}`);
    return expectData(response).items.length;
  }

  describe.each([
    ['deposit', DEPOSIT, depositFields],
    ['withdrawal', WITHDRAW, withdrawalFields],
  ] as const)('a repeat of a %s', (type, target, fieldsOf) => {
    test('returns the stored one and stores nothing', async () => {
      const fields = fieldsOf();
      const first = expectData(await send(target, fields));
      for (let repeat = 0; repeat < 3; repeat += 1)
        expect(withoutFlag(expectData(await send(target, fields)))).toEqual(first);
      expect(await countOf(fields.processId ?? '')).toBe(1);
    });

    test('is recognized in every spelling of the body', async () => {
      const fields = fieldsOf({ amount: '500.10' });
      const first = expectData(await send(target, fields));
      const otherwise = [
        new URLSearchParams(
          Object.entries({ ...fields, amount: '0500.1', unknown: 'x' }).reverse(),
        ).toString(),
        `&${new URLSearchParams(fields)}&`.replaceAll('+', '%20'),
      ];
      for (const body of otherwise)
        expect(withoutFlag(expectData(await call(service(), target, { body })))).toEqual(first);
      const json = await call(service(), target, { json: { ...fields, amount: 500.1 }, sign: 'timed' });
      expect(withoutFlag(expectData(json))).toEqual(first);
    });

    test.each(Object.keys(fieldsOf()).filter((name) => name !== 'processId'))(
      'with another %s is a conflict that names the stored transaction and the field',
      async (name) => {
        const fields = fieldsOf();
        const first = expectData(await send(target, fields));
        const other = { amount: '500.01', bankId: '507f1f77bcf86cd799439012', iban: 'NO9386011117947' };
        const response = await send(target, {
          ...fields,
          [name]: other[name as keyof typeof other] ?? `other ${name}`,
        });
        const error = expectFailure(response, 'error_process_id_conflict');
        expect(error.message).toContain(first.transactionId);
        expect(error.fields).toMatchObject([
          {
            path: 'processId',
            code: 'process_id_conflict',
            params: { transactionId: first.transactionId, field: name },
          },
        ]);
        expect(withoutFlag(expectData(await send(target, fields)))).toEqual(first);
      },
    );

    test.each([
      ['white space', { name: 'Test User ' }],
      ['the case of a letter', { name: 'test User' }],
      ['the composition of a letter', { name: 'Test Use\u0072\u0301' }],
    ])('with %s is another request', async (_, changes) => {
      const fields = fieldsOf();
      expectData(await send(target, fields));
      expectFailure(await send(target, { ...fields, ...changes }), 'error_process_id_conflict');
    });

    test('is answered after its bank became inactive, lost the type, or was removed', async () => {
      const bank = await createBank(service());
      const fields = fieldsOf({ bankId: bank.id });
      const first = expectData(await send(target, fields));
      const { db } = service().dependencies;
      for (const changes of [
        { active: false },
        { active: true, [type]: null },
        { [type]: { minAmountMinor: 1, maxAmountMinor: 1 } },
      ]) {
        await db.run('updateBank', { bankId: bank.id, changes });
        expect((await send(target, fieldsOf({ bankId: bank.id }))).status).toBe(422);
        expect(withoutFlag(expectData(await send(target, fields)))).toEqual(first);
      }
      await db.run('updateBank', { bankId: bank.id, changes: { name: 'Renamed' } });
      expect(withoutFlag(expectData(await send(target, fields)))).toEqual(first);
    });

    test('is answered after its user was blacklisted', async () => {
      const fields = fieldsOf();
      const first = expectData(await send(target, fields));
      const { db, runtime } = service().dependencies;
      await db.run('addToBlacklist', {
        entry: {
          id: runtime.newId(),
          clientId: null,
          kind: 'userId',
          value: fields.userId ?? '',
          reason: null,
          createdAtMs: 0,
        },
      });
      expectFailure(
        await send(target, fieldsOf({ userId: fields.userId ?? '' })),
        'error_transaction_blacklisted',
      );
      expect(withoutFlag(expectData(await send(target, fields)))).toEqual(first);
      expectFailure(await send(target, { ...fields, name: 'Another' }), 'error_process_id_conflict');
    });
  });

  test('a processId belongs to one transaction, deposit or withdrawal', async () => {
    const deposit = depositFields();
    const withdrawal = withdrawalFields();
    const first = expectData(await send(DEPOSIT, deposit));
    const second = expectData(await send(WITHDRAW, withdrawal));
    const { processId = '' } = deposit;
    const crossed = await send(WITHDRAW, withdrawalFields({ ...deposit }));
    expect(expectFailure(crossed, 'error_process_id_conflict').message).toContain(first.transactionId);
    const { accountName: _, iban: __, ...asDeposit } = withdrawal;
    const back = await send(DEPOSIT, asDeposit);
    expect(expectFailure(back, 'error_process_id_conflict').message).toContain(second.transactionId);
    expect(await countOf(processId)).toBe(1);
  });

  test('two merchants can use the same processId', async () => {
    const other = await createClient(service());
    const fields = depositFields();
    const mine = expectData(await send(DEPOSIT, fields));
    const theirs = expectData(await send(DEPOSIT, fields, other));
    expect(theirs.transactionId).not.toBe(mine.transactionId);
    expect(theirs).not.toHaveProperty('alreadyPending');
    expectData(await send(WITHDRAW, withdrawalFields({ processId: 'shared' }), other));
    expectData(await send(DEPOSIT, depositFields({ processId: 'shared' })));
  });

  test('processIds are compared exactly, including case and white space', async () => {
    const { processId = '' } = depositFields();
    const ids = new Set<string>();
    for (const spelling of [
      processId,
      processId.toUpperCase(),
      `x ${processId}`,
      `x  ${processId}`,
      `x\u200b ${processId}`,
    ])
      ids.add(expectData(await send(WITHDRAW, withdrawalFields({ processId: spelling }))).transactionId);
    expect(ids.size).toBe(5);
  });

  test('a refused request leaves its processId unused', async () => {
    const fields = depositFields();
    expect((await send(DEPOSIT, { ...fields, bankId: 'unknown' })).status).toBe(404);
    expect((await send(DEPOSIT, { ...fields, amount: '0.01' })).status).toBe(422);
    expect((await send(DEPOSIT, { ...fields, amount: 'x' })).status).toBe(400);
    const data = expectData(await send(DEPOSIT, fields));
    expect(data).toMatchObject({ bankId: DEMO_BANK_ID, amount: 500 });
    expect(data).not.toHaveProperty('alreadyPending');
  });

  test('a repeat returns the stored deposit, although the merchant has lost the host of its returnUrl since', async () => {
    const merchant = await createClient(service(), { returnHosts: ['shop.example.com'] });
    const fields = depositFields({ returnUrl: 'https://shop.example.com/orders/7' });
    const first = expectData(await send(DEPOSIT, fields, merchant));
    await service().dependencies.clients.update(merchant.appKey, { returnHosts: [] });
    expect(withoutFlag(expectData(await send(DEPOSIT, fields, merchant)))).toEqual(first);
    expectFailure(await send(DEPOSIT, { ...fields, name: 'Another' }, merchant), 'error_process_id_conflict');
    expectFailure(
      await send(DEPOSIT, { ...depositFields(), returnUrl: fields.returnUrl ?? '' }, merchant),
      'error_validation',
    );
  });
});

describe('daily limits under load', () => {
  const WORKERS = IS_LONG ? 64 : 24;
  const CREATES = IS_LONG ? 1000 : 120;
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
      Array.from({ length: 40 }, () => ({
        target: DEPOSIT,
        fields: depositFields({ bankId, amount: '250' }),
      })),
    );
    // Any other 503 would tell of a database that took nothing for seconds.
    const refusals = responded.flatMap(({ response }) => response.json.error?.type ?? []);
    expect(refusals).toEqual(new Array(16).fill('error_no_account_available'));
    expect(responded.filter(({ response }) => response.status === 200)).toHaveLength(24);
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
        creates.push({
          target: DEPOSIT,
          fields: depositFields({ ...fresh, userId: earlier.fields.userId! }),
        });
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
      await bankWithLimits(320_000, 200_000),
      await bankWithLimits(120_000, null, 10_000),
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
          expect(account.daily_limit_minor! - account.pending_minor).toBeLessThan(
            Number(fields.amount) * 100,
          );
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
});
