import { z } from 'zod';
import { type ErrorType, ServiceError, validationError } from '../kernel/errors.ts';
import type { Dependencies } from './dependencies.ts';
import { problemsOf } from './field-problems.ts';
import { type Meta, metaOf, noteSubject, type Origin, type Subject } from './meta.ts';
import { type Caller, type CallerOf, type Permission, type Principal, refusedMode } from './permissions.ts';

/** The call of an operation: who calls, and everything that the operation can reach. */
export interface Call<C extends Caller = Principal> {
  readonly principal: C;
  readonly origin: Origin;
  readonly dependencies: Dependencies;
  /** Collects the names of the operations of one request, for the log. */
  readonly operations?: Set<string> | undefined;
  /** Records the transaction that the request is about, for the log. */
  readonly subject?: Subject | undefined;
  /** Whether the client has disconnected; undefined for callers that cannot disconnect. */
  readonly hasLeft?: (() => boolean) | undefined;
  /** The points that each output of a subscription costs; 1 by default. */
  readonly pointsPerEvent?: number | undefined;
}

/** What an operation receives when it runs. */
export interface Context<C extends Caller = Principal> extends Call<C> {
  readonly meta: Meta;
}

/** The description of a use case, written once for every surface. */
interface Described<I extends z.ZodType, O extends z.ZodType, C extends Caller> extends Permission {
  readonly name: string;
  readonly roles: readonly C['role'][];
  /** The title of the operation: 'Create a deposit'. */
  readonly summary: string;
  /** What else callers should know, in sentences. */
  readonly description?: string;
  /** The errors that it can have, in addition to those of every signed call. */
  readonly refusals?: readonly ErrorType[];
  /** Each field has a description: `.describe()`. */
  readonly input: I;
  readonly output: O;
  /** An input that a service with demo data can be sent. See exampleOf. */
  readonly example?: Partial<z.input<I>>;
}

/** A use case, defined once for every surface. */
export interface Operation<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  C extends Caller = Principal,
> extends Described<I, O, C> {
  readonly kind: 'query' | 'command';
  /** Whether a repeat of this command changes nothing more. Every other command accepts each timed sign once. */
  readonly isIdempotent?: true | ((input: z.output<I>) => boolean);
  /** The points of the rate limit that an output costs beyond the one of its request; none by default. */
  readonly cost?: (output: z.output<O>) => number;
  run(context: Context<C>, input: z.output<I>): Promise<z.output<O>>;
}

/** A use case that streams outputs until its signal aborts. */
export interface Subscription<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  C extends Caller = Principal,
> extends Described<I, O, C> {
  readonly kind: 'subscription';
  /** Resolves once the subscription is active: nothing that happens later is missed. */
  run(context: Context<C>, input: z.output<I>, signal: AbortSignal): Promise<AsyncIterable<z.output<O>>>;
}

/** Checks and keeps the types of a definition. Its roles determine the kind of caller. */
export function operation<R extends Caller['role'], I extends z.ZodType, O extends z.ZodType>(
  definition: Operation<I, O, CallerOf<R>> & { readonly roles: readonly R[] },
): Operation<I, O, CallerOf<R>>;
export function operation<R extends Caller['role'], I extends z.ZodType, O extends z.ZodType>(
  definition: Subscription<I, O, CallerOf<R>> & { readonly roles: readonly R[] },
): Subscription<I, O, CallerOf<R>>;
export function operation(definition: unknown): unknown {
  return definition;
}

/** Whether an operation accepts each timed sign once: a repeat of the request would change something more. */
export function takesSignOnce<I extends z.ZodType>(
  { kind, isIdempotent = () => false }: Pick<Operation<I>, 'kind' | 'isIdempotent'>,
  input: z.output<I>,
): boolean {
  return kind === 'command' && isIdempotent !== true && !isIdempotent(input);
}

/**
 * The number of items that cost one point of the rate limit. An item takes about 0.07 ms, so with the default limit a
 * key uses at most a quarter of a core for them.
 */
const ITEMS_PER_POINT = 3;

/** The cost of an output with this many items. */
export function costOfItems(count: number): number {
  return Math.floor(count / ITEMS_PER_POINT);
}

