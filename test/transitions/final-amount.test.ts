import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forgetPerson } from '../../src/admin/people.ts';
import { addNote } from '../../src/transactions/desk.ts';
import { FORGOTTEN } from '../../src/transactions/domain/transaction.ts';
import { ADMIN, type Credentials, type Json, MERCHANT, OPERATOR, temporaryFolder } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { openTestContext } from '../support/app-context.ts';
import { readAudit } from '../support/audit.ts';
import { banks, startBankService } from '../support/bank-service.ts';
import { createBank, createClient } from '../support/entities.ts';
import { testLong } from '../support/long-test.ts';
import {
  type ManualClockService,
  paymentOf,
  startManualClockService,
  startWithoutTimers,
  storeWithdrawals,
} from '../support/manual-clock-service.ts';
import { startReceiver } from '../support/receiver.ts';
import { BANK_WITH_ACCOUNT } from '../support/remote-banks.ts';
import { expectData, expectFailure, expectInvalid } from '../support/responses.ts';

let service: ManualClockService;
beforeAll(async () => {
  service = await startWithoutTimers();
});
afterAll(async () => {
  await expectAgreement(service.databasePath);
  await service.stop();
});

describe('final amount', () => {
  const TYPE = 'error_final_amount_unusual';
  const limits = (min: number, max: number) => ({ minAmountMinor: min * 100, maxAmountMinor: max * 100 });

  /** A bank that takes these amounts as deposits, and anything as withdrawals. */
  async function bankWith(deposit = limits(0.01, 1_000_000_000)) {
    const bank = await createBank(service, { deposit });
    const create = async (kind: 'deposit' | 'withdraw', amount: string): Promise<string> =>
      (await service[kind](MERCHANT, { bankId: bank.id, amount })).transactionId;
    return { bank, create };
  }

  const ask = (verb: string, id: string, fields: Record<string, string>, of = service) =>
    of.ask(`/v1/transactions/${id}/${verb}`, { body: fields });

  test.each(['deposit', 'withdraw'] as const)(
    'of a %s, an unusual one needs to be accepted, and the error says so',
    async (kind) => {
      const bank = await bankWith();
      const id = await bank.create(kind, '500');
      const paid = kind === 'withdraw' ? await paymentOf(service) : {};
      if (kind === 'withdraw') expectData(await ask('claim', id, {}));
      const settle = (finalAmount: string, more = {}) =>
        ask('settle', id, { sequence: '1', finalAmount, ...paid, ...more });
      const { message, fields } = expectFailure(await settle('600.01'), TYPE);
      for (const words of [' is 500, ', ' 600.01 ', 'acceptDifference']) expect(message).toContain(words);
      expect(fields.map(({ path }: Json) => path)).toEqual(['finalAmount']);
      expectFailure(await settle('600.01', { acceptDifference: 'false' }), TYPE);
      expect(expectData(await settle('600'))).toMatchObject({ finalAmount: 600, sequence: 2 });

      const other = await bank.create(kind, '500');
      const accepted = { sequence: '1', finalAmount: '600.01', acceptDifference: 'true' };
      const settled = await service.transition('settle', other, { fields: accepted });
      expect(settled).toMatchObject({ status: 'successful', amount: 500, finalAmount: 600.01 });
    },
  );

  test('a correction follows the same rule, by what was asked for', async () => {
    const bank = await bankWith();
    const id = await bank.create('deposit', '500');
    expectData(await ask('reject', id, { sequence: '1' }));
    const correct = (more: Record<string, string>) =>
      ask('correct', id, { sequence: '2', reason: 'paid late', ...more });
    expectFailure(await correct({ finalAmount: '50' }), TYPE);
    expect(expectData(await correct({ finalAmount: '50', acceptDifference: 'true' })).finalAmount).toBe(50);
    // Without a finalAmount it keeps what was accepted before.
    expectData(await ask('reverse', id, { sequence: '3', reason: 'recalled' }));
    const again = await ask('correct', id, { sequence: '4', reason: 'it came' });
    expect(expectData(again).finalAmount).toBe(50);
  });

  test('a final amount beyond the limits of the bank needs to be accepted, those of the type', async () => {
    const bank = await bankWith(limits(100, 550));
    const [high, low] = [await bank.create('deposit', '500'), await bank.create('deposit', '110')];
    const settle = (id: string, finalAmount: string, more = {}) =>
      ask('settle', id, { sequence: '1', finalAmount, ...more });
    const { message } = expectFailure(await settle(high, '550.01'), TYPE);
    for (const words of [' is 500, ', ' 550.01 ', '100 to 550']) expect(message).toContain(words);
    expectFailure(await settle(low, '99.99'), TYPE);
    expectData(await settle(high, '550'));
    expectData(await settle(low, '99.99', { acceptDifference: 'true' }));
    // Withdrawals have limits of their own.
    await service.transition('settle', await bank.create('withdraw', '500'), {
      fields: { sequence: '1', finalAmount: '600' },
    });
  });

  test('what was asked for is always usual, even if the limits of the bank have changed since', async () => {
    const bank = await bankWith();
    const [one, other] = [await bank.create('deposit', '500'), await bank.create('deposit', '500')];
    await service.dependencies.db.run('updateBank', {
      bankId: bank.bank.id,
      changes: { deposit: limits(1, 100) },
    });
    expectData(await ask('settle', one, { sequence: '1' }));
    expectFailure(await ask('settle', other, { sequence: '1', finalAmount: '499' }), TYPE);
    expectData(await ask('settle', other, { sequence: '1', finalAmount: '500' }));
  });

  test('of a bank that is inactive, or offers the type no more, the difference alone decides', async () => {
    const bank = await bankWith(limits(1, 550));
    const id = await bank.create('deposit', '500');
    await service.dependencies.db.run('updateBank', { bankId: bank.bank.id, changes: { deposit: null } });
    expectFailure(await ask('settle', id, { sequence: '1', finalAmount: '601' }), TYPE);
    expectData(await ask('settle', id, { sequence: '1', finalAmount: '600' }));
  });

  test('the limits of a bank of another service count, and without the bank the difference alone decides', async () => {
    using folder = temporaryFolder();
    const deposit = { minAmount: 1, maxAmount: 550 };
    await using listing = await startBankService(banks({ ...BANK_WITH_ACCOUNT, deposit }));
    await using another = await startBankService(banks({ ...BANK_WITH_ACCOUNT, _id: 'another', deposit }));
    const start = ({ url }: { url: string }) =>
      startManualClockService({
        folder: folder.path,
        env: { AVAILABLE_BANKS_URL: url, AVAILABLE_BANKS_REFRESH: '1d' },
      });
    let late: string;
    {
      await using service = await start(listing);
      const id = (await service.deposit(MERCHANT)).transactionId;
      late = (await service.deposit(MERCHANT)).transactionId;
      expectFailure(await ask('settle', id, { sequence: '1', finalAmount: '551' }, service), TYPE);
      expectData(await ask('settle', id, { sequence: '1', finalAmount: '550' }, service));
    }
    await using service = await start(another);
    expectFailure(await ask('settle', late, { sequence: '1', finalAmount: '601' }, service), TYPE);
    expectData(await ask('settle', late, { sequence: '1', finalAmount: '600' }, service));
  });

  test('a repeat of a settled command answers as before, however unusual its final amount', async () => {
    const bank = await bankWith();
    const id = await bank.create('deposit', '500');
    const fields = { sequence: '1', finalAmount: '50', acceptDifference: 'true' };
    const settled = expectData(await ask('settle', id, fields));
    expect(expectData(await ask('settle', id, fields))).toEqual(settled);
    const { acceptDifference: _, ...without } = fields;
    expect(expectData(await ask('settle', id, without))).toEqual(settled);
    const settledAgain = await ask('settle', id, { ...without, sequence: '2' });
    expectFailure(settledAgain, 'error_transition_not_allowed');
    const unknown = await ask('settle', 'ffffffffffffffffffffffff', without);
    expectFailure(unknown, 'error_transaction_not_found');
  });

  test('acceptDifference is true or false, and nothing else', async () => {
    const bank = await bankWith();
    const id = await bank.create('deposit', '500');
    for (const acceptDifference of ['yes', '1', '', 'TRUE'])
      expectInvalid(
        await ask('settle', id, { sequence: '1', finalAmount: '50', acceptDifference }),
        'acceptDifference',
      );
  });
});

