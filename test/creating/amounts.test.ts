import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  AMOUNT_MAX_MINOR,
  amountToMinor,
  minorToAmount,
  parseAmountMinor,
  printAmount,
} from '../../src/kernel/money.ts';
import { call, DEPOSIT, depositFields, type Json, WITHDRAW, withdrawalFields } from '../harness.ts';
import { createBank } from '../support/entities.ts';
import { ANY_CHARACTER, holds } from '../support/properties.ts';
import { expectData, expectFailure, expectInvalid } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();

describe('amounts', () => {
  let bankId: string;

  beforeAll(async () => {
    // No limits of its own, so that only the limits of the contract apply.
    bankId = (await createBank(service())).id;
  });

  const sendForm = (amount: string) => call(service(), DEPOSIT, { body: depositFields({ bankId, amount }) });

  /** Sends the amount as the given JSON text, including text that JSON.stringify never writes. */
  function sendJson(amount: string) {
    const { amount: _, ...others } = depositFields({ bankId });
    const body = `{"amount":${amount},${JSON.stringify(others).slice(1)}`;
    return call(service(), DEPOSIT, { body, contentType: 'application/json' });
  }

  describe('a form may carry the amount', () => {
    test.each([
      ['0.01', 0.01],
      ['0.1', 0.1],
      ['0.10', 0.1],
      ['1', 1],
      ['5.12', 5.12],
      ['500', 500],
      ['100.5', 100.5],
      ['100.50', 100.5],
      ['100.00', 100],
      ['0005', 5],
      ['00.01', 0.01],
      // Doubles that are slightly above or below a multiple of a hundredth.
      ['1.15', 1.15],
      ['8.20', 8.2],
      ['1005.55', 1005.55],
      ['999999999.99', 999999999.99],
      ['1000000000', 1000000000],
      ['1000000000.00', 1000000000],
    ])('%j, returned as the JSON number %d', async (sent, responded) => {
      const response = await sendForm(sent);
      expect(expectData(response).amount).toBe(responded);
      expect(response.text).toContain(`"amount":${responded},`);
    });
  });

  describe('a form may not carry the amount', () => {
    test.each([
      ['an exponent', '1e3'],
      ['an exponent without a digit before', 'e3'],
      ['a plus sign', '+5'],
      ['a minus sign', '-5'],
      ['a space before', ' 5'],
      ['a space after', '5 '],
      ['a space inside', '1 000'],
      ['a line feed after', '5\n'],
      ['a thousands separator', '1,000'],
      ['a decimal comma', '5,50'],
      ['an underscore', '1_000'],
      ['two points', '1.2.3'],
      ['nothing before the point', '.5'],
      ['nothing after the point', '5.'],
      ['a point alone', '.'],
      ['three fraction digits', '5.123'],
      ['three fraction digits, the last a zero', '5.120'],
      ['hexadecimal digits', '0x10'],
      ['binary digits', '0b11'],
      ['a BigInt literal', '5n'],
      ['a currency', '5 TRY'],
      ['the word NaN', 'NaN'],
      ['the word Infinity', 'Infinity'],
      ['the word null', 'null'],
      ['the word true', 'true'],
      ['nothing', ''],
      ['a space alone', ' '],
      ['zero', '0'],
      ['zero with decimals', '0.00'],
      ['less than a hundredth', '0.001'],
      ['more than the most, by a hundredth', '1000000000.01'],
      ['more than the most, by one', '1000000001'],
      ['more digits than a double holds', '9007199254740993'],
      ['a great many digits', '9'.repeat(4000)],
      ['an Arabic-Indic digit', '٥'],
      ['a fullwidth digit', '５'],
      ['a superscript digit', '5²'],
      ['a fraction character', '½'],
      ['a zero-width space', '5\u200b'],
      ['a minus sign of typography', '−5'],
    ])('with %s: %j', async (_, sent) => {
      expectInvalid(await sendForm(sent), 'amount');
    });
  });

  describe('JSON may carry the amount', () => {
    test.each([
      ['5', 5],
      ['0.01', 0.01],
      ['100.5', 100.5],
      ['100.50', 100.5],
      ['10.10', 10.1],
      ['10.0', 10],
      ['5.00', 5],
      ['1000000000', 1000000000],
      ['999999999.99', 999999999.99],
    ])('%s', async (sent, responded) => {
      expect(expectData(await sendJson(sent)).amount).toBe(responded);
    });
  });

  describe('JSON may not carry the amount', () => {
    test.each([
      '"5"',
      '"abc"',
      '""',
      'true',
      'false',
      'null',
      '[]',
      '[5]',
      '{}',
      '{"value":5}',
      '0',
      '-0',
      '-5',
      '0.001',
      '5.123',
      '0.30000000000000004',
      '1000000000.01',
      '1000000001',
      '1e3',
      '1e2',
      '5E0',
      '0.1e1',
      '100.5e0',
      '10.100',
      '10.000',
      '100.50000000000000000001',
      '10.000000000000000000001',
      '9999999999999999999999',
      '1e10',
      '1e21',
      '1e400',
      '-1e400',
      '1e-3',
      '9007199254740993',
    ])('%s', async (sent) => {
      expectInvalid(await sendJson(sent), 'amount');
    });
  });

  test('JSON without an amount is refused because the field is required', async () => {
    const { amount: _, ...others } = depositFields({ bankId });
    const response = await call(service(), DEPOSIT, {
      body: JSON.stringify(others),
      contentType: 'application/json',
    });
    expectInvalid(response, 'amount');
    expect(response.json.error.fields[0].message).toBe('amount is required.');
  });

  test('the amount of a withdrawal follows the same rules', async () => {
    const send = (amount: string) =>
      call(service(), WITHDRAW, { body: withdrawalFields({ bankId, amount }) });
    expect(expectData(await send('0.01')).amount).toBe(0.01);
    for (const bad of ['1e3', ' 5', '0', '5.123', '1000000000.01', ''])
      expectInvalid(await send(bad), 'amount');
  });

  test('the message for an invalid amount describes a valid one', async () => {
    const { json } = await sendForm('1,000');
    expect(json.error.message).toBe(
      'amount must be a number from 0.01 to 1000000000 with at most two digits after the point, such as 500 or 100.5, with a point and without a comma.',
    );
  });
});

