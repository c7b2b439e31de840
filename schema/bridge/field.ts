import type { z } from 'zod';
import type { Envelope } from '../../src/operations/envelope.ts';
import { execute, type Operation } from '../../src/operations/operation.ts';
import type { GraphqlContext } from '../server/context.ts';

/** Runs an operation for a resolver. */
export function run<I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<I, O>,
  context: GraphqlContext,
  input: object,
): Promise<z.output<O>> {
  return execute(operation, context, dropNulls(operation.input, input));
}

/** Runs an operation and puts its answer into the envelope that mutations return. */
export async function runInEnvelope<I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<I, O>,
  context: GraphqlContext,
  input: object,
): Promise<Envelope<z.output<O>>> {
  return context.envelopes.success(await run(operation, context, input), context.startedAt);
}

/** A null says to leave a field out, as GraphQL clients do, except where the operation gives it a meaning. */
export function dropNulls(schema: z.ZodType, input: object): Record<string, unknown> {
  const shape: Record<string, z.ZodType> = 'shape' in schema ? Object(schema.shape) : {};
  const entries = Object.entries(input).filter(
    ([name, value]) => value !== null || shape[name]?.isNullable(),
  );
  return Object.fromEntries(entries);
}