describe('settle many', () => {
  const settle = (body: Json, as = OPERATOR, of = service) =>
    of.ask('/v1/transactions/settle', { as, json: body });

  async function deposits(count: number): Promise<string[]> {
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) ids.push((await service.deposit(MERCHANT)).transactionId);
    return ids;
  }

  test('many are settled at once; each that cannot be fails alone, and says who has changed it', async () => {
    const ayse = await createClient(service, { role: 'operator', name: 'Ayşe' });
    const ids = await deposits(7);
    const [first, second, third, fifth, ...rest] = ids;
    await service.transition('reject', second ?? '', { fields: { sequence: '1' }, as: ayse });
    const results: Json[] = expectData(
      await settle({
        items: [
          { transactionId: first, sequence: 1 },
          { transactionId: second, sequence: 1 },
          { transactionId: third, sequence: 1, finalAmount: 1.5 },
          { transactionId: fifth, sequence: 1, finalAmount: 1.5, acceptDifference: true },
          { transactionId: 'x', sequence: 1 },
          { transactionId: first, sequence: 1 },
          ...rest.map((transactionId) => ({ transactionId, sequence: 1 })),
        ],
      }),
    );
    expect(results.map(({ transaction, error }) => transaction?.status ?? error.type)).toEqual([
      'successful',
      'error_stale_sequence',
      'error_final_amount_unusual',
      'successful',
      'error_transaction_not_found',
      'successful',
      'successful',
      'successful',
      'successful',
    ]);
    expect(results[1].error.lastChange).toMatchObject({ change: 'reject', actor: 'operator', name: 'Ayşe' });
    expect(results[2].error.lastChange).toBeNull();
    const beyond = { code: 'outside_bank_limits', params: { minimum: 10, maximum: 100_000 } };
    expect(results[2].error.fields).toMatchObject([
      { path: 'finalAmount', message: expect.any(String), ...beyond },
    ]);
    expect(results[4].error.fields).toEqual([]);
    expect(results[3].transaction.finalAmount).toBe(1.5);
    const rows = (await readAudit(service.databasePath)).filter(
      (row) => row.operation === 'settleTransactions' && ids.includes(row.target_id),
    );
    expect(rows.map((row) => row.target_id).sort()).toEqual([first, fifth, ...rest].sort());
  });

  test('withdrawals are not settled together, not even by who has claimed them', async () => {
    const [claimed, free] = [await service.withdraw(MERCHANT), await service.withdraw(MERCHANT)];
    const target = `/v1/transactions/${claimed.transactionId}/claim`;
    expectData(await service.ask(target, { method: 'POST', body: {} }));
    const items = [claimed, free].map(({ transactionId }) => ({ transactionId, sequence: 1 }));
    const results: Json[] = expectData(await settle({ items }));
    expect(results.map(({ error }) => error.type)).toEqual(['error_not_claimed', 'error_not_claimed']);
    expect(results[1].error.message).toContain('Claim it, pay it');
    expect(results[1].error.fields).toMatchObject([{ path: 'transactionId', code: 'not_claimed' }]);
  });

  testLong('200 planned settles are undone one by one, and the others happen when they are due', async () => {
    await using receiver = await startReceiver();
    await using service = await startWithoutTimers();
    const merchant = await service.merchantOf(receiver);
    const ids: string[] = [];
    for (let index = 0; index < 200; index += 1) ids.push((await service.deposit(merchant)).transactionId);
    const items = ids.map((transactionId) => ({ transactionId, sequence: 1 }));
    const results: Json[] = expectData(await settle({ items, holdSeconds: 8 }, OPERATOR, service));
    expect(results.map(({ transaction }) => transaction.transactionId)).toEqual(ids);
    for (const id of ids.slice(0, 150))
      expectData(await service.ask(`/v1/transactions/${id}/undo`, { body: { sequence: '1' } }));
    service.clock.advance(8000);
    await service.planRunner.runNow();
    await service.callbackWorker.idle();
    expect(receiver.deliveries.map(({ body }) => JSON.parse(body).transactionId).sort()).toEqual(
      ids.slice(150).sort(),
    );
    await expectAgreement(service.databasePath);
  });

  test('none, more than 200, and what is no list are refused, and nothing is settled', async () => {
    const [id] = await deposits(1);
    const item = { transactionId: id, sequence: 1 };
    expectInvalid(await settle({ items: [] }), 'items');
    expectInvalid(await settle({ items: new Array(201).fill(item) }), 'items');
    expectInvalid(await settle({ items: 'x' }), 'items');
    expectInvalid(await settle({}), 'items');
    expectInvalid(await settle({ items: [{ ...item, sequence: 0 }] }), 'items.0.sequence');
    expectInvalid(await settle({ items: [item], holdSeconds: 31 }), 'holdSeconds');
    expect(await service.events(id ?? '')).toEqual([]);
  });
});

