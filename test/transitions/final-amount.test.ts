import { expect, test } from 'vitest';
import { type Json, MERCHANT, temporaryFolder } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { banks, startBankService } from '../support/bank-service.ts';
import { createBank } from '../support/entities.ts';
import {
  type ManualClockService,
  neverSchedule,
  paymentOf,
  startManualClockService,
} from '../support/manual-clock-service.ts';
import { BANK_WITH_ACCOUNT } from '../support/remote-banks.ts';
import { expectData, expectFailure, expectInvalid } from '../support/responses.ts';

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
      if (kind === 'withdraw') expectData(await ask(bank.service, 'claim', id, { unknown: 'x' }));
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
