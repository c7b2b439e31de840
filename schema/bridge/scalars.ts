import { GraphQLError, Kind, type ValueNode } from 'graphql';
import { readPlainNumber } from '../../src/http/json-scan.ts';
import { NOT_A_TIMESTAMP, NOT_AN_AMOUNT } from '../../src/operations/fields.ts';
import { builder } from './builder.ts';

const AMOUNT_FORM = `An Amount ${NOT_AN_AMOUNT.message}`;
const AMOUNT_AS_TEXT = `${AMOUNT_FORM} Send it without quotes.`;
const TIMESTAMP_FORM = `A DateTime ${NOT_A_TIMESTAMP.message}`;

/** Declares the scalars. They check the type of a value; the operation that takes it checks the rest. */
export function declareScalars(): void {
  builder.scalarType('Amount', {
    description: 'An amount of money: a JSON number with at most two digits after the point.',
    serialize: (value) => value,
    parseValue(value) {
      if (typeof value === 'number') return value;
      throw new GraphQLError(typeof value === 'string' ? AMOUNT_AS_TEXT : AMOUNT_FORM);
    },
    parseLiteral(node) {
      if (node.kind === Kind.INT || node.kind === Kind.FLOAT) return readPlainNumber(node.value);
      const problem = node.kind === Kind.STRING ? AMOUNT_AS_TEXT : AMOUNT_FORM;
      throw literalError(problem, node);
    },
  });

  builder.scalarType('DateTime', {
    description: 'A timestamp in ISO 8601 with an explicit offset, such as 2026-11-20T09:30:00+03:00.',
    serialize: (value) => value,
    parseValue(value) {
      if (typeof value === 'string') return value;
      throw new GraphQLError(TIMESTAMP_FORM);
    },
    parseLiteral(node) {
      if (node.kind === Kind.STRING) return node.value;
      throw literalError(TIMESTAMP_FORM, node);
    },
  });

  builder.scalarType('ProblemParams', {
    description:
      'An object of numbers, texts and lists of texts, by the names that the words for a problem use.',
    serialize: (value) => value,
  });
}

function literalError(message: string, node: ValueNode): GraphQLError {
  return new GraphQLError(message, { nodes: node });
}