describe('notes', () => {
  const note = (as: Credentials, id: string, text: string) =>
    service.ask(`/v1/transactions/${id}/notes`, { as, body: { text } });

  const read = async (as: Credentials, id: string): Promise<Json> =>
    expectData(await service.ask(`/v1/transactions/${id}`, { as }));

  test('operators note, the whole desk reads who wrote what and when, and merchants read nothing', async () => {
    const ayse = await createClient(service, { role: 'operator', name: 'Ayşe' });
    const viewer = await createClient(service, { role: 'viewer' });
    const { transactionId: id } = await service.deposit(MERCHANT);
    expect(await read(viewer, id)).toMatchObject({ notes: [], sequence: 1 });
    const at = () => new Date(service.clock.nowMs()).toISOString();
    const first = { text: 'Bankaya soruldu: “yarın” 😀', author: 'Ayşe', createdAt: at() };
    expect(expectData(await note(ayse, id, first.text)).notes).toEqual([first]);
    service.clock.advance(60_000);
    const second = { text: 'x'.repeat(1000), author: 'Demo Admin', createdAt: at() };
    expectData(await note(ADMIN, id, second.text));
    for (const as of [viewer, OPERATOR, ADMIN]) {
      const { notes, sequence } = await read(as, id);
      expect(notes).toMatchObject([first, { text: second.text, createdAt: second.createdAt }]);
      expect(sequence).toBe(1);
    }
    for (const as of [MERCHANT, viewer]) expectFailure(await note(as, id, 'no'), 'not_authorized');
    expect(await read(MERCHANT, id)).not.toHaveProperty('notes');
    const list = expectData(await service.ask('/v1/transactions', { as: MERCHANT }));
    expect(list.items.map(({ transactionId }: Json) => transactionId)).toContain(id);
    expect(JSON.stringify(list)).not.toContain('Bankaya');
    // The audit log names the note, and not what it says.
    const rows = (await readAudit(service.databasePath)).filter((row) => row.target_id === id);
    expect(rows.map(({ operation }) => operation)).toEqual(['addNote', 'addNote']);
    expect(JSON.stringify(rows)).not.toContain('Bankaya');
  });

  test('a note has 1 to 1,000 characters as names have, and a transaction at most 100 notes', async () => {
    const { transactionId: id } = await service.deposit(MERCHANT);
    for (const text of ['', ' ', 'x'.repeat(1001), 'a\u0007', 'a\u202eb'])
      expectInvalid(await note(OPERATOR, id, text), 'text');
    expectFailure(await note(OPERATOR, 'f'.repeat(24), 'a'), 'error_transaction_not_found');
    const { db, runtime } = service.dependencies;
    const [client, nowMs] = [await createClient(service, { role: 'operator' }), runtime.nowMs()];
    const stored = { transactionId: id, authorId: client.id, text: 'a note', nowMs };
    await Promise.all(Array.from({ length: 99 }, () => db.run('addNote', stored)));
    expectData(await note(OPERATOR, id, 'the last one'));
    expectInvalid(await note(OPERATOR, id, 'one more'), 'text');
  });

  test('a forgotten person is forgotten in notes as well', async () => {
    await using context = await openTestContext();
    const client = await createClient(context);
    const [id = ''] = await storeWithdrawals(context, client, 1);
    const { transactions, db } = context.dependencies;
    await context.run(addNote, { transactionId: id, text: 'Test User called' });
    const actor = { kind: 'operator', clientId: null } as const;
    const withdrawal = await db.read('findTransaction', id);
    await transactions.transition({ transactionId: id, command: { kind: 'reject', sequence: 1 }, actor });
    await context.run(forgetPerson, { userId: withdrawal?.userId, appKey: client.appKey });
    expect(await db.read('findNotes', [id])).toMatchObject(new Map([[id, [{ text: FORGOTTEN }]]]));
  });
});
