import { type DocumentNode, Kind, type OperationDefinitionNode, valueFromASTUntyped } from 'graphql';

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
    defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)]] : [],
  );
  return { ...Object.fromEntries(defaults), ...sent };
}