describe('amounts', () => {
  const minor = fc.integer({ min: 1, max: AMOUNT_MAX_MINOR });

  test('survive printing and parsing, as text and as a JSON number', () =>
    holds(
      fc.property(minor, (amountMinor) => {
        expect(parseAmountMinor(printAmount(amountMinor))).toBe(amountMinor);
        expect(amountToMinor(JSON.parse(JSON.stringify(minorToAmount(amountMinor))))).toBe(amountMinor);
      }),
      5000,
    ));

  test('print as their shortest decimal', () =>
    holds(
      fc.property(minor, (amountMinor) => {
        const units = `${amountMinor}`.padStart(3, '0');
        const exact = `${units.slice(0, -2)}.${units.slice(-2)}`.replace(/\.?0+$/, '');
        expect(printAmount(amountMinor)).toBe(exact);
        expect(JSON.stringify(minorToAmount(amountMinor))).toBe(exact);
      }),
      5000,
    ));

  test('are read from text of the documented form only', () => {
    const digits = fc.stringMatching(/^\d{0,12}$/);
    const nearly = fc
      .tuple(fc.constantFrom('', '+', '-', ' '), digits, fc.constantFrom('', '.', ',', 'e', '..'), digits)
      .map((parts) => parts.join(''));
    const expected = (text: string) => {
      const [, units, fraction = ''] = /^([0-9]+)(?:\.([0-9]{1,2}))?$/.exec(text) ?? [];
      if (units === undefined) return undefined;
      const value = BigInt(units) * 100n + BigInt(fraction.padEnd(2, '0'));
      return value >= 1n && value <= 100_000_000_000n ? Number(value) : undefined;
    };
    // Around the ends of the range and of the precision of a double, with leading zeros.
    const edge = fc
      .tuple(
        fc.constantFrom(0n, 1n, 100n, 100_000_000_000n, 2n ** 53n, 10n ** 19n, 10n ** 31n),
        fc.bigInt({ min: -300n, max: 300n }),
        fc.integer({ min: 3, max: 38 }),
      )
      .map(([around, off, length]) => {
        const digits = (around + off < 0n ? 0n : around + off).toString().padStart(length, '0');
        return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
      });
    const whole = fc.stringMatching(/^0{0,24}[0-9]{1,32}$/).filter((text) => text.length <= 32);
    return holds(
      fc.property(fc.oneof(nearly, edge, whole, fc.string(), fc.string({ unit: ANY_CHARACTER })), (text) => {
        // Longer texts are out of range or have absurdly many leading zeros.
        if (/^[0-9]{0,32}([^0-9]|$)/.test(text)) expect(parseAmountMinor(text)).toBe(expected(text));
        else expect(parseAmountMinor(text)).toBeUndefined();
      }),
    );
  });

  test('are read from a JSON number as from its text', () => {
    const near = fc
      .tuple(minor, fc.constantFrom(-2e-9, -1e-16, 0, 1e-16, 2e-9))
      .map(([amountMinor, share]) => (amountMinor / 100) * (1 + share));
    return holds(
      fc.property(fc.oneof(fc.double(), fc.double({ min: 0, max: 1e4 }), near), (amount) => {
        expect(amountToMinor(amount)).toBe(parseAmountMinor(String(amount)));
      }),
    );
  });

  test('are not read from a number with a third fraction digit', () =>
    holds(
      fc.property(minor, fc.integer({ min: 1, max: 9 }), (amountMinor, thousandths) => {
        const units = `${amountMinor}${thousandths}`.padStart(4, '0');
        expect(amountToMinor(Number(`${units.slice(0, -3)}.${units.slice(-3)}`))).toBeUndefined();
      }),
      5000,
    ));
});

