import { z } from 'zod';
import { execute, type Operation } from '../../src/operations/operation.ts';
import type { GraphqlContext } from '../server/context.ts';

/** Runs an operation for a resolver. */
export function run<I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<I, O>,
  context: GraphqlContext,
  input: object,
): Promise<z.output<O>> {
  return execute(operation, context.state, dropNulls(operation.input, input));
}

/** GraphQL clients send null for a field that they leave out. Null is kept where the operation gives it a meaning. */
export function dropNulls(schema: z.ZodType, input: object): Record<string, unknown> {
  const shape: z.core.$ZodShape = schema instanceof z.ZodObject ? schema.shape : {};
  const entries = Object.entries(input).filter(([name, value]) => value !== null || acceptsNull(shape[name]));
  return Object.fromEntries(entries);
}

function acceptsNull(field: z.core.$ZodType | undefined): boolean {
  return field !== undefined && z.safeParse(field, null).success;
}
