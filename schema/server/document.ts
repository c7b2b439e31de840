import {
  type DocumentNode,
  Kind,
  type OperationDefinitionNode,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';
import { readPlainNumber } from '../../src/http/json.ts';

/** Whether parsing led to a document, and not to an error. */
export function isDocument(parsed: unknown): parsed is DocumentNode {
  return Object(parsed).kind === Kind.DOCUMENT;
}

/** The variables of an operation as they were sent, with the defaults of those that were not. Nothing is checked. */
export function rawVariables(
  { variableDefinitions = [] }: OperationDefinitionNode,
  sent: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  const defaults = variableDefinitions.flatMap(({ variable, defaultValue }) =>
    defaultValue ? [[variable.name.value, readLiteral(defaultValue)]] : [],
  );
  return { ...Object.fromEntries(defaults), ...sent };
}

/** The value that stands in a document, held to the same numbers as JSON: Infinity for one that is not plain. */
export function readLiteral(node: ValueNode, variables: Readonly<Record<string, unknown>> = {}): unknown {
  switch (node.kind) {
    case Kind.INT:
    case Kind.FLOAT:
      return readPlainNumber(node.value);
    case Kind.LIST:
      return node.values.map((value) => readLiteral(value, variables));
    case Kind.OBJECT:
      return Object.fromEntries(
        node.fields.map(({ name, value }) => [name.value, readLiteral(value, variables)]),
      );
    default:
      return valueFromASTUntyped(node, variables);
  }
}
