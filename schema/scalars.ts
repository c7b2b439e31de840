import { GraphQLError, Kind } from 'graphql';
import { amountToMinor } from '../src/domain/money.ts';
import { builder } from './builder.ts';

/** Reads what is an amount, and refuses all else with what to send instead. */
function readAmount(value: unknown): number {
  if (typeof value === 'number' && amountToMinor(value) !== undefined) return value;
  throw new GraphQLError(
    'An Amount is a number from 0.01 to 1000000000 with at most two digits after the point.',
  );
}

builder.scalarType('Amount', {
  description: 'An amount of money: a JSON number with at most two digits after the point.',
  serialize: (value) => value,
  parseValue: readAmount,
  parseLiteral: (node) =>
    readAmount(node.kind === Kind.INT || node.kind === Kind.FLOAT ? Number(node.value) : undefined),
});

builder.scalarType('DateTime', {
  description: 'A moment in ISO 8601 with an explicit offset: 2026-11-20T09:30:00+03:00.',
  serialize: (value) => value,
  parseValue(value) {
    if (typeof value === 'string') return value;
    throw new GraphQLError('A DateTime is a string such as 2026-11-20T09:30:00Z.');
  },
});
