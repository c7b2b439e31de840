import type { InputFieldMap, InputObjectRef } from '@pothos/core';
import { z } from 'zod';
import type { Envelope } from '../../src/operations/envelope.ts';
import type { Operation } from '../../src/operations/operation.ts';
import type { GraphqlContext } from '../server/context.ts';
import type { FieldCost } from '../server/cost.ts';
import { builder, type Types } from './builder.ts';
import { inputOptionsOf } from './input.ts';
import { run, runInEnvelope } from './run.ts';

type Described = Pick<Operation, 'name' | 'summary' | 'description'>;

/** What a field says of its operation. @param cost what reading it costs, see costs(). */
export function describes({ name, summary, description }: Described, cost?: FieldCost) {
  return {
    description: [`${summary}.`, description].filter(Boolean).join(' '),
    extensions: { operation: name, ...(cost && { cost }) },
  };
}

/** The fields of an operation's input as the arguments of a field. */
function argumentsOf(input: z.ZodType): InputFieldMap {
  const shape = input instanceof z.ZodObject ? input.shape : {};
  return builder.args((t) =>
    Object.fromEntries(
      Object.entries(shape).map(([name, field]) => [name, t.field(inputOptionsOf(name, field))]),
    ),
  );
}

/** Runs an operation with the arguments of its field, which are the fields of its input. */
export function runs<I extends z.ZodType, O extends z.ZodType>(operation: Operation<I, O>, cost?: FieldCost) {
  return {
    ...describes(operation, cost),
    args: argumentsOf(operation.input),
    resolve: (_root: unknown, args: object, context: GraphqlContext): Promise<z.output<O>> =>
      run(operation, context, args),
  };
}

/** The same, with an answer in the envelope. */
export function runsInEnvelope<I extends z.ZodType, O extends z.ZodType>(operation: Operation<I, O>) {
  return {
    ...runs(operation),
    resolve: (_root: unknown, args: object, context: GraphqlContext): Promise<Envelope<z.output<O>>> =>
      runInEnvelope(operation, context, args),
  };
}

interface OneInput {
  readonly input: object;
}

function oneInput(type: InputObjectRef<Types, object>) {
  return builder.args((t) => ({ input: t.field({ type, required: true }) }));
}

/** Runs an operation with the one argument `input` of its field. */
export function runsInput<I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<I, O>,
  type: InputObjectRef<Types, object>,
) {
  return {
    ...describes(operation),
    args: oneInput(type),
    resolve: (_root: unknown, { input }: OneInput, context: GraphqlContext): Promise<z.output<O>> =>
      run(operation, context, input),
  };
}

/** The same, with an answer in the envelope. */
export function runsInputInEnvelope<I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<I, O>,
  type: InputObjectRef<Types, object>,
) {
  return {
    ...runsInput(operation, type),
    resolve: (_root: unknown, { input }: OneInput, context: GraphqlContext): Promise<Envelope<z.output<O>>> =>
      runInEnvelope(operation, context, input),
  };
}
