import { describe, expect, test } from 'vitest';
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
  neverSchedule,
  paymentOf,
  startManualClockService,
  startWithoutTimers,
  storeWithdrawals,
} from '../support/manual-clock-service.ts';
import { startReceiver } from '../support/receiver.ts';
import { BANK_WITH_ACCOUNT } from '../support/remote-banks.ts';
import { expectData, expectFailure, expectInvalid } from '../support/responses.ts';

describe('final amount', () => {
  const TYPE = 'error_final_amount_unusual';
  const limits = (min: number, max: number) => ({ minAmountMinor: min * 100, maxAmountMinor: max * 100 });

  /** A new service with a bank that takes these amounts as deposits, and anything as withdrawals. */
  async function startWith(deposit = limits(0.01, 1_000_000_000)) {
    const service = await startManualClockService({ platform: { schedule: neverSchedule } });
    const bank = await createBank(service, { deposit });
    const create = async (kind: 'deposit' | 'withdraw', amount: string): Promise<string> =>
      (await service[kind](MERCHANT, { bankId: bank.id, amount })).transactionId;
    return { service, bank, create, [Symbol.asyncDispose]: () => service.stop() };
  }

  const ask = (service: ManualClockService, verb: string, id: string, fields: Record<string, string>) =>
    service.ask(`/v1/transactions/${id}/${verb}`, { body: fields });

  /** An amount, the farthest final amounts that are usual, and the nearest ones that are not. */
  const BOUNDARIES = [
    ['500', '600', '600.01'],
    ['500', '400', '399.99'],
    // A fifth of these is no whole number of minor units.
    ['500.01', '600.01', '600.02'],
    ['500.01', '400.01', '400'],
    ['0.05', '0.06', '0.07'],
    ['0.04', '0.04', '0.05'],
    ['0.04', '0.04', '0.03'],
    ['500000000', '600000000', '600000000.01'],
    ['1000000000', '800000000', '799999999.99'],
  ] as const;

  test.each(BOUNDARIES)(
    'of %s a final amount of %s is settled, and %s needs to be accepted',
    async (...amounts) => {
      const [amount, usual, unusual] = amounts;
      await using bank = await startWith();
      for (const kind of ['deposit', 'withdraw'] as const) {
        const id = await bank.create(kind, amount);
        const paid = kind === 'withdraw' ? await paymentOf(bank.service) : {};
        if (kind === 'withdraw') expectData(await ask(bank.service, 'claim', id, {}));
        const settle = (finalAmount: string, more = {}) =>
          ask(bank.service, 'settle', id, { sequence: '1', finalAmount, ...paid, ...more });
        const { message, fields } = expectFailure(await settle(unusual), TYPE);
        expect(message).toContain(` is ${Number(amount)}, `);
        expect(message).toContain(` ${Number(unusual)} `);
        expect(message).toContain('acceptDifference');
        expect(fields.map(({ path }: Json) => path)).toEqual(['finalAmount']);
        expectFailure(await settle(unusual, { acceptDifference: 'false' }), TYPE);
        expect(expectData(await settle(usual))).toMatchObject({ finalAmount: Number(usual), sequence: 2 });

        const other = await bank.create(kind, amount);
        const accepted = { sequence: '1', finalAmount: unusual, acceptDifference: 'true' };
        const settled = await bank.service.transition('settle', other, { fields: accepted });
        expect(settled).toMatchObject({
          status: 'successful',
          amount: Number(amount),
          finalAmount: Number(unusual),
        });
      }
      await expectAgreement(bank.service.databasePath);
    },
  );

  test('a correction follows the same rule, by what was asked for', async () => {
    await using bank = await startWith();
    const id = await bank.create('deposit', '500');
    expectData(await ask(bank.service, 'reject', id, { sequence: '1' }));
    const correct = (more: Record<string, string>) =>
      ask(bank.service, 'correct', id, { sequence: '2', reason: 'paid late', ...more });
    expectFailure(await correct({ finalAmount: '50' }), TYPE);
    expect(expectData(await correct({ finalAmount: '50', acceptDifference: 'true' })).finalAmount).toBe(50);
    // Without a finalAmount it keeps what was accepted before.
    expectData(await ask(bank.service, 'reverse', id, { sequence: '3', reason: 'recalled' }));
    const again = await ask(bank.service, 'correct', id, { sequence: '4', reason: 'it came' });
    expect(expectData(again).finalAmount).toBe(50);
  });

  test('a final amount beyond the limits of the bank needs to be accepted, those of the type', async () => {
    await using bank = await startWith(limits(100, 550));
    const [high, low] = [await bank.create('deposit', '500'), await bank.create('deposit', '110')];
    const settle = (id: string, finalAmount: string, more = {}) =>
      ask(bank.service, 'settle', id, { sequence: '1', finalAmount, ...more });
    const { message } = expectFailure(await settle(high, '550.01'), TYPE);
    for (const words of [' is 500, ', ' 550.01 ', '100 to 550']) expect(message).toContain(words);
    expectFailure(await settle(low, '99.99'), TYPE);
    expectData(await settle(high, '550'));
    expectData(await settle(low, '99.99', { acceptDifference: 'true' }));
    // Withdrawals have limits of their own.
    await bank.service.transition('settle', await bank.create('withdraw', '500'), {
      fields: { sequence: '1', finalAmount: '600' },
    });
  });

  test('what was asked for is always usual, even if the limits of the bank have changed since', async () => {
    await using bank = await startWith();
    const [one, other] = [await bank.create('deposit', '500'), await bank.create('deposit', '500')];
    await bank.service.dependencies.db.run('updateBank', {
      bankId: bank.bank.id,
      changes: { deposit: limits(1, 100) },
    });
    expectData(await ask(bank.service, 'settle', one, { sequence: '1' }));
    expectFailure(await ask(bank.service, 'settle', other, { sequence: '1', finalAmount: '499' }), TYPE);
    expectData(await ask(bank.service, 'settle', other, { sequence: '1', finalAmount: '500' }));
  });

  test('of a bank that is inactive, or offers the type no more, the difference alone decides', async () => {
    await using bank = await startWith(limits(1, 550));
    const { service } = bank;
    const id = await bank.create('deposit', '500');
    await service.dependencies.db.run('updateBank', { bankId: bank.bank.id, changes: { deposit: null } });
    expectFailure(await ask(service, 'settle', id, { sequence: '1', finalAmount: '601' }), TYPE);
    expectData(await ask(service, 'settle', id, { sequence: '1', finalAmount: '600' }));
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
      expectFailure(await ask(service, 'settle', id, { sequence: '1', finalAmount: '551' }), TYPE);
      expectData(await ask(service, 'settle', id, { sequence: '1', finalAmount: '550' }));
    }
    await using service = await start(another);
    expectFailure(await ask(service, 'settle', late, { sequence: '1', finalAmount: '601' }), TYPE);
    expectData(await ask(service, 'settle', late, { sequence: '1', finalAmount: '600' }));
  });

  test('a repeat of a settled command answers as before, however unusual its final amount', async () => {
    await using bank = await startWith();
    const id = await bank.create('deposit', '500');
    const fields = { sequence: '1', finalAmount: '50', acceptDifference: 'true' };
    const settled = expectData(await ask(bank.service, 'settle', id, fields));
    expect(expectData(await ask(bank.service, 'settle', id, fields))).toEqual(settled);
    const { acceptDifference: _, ...without } = fields;
    expect(expectData(await ask(bank.service, 'settle', id, without))).toEqual(settled);
    const settledAgain = await ask(bank.service, 'settle', id, { ...without, sequence: '2' });
    expectFailure(settledAgain, 'error_transition_not_allowed');
    const unknown = await ask(bank.service, 'settle', 'ffffffffffffffffffffffff', without);
    expectFailure(unknown, 'error_transaction_not_found');
  });

  test('acceptDifference is true or false, and nothing else', async () => {
    await using bank = await startWith();
    const id = await bank.create('deposit', '500');
    for (const acceptDifference of ['yes', '1', '', 'TRUE'])
      expectInvalid(
        await ask(bank.service, 'settle', id, { sequence: '1', finalAmount: '50', acceptDifference }),
        'acceptDifference',
      );
  });
});

