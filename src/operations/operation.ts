import type { z } from 'zod';
import { type FieldProblem, ServiceError, validationError } from '../domain/errors.ts';
import type { Dependencies } from './dependencies.ts';
import {
  type Caller,
  mayRun,
  type OperationName,
  type OperationOf,
  type Payer,
  PERMISSIONS,
  type Principal,
} from './permissions.ts';

/** What a running operation sees: who asks, and all it may reach. */
export interface Context<C extends Caller = Principal> {
  readonly principal: C;
  readonly dependencies: Dependencies;
}

/** A use case, defined once for every surface. Its roles stand in PERMISSIONS under its name. */
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

/** Keeps the types of one definition. */
export function defineOperation<I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<I, O>,
): Operation<I, O> {
  return operation;
}

/** The same for what payers run. */
export function definePayerOperation<I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<I, O, Payer>,
): Operation<I, O, Payer> {
  return operation;
}

/** A use case that goes on telling, until its signal aborts. */
export interface Subscription<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  C extends Caller = Principal,
> {
  readonly name: OperationOf<C>;
  readonly input: I;
  readonly output: O;
  /** Resolves once everything that happens from then on will be told. */
  run(context: Context<C>, input: z.output<I>, signal: AbortSignal): Promise<AsyncIterable<z.output<O>>>;
}

/** Keeps the types of one definition. */
export function defineSubscription<I extends z.ZodType, O extends z.ZodType>(
  subscription: Subscription<I, O>,
): Subscription<I, O> {
  return subscription;
}

/** The same for what payers run. */
export function definePayerSubscription<I extends z.ZodType, O extends z.ZodType>(
  subscription: Subscription<I, O, Payer>,
): Subscription<I, O, Payer> {
  return subscription;
}

/**
 * The only way into an operation: role, then input, then run.
 * @throws ServiceError not_authorized, error_validation, or what the operation refuses with.
 */
export async function execute<I extends z.ZodType, O extends z.ZodType, C extends Caller>(
  operation: Operation<I, O, C>,
  context: Context<Caller>,
  rawInput: unknown,
): Promise<z.output<O>> {
  const input = admit(operation, context, rawInput);
  return operation.run(asCallerOf(operation, context), input);
}

/** The only way into a subscription, with the same checks before its first word. */
export async function subscribe<I extends z.ZodType, O extends z.ZodType, C extends Caller>(
  subscription: Subscription<I, O, C>,
  context: Context<Caller>,
  request: { readonly input: unknown; readonly signal: AbortSignal },
): Promise<AsyncIterable<z.output<O>>> {
  const input = admit(subscription, context, request.input);
  return subscription.run(asCallerOf(subscription, context), input, request.signal);
}

/** After `admit`, the role has told what kind of caller this is: see OperationOf. */
function asCallerOf<C extends Caller>(
  _admitted: { readonly name: OperationOf<C> },
  context: Context<Caller>,
): Context<C> {
  return context as Context<C>;
}

/**
 * The checks before an operation runs: the role, then the input.
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
  if (!parsed.success) throw validationError(parsed.error.issues.map(toFieldProblem));
  return parsed.data;
}

function notAuthorized(principal: Caller, name: OperationName): ServiceError {
  const roles = PERMISSIONS[name].join(' or ');
  return new ServiceError(
    'not_authorized',
    `A key with the role ${principal.role} may not run ${name}. Use a key with the role ${roles}.`,
  );
}

function toFieldProblem(issue: z.core.$ZodIssue): FieldProblem {
  const path = issue.path.join('.');
  return { path, message: path === '' ? issue.message : `${path} ${issue.message}` };
}
