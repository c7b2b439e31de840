import { expect, test } from 'vitest';
import { z } from 'zod';
import { fieldTypeOf } from '../../schema/bridge/field-type.ts';
import {
  amount,
  amountOut,
  flag,
  idText,
  role,
  timestamp,
  timestampOut,
  transactionStatus,
  wholeNumber,
} from '../../src/operations/fields.ts';

const FIELDS: readonly (readonly [string, z.ZodType])[] = [
  ['Amount', amount],
  ['Amount', amountOut],
  ['DateTime', timestamp],
  ['DateTime', timestampOut],
  ['TransactionStatus', transactionStatus],
  ['Role', role],
  ['String', idText],
  ['Int', wholeNumber(1, 2)],
  ['Boolean', flag],
];

test.each(FIELDS)('a described field is still a field of the type %s', (name, field) => {
  const type = { name, isList: false, isOptional: false };
  expect(fieldTypeOf('at', field)).toMatchObject(type);
  expect(fieldTypeOf('at', field.describe('A field.'))).toMatchObject(type);
  expect(
    fieldTypeOf(
      'at',
      field.describe('A field.').refine(() => true),
    ),
  ).toMatchObject(type);
});

test.each(FIELDS)('an optional, nullable or listed field keeps the type %s', (name, field) => {
  const optional = { name, isList: false, isOptional: true };
  expect(fieldTypeOf('at', field.optional().describe('A field.'))).toMatchObject(optional);
  expect(fieldTypeOf('at', field.describe('A field.').nullable())).toMatchObject(optional);
  expect(fieldTypeOf('at', field.nullable().default(null))).toMatchObject(optional);
  const list = z.array(field.describe('A field.')).transform((items) => items.length);
  expect(fieldTypeOf('at', list)).toMatchObject({ name, isList: true, isOptional: false });
});

test('an object without a name has no type', () => {
  expect(() => fieldTypeOf('at', z.object({}))).toThrow('the field at has no GraphQL type');
  expect(() => fieldTypeOf('at', z.enum(['a', 'b']))).toThrow('the field at has no GraphQL type');
});