describe('settle many', () => {
  const settle = (service: ManualClockService, body: Json, as = OPERATOR) =>
    service.ask('/v1/transactions/settle', { as, json: body });

  async function deposits(service: ManualClockService, count: number): Promise<string[]> {
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) ids.push((await service.deposit(MERCHANT)).transactionId);
    return ids;
  }

  test('many are settled at once; each that cannot be fails alone, and says who has changed it', async () => {
    await using service = await startWithoutTimers();
    const ayse = await createClient(service, { role: 'operator', name: 'Ayşe' });
    const ids = await deposits(service, 7);
    const [first, second, third, fifth, ...rest] = ids;
    await service.transition('reject', second ?? '', { fields: { sequence: '1' }, as: ayse });
    const results: Json[] = expectData(
      await settle(service, {
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
      (row) => row.operation === 'settleTransactions',
    );
    expect(rows.map((row) => row.target_id).sort()).toEqual([first, fifth, ...rest].sort());
    await expectAgreement(service.databasePath);
  });

  test('withdrawals are not settled together, not even by who has claimed them', async () => {
    await using service = await startWithoutTimers();
    const [claimed, free] = [await service.withdraw(MERCHANT), await service.withdraw(MERCHANT)];
    const target = `/v1/transactions/${claimed.transactionId}/claim`;
    expectData(await service.ask(target, { method: 'POST', body: {} }));
    const items = [claimed, free].map(({ transactionId }) => ({ transactionId, sequence: 1 }));
    const results: Json[] = expectData(await settle(service, { items }));
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
    const results: Json[] = expectData(await settle(service, { items, holdSeconds: 8 }));
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
    await using service = await startWithoutTimers();
    const [id] = await deposits(service, 1);
    const item = { transactionId: id, sequence: 1 };
    expectInvalid(await settle(service, { items: [] }), 'items');
    expectInvalid(await settle(service, { items: new Array(201).fill(item) }), 'items');
    expectInvalid(await settle(service, { items: 'x' }), 'items');
    expectInvalid(await settle(service, {}), 'items');
    expectInvalid(await settle(service, { items: [{ ...item, sequence: 0 }] }), 'items.0.sequence');
    expectInvalid(await settle(service, { items: [item], holdSeconds: 31 }), 'holdSeconds');
    expect(await service.events(id ?? '')).toEqual([]);
  });
});

describe('notes', () => {
  const note = (service: ManualClockService, as: Credentials, id: string, text: string) =>
    service.ask(`/v1/transactions/${id}/notes`, { as, body: { text } });

  const read = async (service: ManualClockService, as: Credentials, id: string): Promise<Json> =>
    expectData(await service.ask(`/v1/transactions/${id}`, { as }));

  test('operators note, the whole desk reads who wrote what and when, and merchants read nothing', async () => {
    await using service = await startWithoutTimers();
    const ayse = await createClient(service, { role: 'operator', name: 'Ayşe' });
    const viewer = await createClient(service, { role: 'viewer' });
    const { transactionId: id } = await service.deposit(MERCHANT);
    expect(await read(service, viewer, id)).toMatchObject({ notes: [], sequence: 1 });
    const at = () => new Date(service.clock.nowMs()).toISOString();
    const first = { text: 'Bankaya soruldu: “yarın” 😀', author: 'Ayşe', createdAt: at() };
    expect(expectData(await note(service, ayse, id, first.text)).notes).toEqual([first]);
    service.clock.advance(60_000);
    const second = { text: 'x'.repeat(1000), author: 'Demo Admin', createdAt: at() };
    expectData(await note(service, ADMIN, id, second.text));
    for (const as of [viewer, OPERATOR, ADMIN]) {
      const { notes, sequence } = await read(service, as, id);
      expect(notes).toMatchObject([first, { text: second.text, createdAt: second.createdAt }]);
      expect(sequence).toBe(1);
    }
    for (const as of [MERCHANT, viewer]) expectFailure(await note(service, as, id, 'no'), 'not_authorized');
    expect(await read(service, MERCHANT, id)).not.toHaveProperty('notes');
    const list = expectData(await service.ask('/v1/transactions', { as: MERCHANT }));
    expect(JSON.stringify(list)).not.toContain('Bankaya');
    // The audit log names the note, and not what it says.
    const rows = (await readAudit(service.databasePath)).filter((row) => row.operation === 'addNote');
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain('Bankaya');
  });

  test('a note has 1 to 1,000 characters as names have, and a transaction at most 100 notes', async () => {
    await using service = await startWithoutTimers();
    const { transactionId: id } = await service.deposit(MERCHANT);
    for (const text of ['', ' ', 'x'.repeat(1001), 'a\u0007', 'a\u202eb'])
      expectInvalid(await note(service, OPERATOR, id, text), 'text');
    expectFailure(await note(service, OPERATOR, 'f'.repeat(24), 'a'), 'error_transaction_not_found');
    for (let index = 0; index < 100; index += 1)
      expectData(await note(service, OPERATOR, id, `note ${index}`));
    expectInvalid(await note(service, OPERATOR, id, 'one more'), 'text');
  });

  test('who is forgotten is forgotten in notes as well', async () => {
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
