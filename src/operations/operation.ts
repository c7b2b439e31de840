import type { z } from 'zod';
import { type FieldProblem, ServiceError, validationError } from '../domain/errors.ts';
import type { Dependencies } from './dependencies.ts';
import {
  type Caller,
  type CallerOf,
  mayRun,
  type OperationName,
  type OperationOf,
  PERMISSIONS,
  type Principal,
} from './permissions.ts';
import { unknownParameters } from './unknown-parameters.ts';

/** The caller of a running operation, and everything the operation can reach. */
export interface Context<C extends Caller = Principal> {
  readonly principal: C;
  readonly dependencies: Dependencies;
}

/** A use case, defined once for every surface. PERMISSIONS lists its roles under its name. */
export interface Operation<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  C extends Caller = Principal,
> {
  readonly name: OperationOf<C>;
  readonly kind: 'query' | 'command';
  readonly input: I;
  readonly output: O;
  run(context: Context<C>, input: z.output<I>): Promise<z.output<O>>;
}

/** A use case that streams outputs until its signal aborts. */
export interface Subscription<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  C extends Caller = Principal,
> {
  readonly name: OperationOf<C>;
  readonly kind: 'subscription';
  readonly input: I;
  readonly output: O;
  /** Resolves once the subscription is active: nothing that happens later is missed. */
  run(context: Context<C>, input: z.output<I>, signal: AbortSignal): Promise<AsyncIterable<z.output<O>>>;
}

/** Checks and keeps the types of a definition. Its name determines the kind of caller: see PERMISSIONS. */
export function define<N extends OperationName, I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<I, O, CallerOf<N>> & { readonly name: N },
): Operation<I, O, CallerOf<N>>;
export function define<N extends OperationName, I extends z.ZodType, O extends z.ZodType>(
  subscription: Subscription<I, O, CallerOf<N>> & { readonly name: N },
): Subscription<I, O, CallerOf<N>>;
export function define(definition: unknown): unknown {
  return definition;
}

/**
 * Runs an operation: checks the role, then the input.
 * @throws ServiceError not_authorized, error_validation, or a refusal of the operation.
 */
export async function execute<I extends z.ZodType, O extends z.ZodType, C extends Caller>(
  operation: Operation<I, O, C>,
  context: Context<Caller>,
  rawInput: unknown,
): Promise<z.output<O>> {
  const input = admit(operation, context, rawInput);
  return operation.run(narrowContext(operation, context), input);
}

/**
 * Starts a subscription, with the checks of `execute` before its first output.
 * @throws ServiceError not_authorized, error_validation, or a refusal of the subscription.
 */
export async function subscribe<I extends z.ZodType, O extends z.ZodType, C extends Caller>(
  subscription: Subscription<I, O, C>,
  context: Context<Caller>,
  request: { readonly input: unknown; readonly signal: AbortSignal },
): Promise<AsyncIterable<z.output<O>>> {
  const input = admit(subscription, context, request.input);
  return subscription.run(narrowContext(subscription, context), input, request.signal);
}

/** The role check of `admit` has established the kind of caller: no role belongs to both kinds. */
function narrowContext<C extends Caller>(
  _admitted: { readonly name: OperationOf<C> },
  context: Context<Caller>,
): Context<C> {
  return context as Context<C>;
}

/**
 * Checks the role of the caller and reads the input, without running the operation.
 * @throws ServiceError not_authorized or error_validation.
 */
export function admit<I extends z.ZodType>(
  { name, input }: { readonly name: OperationName; readonly input: I },
  { principal }: Context<Caller>,
  rawInput: unknown,
): z.output<I> {
  if (!mayRun(principal.role, name)) throw notAuthorized(principal, name);
  // A call without input leaves every field out.
  const parsed = input.safeParse(rawInput ?? {});
  if (!parsed.success)
    throw validationError(parsed.error.issues.flatMap((issue) => toFieldProblems(issue, input)));
  return parsed.data;
}

function notAuthorized(principal: Caller, name: OperationName): ServiceError {
  const roles = PERMISSIONS[name].join(' or ');
  return new ServiceError(
    'not_authorized',
    `A key with the role ${principal.role} may not run ${name}. Use a key with the role ${roles}.`,
  );
}

function toFieldProblems(issue: z.core.$ZodIssue, input: z.ZodType): readonly FieldProblem[] {
  if (issue.code === 'unrecognized_keys') return unknownParameters(issue.keys, input);
  const path = issue.path.join('.');
  return [{ path, message: path === '' ? issue.message : `${path} ${issue.message}` }];
}