/**
 * Runs an operation: checks the role, then the input, then whether the sign may still be used. The cost of the output is
 * taken from the caller's rate limit.
 * @throws ServiceError not_authorized, error_validation, error_invalid_sign, or a refusal of the operation.
 */
export async function execute<I extends z.ZodType, O extends z.ZodType, C extends Caller>(
  operation: Operation<I, O, C>,
  call: Call<Caller>,
  rawInput: unknown,
): Promise<z.output<O>> {
  const input = admit(operation, call, rawInput);
  if (takesSignOnce(operation, input)) await useSign(call.principal);
  noteSubject(call.subject, input);
  const output = await operation.run(contextOf(operation, call), input);
  noteSubject(call.subject, output);
  if (operation.cost) await chargeOutput(call, operation.cost(output));
  return output;
}

async function chargeOutput({ principal, dependencies }: Call<Caller>, points: number): Promise<void> {
  if (points > 0 && principal.role !== 'payer') await dependencies.rate.owe(principal.client.id, points);
}

/**
 * Starts a subscription, with the checks of `execute` before its first output.
 * @throws ServiceError not_authorized, error_validation, or a refusal of the subscription.
 */
export async function subscribe<I extends z.ZodType, O extends z.ZodType, C extends Caller>(
  subscription: Subscription<I, O, C>,
  call: Call<Caller>,
  request: { readonly input: unknown; readonly signal: AbortSignal },
): Promise<AsyncIterable<z.output<O>>> {
  const input = admit(subscription, call, request.input);
  return subscription.run(contextOf(subscription, call), input, request.signal);
}

/** Uses up the sign of the request. A payer and the command line have none. */
async function useSign(caller: Caller): Promise<void> {
  if (caller.role !== 'payer') await caller.useSign?.();
}

/** The role check of `admit` has established the kind of caller: no role belongs to both kinds. */
function contextOf<C extends Caller>(
  { name }: { readonly name: string; readonly roles: readonly C['role'][] },
  call: Call<Caller>,
): Context<C> {
  return Object.assign({}, call as Call<C>, { meta: metaOf(call, name) });
}

/**
 * Checks the role of the caller and reads the input, without running the operation.
 * @throws ServiceError not_authorized or error_validation.
 */
export function admit<I extends z.ZodType>(
  operation: Permission & Pick<Operation<I> | Subscription<I>, 'name' | 'kind' | 'input'>,
  { principal, operations }: Call<Caller>,
  sent: unknown,
): z.output<I> {
  const { name, kind, roles, input } = operation;
  operations?.add(name);
  if (!roles.includes(principal.role)) throw notAuthorized(principal, operation);
  const mode = refusedMode(principal, operation);
  if (mode) throw wrongMode(mode, name);
  // A call without input leaves every field out.
  const rawInput = kind === 'command' ? (sent ?? {}) : withoutNulls(input, sent ?? {});
  const parsed = input.safeParse(rawInput);
  if (!parsed.success) throw validationError(problemsOf(parsed.error.issues, input, rawInput));
  return parsed.data;
}

/**
 * Many clients send null for a parameter that they leave out. Null is kept where the operation gives it a meaning. A
 * command says itself which fields may be null: if null counted as left out, a guard or an amount could be lost.
 */
function withoutNulls(schema: z.ZodType, sent: unknown): unknown {
  if (!(schema instanceof z.ZodObject) || typeof sent !== 'object' || sent === null) return sent;
  const isLeftOut = ([name, value]: [string, unknown]) =>
    value === null && Object.hasOwn(schema.shape, name) && !z.safeParse(schema.shape[name], null).success;
  const fields = Object.entries(sent);
  return fields.some(isLeftOut) ? Object.fromEntries(fields.filter((field) => !isLeftOut(field))) : sent;
}

function notAuthorized(
  principal: Caller,
  { name, roles }: Permission & { readonly name: string },
): ServiceError {
  return new ServiceError(
    'not_authorized',
    `A key with the role ${principal.role} may not run ${name}. Use a key with the role ${roles.join(' or ')}.`,
  );
}

function wrongMode(mode: 'test' | 'live', name: string): ServiceError {
  return new ServiceError(
    'not_authorized',
    mode === 'test'
      ? `${name} is for test keys alone: with a live key, only the desk decides about money. Use a test key.`
      : `A test key may not run ${name}: it concerns real money or the whole service. Use a live key.`,
  );
}
