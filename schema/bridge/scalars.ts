import { GraphQLError, type ValueNode, valueFromASTUntyped } from 'graphql';
import { amountToMinor } from '../../src/domain/money.ts';
import { AMOUNT_FORM, TIMESTAMP_FORM } from '../../src/operations/fields.ts';
import { readLiteral } from '../server/document.ts';
import { builder } from './builder.ts';

/** Reads what is an amount, and refuses all else with what to send instead. */
function readAmount(value: unknown, node?: ValueNode): number {
  if (typeof value === 'number' && amountToMinor(value) !== undefined) return value;
  throw new GraphQLError(`An Amount must be ${AMOUNT_FORM}.`, { nodes: node ?? null });
}

/** Reads what may be a moment: whether it is one is for the operation to say. */
function readMoment(value: unknown, node?: ValueNode): string {
  if (typeof value === 'string') return value;
  throw new GraphQLError(`A DateTime must be ${TIMESTAMP_FORM}.`, { nodes: node ?? null });
}

builder.scalarType('Amount', {
  description: 'An amount of money: a JSON number with at most two digits after the point.',
  serialize: (value) => value,
  parseValue: (value) => readAmount(value),
  parseLiteral: (node) => readAmount(readLiteral(node), node),
});

builder.scalarType('DateTime', {
  description: 'A moment in ISO 8601 with an explicit offset: 2026-11-20T09:30:00+03:00.',
  serialize: (value) => value,
  parseValue: (value) => readMoment(value),
  parseLiteral: (node) => readMoment(valueFromASTUntyped(node), node),
});
