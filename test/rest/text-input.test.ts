import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  AmountText,
  amount,
  fields,
  flag,
  oneOf,
  text,
  timestamp,
  wholeNumber,
} from '../../src/operations/fields.ts';
import { fieldReader } from '../../src/operations/text.ts';
import { routes } from '../../src/surfaces/rest/routes.ts';
import { call, depositFields, OPERATOR } from '../harness.ts';
import { expectFailure, expectInvalid } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();

const schema = fields({
  amount,
  least: amount.optional(),
  limit: amount.nullable().default(null),
  most: amount.nullable().optional(),
  count: wholeNumber(1, 9).default(5),
  sequence: wholeNumber(1, 9).optional(),
  on: flag,
  off: flag.default(true),
  name: text(10),
  kind: oneOf(['1', 'true']),
  at: timestamp.optional(),
});

/** Input with the same text in every field. */
const read = (given: string, input: z.ZodType = schema) =>
  fieldReader(input)(Object.fromEntries(Object.keys(schema.shape).map((name) => [name, given])));

describe('text is converted to the type of its field:', () => {
  test('a number', () => {
    const sum = new AmountText('12');
    expect(read('12')).toEqual({
      amount: sum,
      least: sum,
      limit: sum,
      most: sum,
      count: 12,
      sequence: 12,
      on: '12',
      off: '12',
      name: '12',
      kind: '12',
      at: '12',
    });
  });

  test.each([
    ['true', true],
    ['false', false],
  ])('%s', (given, flagged) => {
    expect(read(given)).toMatchObject({ on: flagged, off: flagged, count: given, name: given, kind: given });
  });

  test('also in a schema with a check over several fields', () => {
    expect(
      read(
        '12',
        schema.refine(() => true),
      ),
    ).toEqual(read('12'));
    expect(
      read(
        '12',
        schema.check(() => {}),
      ),
    ).toEqual(read('12'));
  });

  test('other values and unknown fields stay unchanged', () => {
    const given = { amount: ['1', '2'], count: 3, unknown: '4' };
    expect(fieldReader(schema)({ ...given })).toEqual(given);
    expect(fieldReader(z.string())({ ...given })).toEqual(given);
  });
});

describe('a whole number consists of digits only:', () => {
  test.each(['0', '7', '007', '999999999999999'])('%j is a number', (given) => {
    expect(read(given).count).toBe(Number(given));
  });

  test.each([
    '',
    ' 5',
    '5 ',
    '+5',
    '-5',
    '5.0',
    '5.',
    '1e0',
    '0x5',
    '1,000',
    '1_000',
    'NaN',
    '５',
    '1000000000000000',
  ])('%j is not a number', (given) => {
    expect(read(given).count).toBe(given);
  });

  test.each(['TRUE', 'True', '1', '0', 'yes', 'on', '', ' true'])('%j is not a flag', (given) => {
    expect(read(given).on).toBe(given);
  });
});

test('every number and flag of a REST operation can be sent as text', () => {
  const left = routes.flatMap(({ operation }) => {
    const shape = operation.input instanceof z.ZodObject ? operation.input.shape : {};
    return Object.entries(shape).flatMap(([name, field]) => {
      const takes = (value: unknown) => z.safeParse(field, value).success;
      const { [name]: one } = fieldReader(operation.input)({ [name]: '1' });
      const { [name]: yes } = fieldReader(operation.input)({ [name]: 'true' });
      return (takes(1) && !takes(one)) || (takes(true) && !takes(yes)) ? [`${operation.name}.${name}`] : [];
    });
  });
  expect(left).toEqual([]);
});

describe('a form and JSON mean the same sequence:', () => {
  async function settle(sequence: string) {
    const created = await call(service(), '/v1/transactions/deposit', { body: depositFields() });
    const target = `/v1/transactions/${created.json.data.transactionId}/settle`;
    const callOptions = { as: OPERATOR, sign: 'timed' as const };
    return [
      await call(service(), target, { ...callOptions, body: { sequence } }),
      await call(service(), target, {
        ...callOptions,
        body: `{"sequence":${sequence}}`,
        contentType: 'application/json',
      }),
    ] as const;
  }

  test('the largest sequence is accepted', async () => {
    for (const response of await settle('1000000')) expectFailure(response, 'error_stale_sequence');
  });

  test.each(['1000001', '0', '-1', '1.5'])('%s is refused', async (sequence) => {
    const [form, json] = await settle(sequence);
    expectInvalid(form, 'sequence');
    expect(form.json.error).toEqual(json.json.error);
  });
});