describe('bank rules', () => {
  const send = (type: 'deposit' | 'withdrawal', changes: Record<string, string>) =>
    type === 'deposit'
      ? call(service(), DEPOSIT, { body: depositFields(changes) })
      : call(service(), WITHDRAW, { body: withdrawalFields(changes) });

  const banks = async (query = '') => expectData(await call(service(), `/v1/available-banks${query}`));
  const idsOf = async (query = '') => (await banks(query)).map((bank: Json) => bank._id);
  const LIMITS = { minAmountMinor: 1_001, maxAmountMinor: 250_050 };

  describe.each([
    ['deposit', 'withdrawal'],
    ['withdrawal', 'deposit'],
  ] as const)('for a %s', (type, otherType) => {
    test.each(['unknown', '507f1f77bcf86cd799439019', '507F1F77BCF86CD799439011'])(
      'the bank %j is not found',
      async (bankId) => {
        const error = expectFailure(await send(type, { bankId }), 'error_bank_not_found');
        expect(error.fields).toMatchObject([{ path: 'bankId', message: expect.any(String) }]);
      },
    );

    test('an inactive bank is unavailable until it is active again', async () => {
      const { db } = service().dependencies;
      const { id: bankId } = await createBank(service());
      expectData(await send(type, { bankId }));
      await db.run('updateBank', { bankId: bankId, changes: { active: false } });
      const error = expectFailure(await send(type, { bankId }), 'error_bank_unavailable');
      expect(error.fields).toMatchObject([{ path: 'bankId', message: expect.any(String) }]);
      expect(await idsOf()).not.toContain(bankId);
      await db.run('updateBank', { bankId: bankId, changes: { active: true } });
      expectData(await send(type, { bankId }));
      expect(await idsOf()).toContain(bankId);
    });

    test('a bank that does not offer the type is unavailable and not listed for it', async () => {
      const { id: bankId } = await createBank(service(), { [type]: null });
      expectFailure(await send(type, { bankId }), 'error_bank_unavailable');
      expectData(await send(otherType, { bankId }));
      expect(await idsOf(`?type=${type}`)).not.toContain(bankId);
      expect(await idsOf(`?type=${otherType}`)).toContain(bankId);
      const listed = (await banks()).find((bank: Json) => bank._id === bankId);
      expect(listed[type]).toBeNull();
      expect(listed[otherType]).toEqual({ minAmount: 0.01, maxAmount: 1_000_000_000 });
    });

    test('the limits of the bank apply, both ends included, and the refusal names them', async () => {
      const { id: bankId } = await createBank(service(), { [type]: LIMITS });
      for (const amount of ['10.01', '10.02', '2500.49', '2500.5'])
        expectData(await send(type, { bankId, amount }));
      for (const amount of ['10', '0.01', '2500.51', '1000000000']) {
        const error = expectFailure(await send(type, { bankId, amount }), 'error_amount_out_of_bank_limits');
        expect(error.fields).toMatchObject([{ path: 'amount', params: { minimum: 10.01, maximum: 2500.5 } }]);
      }
      for (const amount of ['10', '2500.51']) expectData(await send(otherType, { bankId, amount }));
    });
  });

  test('a bank that offers no type is not listed', async () => {
    const { id } = await createBank(service(), { deposit: null, withdrawal: null });
    expect(await idsOf()).not.toContain(id);
  });

  test('the list of banks shows the limits of each bank and the currency of the service', async () => {
    const { id } = await createBank(service(), { name: 'Örnek Bank', deposit: LIMITS, withdrawal: null });
    const listed = (await banks('?type=deposit')).find((bank: Json) => bank._id === id);
    expect(listed).toEqual({
      _id: id,
      name: 'Örnek Bank',
      deposit: { minAmount: 10.01, maxAmount: 2500.5 },
      withdrawal: null,
      currency: 'TRY',
    });
  });

  test('a transaction keeps the name that its bank had at creation', async () => {
    const { id: bankId } = await createBank(service(), { name: 'Before' });
    const { transactionId, bank } = expectData(await send('deposit', { bankId }));
    expect(bank).toBe('Before');
    await service().dependencies.db.run('updateBank', { bankId: bankId, changes: { name: 'After' } });
    expect(expectData(await call(service(), `/v1/transactions/${transactionId}`)).bank).toBe('Before');
    expect(expectData(await send('deposit', { bankId })).bank).toBe('After');
  });
});
