import type { InputFieldMap } from '@pothos/core';
import { z } from 'zod';
import { ServiceError, validationError } from '../../src/kernel/errors.ts';
import { execute, type Operation } from '../../src/operations/operation.ts';
import type { GraphqlContext } from '../server/context.ts';
import type { FieldCost } from '../server/cost.ts';
import { builder } from './builder.ts';
import { envelopeOf, inputFrom, inputOptionsOf, outputOptionsOf } from './declare.ts';

type Described = Pick<Operation, 'name' | 'summary' | 'description'>;

/** A field that runs an operation: the options of Pothos. */
export interface OperationField extends ReturnType<typeof describes>, ReturnType<typeof outputOptionsOf> {
  readonly args: InputFieldMap;
  resolve(root: unknown, args: object, context: GraphqlContext): Promise<unknown>;
}

/** Describes a field by its operation. @param cost the cost of reading the field, see FieldCost. */
export function describes({ name, summary, description }: Described, cost?: FieldCost) {
  return {
    description: [`${summary}.`, description].filter(Boolean).join(' '),
    extensions: { operation: name, ...(cost && { cost }) },
  };
}

/** Runs an operation with the arguments of its field, which are the fields of its input. */
export function runs<I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<I, O>,
  cost?: FieldCost,
): OperationField {
  const shape = operation.input instanceof z.ZodObject ? operation.input.shape : {};
  const entries = Object.entries(shape).map(([name, field]) => [name, inputOptionsOf(name, field)] as const);
  return {
    ...describes(operation, cost),
    ...outputOptionsOf(operation.name, operation.output),
    args: builder.args((t) => Object.fromEntries(entries.map(([name, options]) => [name, t.field(options)]))),
    resolve: (_root, args, { state }) => execute(operation, state, args),
  };
}

/** Runs an operation with the one argument `input` of its field. */
export function runsInput<S extends z.ZodRawShape, O extends z.ZodType>(
  operation: Operation<z.ZodObject<S>, O>,
): OperationField {
  const { name, input: schema } = operation;
  const type = inputFrom(`${name.charAt(0).toUpperCase()}${name.slice(1)}Input`, schema);
  return {
    ...runs(operation),
    args: builder.args((t) => ({ input: t.field({ type, required: true }) })),
    resolve: (_root, { input }: { readonly input: object }, { state }) => execute(operation, state, input),
  };
}

/**
 * The same error, naming the arguments of a GraphQL field in place of the fields of the input.
 * @param names the argument of each field that has another name.
 */
export function withArgument(error: unknown, names: Readonly<Record<string, string>>): unknown {
  if (!(error instanceof ServiceError) || error.type !== 'error_validation') return error;
  const { fields = [] } = error.details;
  return validationError(
    fields.map((field) => {
      const path = names[field.path] ?? field.path;
      return { ...field, path, message: path + field.message.slice(field.path.length) };
    }),
  );
}

/** The same field with its answer in the envelope. */
export function inEnvelope(field: OperationField): OperationField {
  return {
    ...field,
    type: envelopeOf(String(field.type)),
    async resolve(root, args, context) {
      const { envelopes, startedAt } = context.state;
      return envelopes.success(await field.resolve(root, args, context), startedAt);
    },
  };
}
