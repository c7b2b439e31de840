import { beforeAll, describe, expect, test } from 'vitest';
import { call, DEPOSIT, depositFields, WITHDRAW, withdrawalFields } from '../harness.ts';
import { createBank } from '../support/entities.ts';
import { expectData, expectInvalid } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();
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
  const send = (amount: string) => call(service(), WITHDRAW, { body: withdrawalFields({ bankId, amount }) });
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
