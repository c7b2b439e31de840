import { initTRPC, type TRPCError } from '@trpc/server';
import type { z } from 'zod';
import { ServiceError } from '../domain/errors.ts';
import { type Envelope, type Envelopes, type Failure, toFailure } from '../operations/envelope.ts';
import {
  type Context,
  execute,
  type Operation,
  type Subscription,
  subscribe,
} from '../operations/operation.ts';

/** What a procedure sees of its request. */
export interface TrpcContext extends Context {
  readonly envelopes: Envelopes;
  readonly startedAt: number;
  /** Puts an exception into the log under the id that the caller is shown. */
  readonly report: (exception: unknown, errorId: string) => void;
  /** Told of the failure that is about to be answered. */
  readonly onFailure: (failure: Failure) => void;
}

const PING_INTERVAL_MS = 15_000;

const t = initTRPC.context<TrpcContext>().create({
  // tRPC would show the stack of an unexpected error.
  isDev: false,
  sse: { ping: { enabled: true, intervalMs: PING_INTERVAL_MS } },
  errorFormatter({ shape, error, ctx }) {
    if (!ctx) throw new Error('a failure came before the context, which cannot fail');
    const failure = toFailure(toException(error), ctx.report);
    ctx.onFailure(failure);
    const data = ctx.envelopes.extensions(failure, ctx.startedAt);
    return { ...shape, message: failure.error.message, data };
  },
});

export const { router } = t;

/** A procedure that reads, over one operation. */
export function query<I extends z.ZodType, O extends z.ZodType>(operation: Operation<I, O>) {
  return t.procedure.input(asSent(operation)).query(({ ctx, input }) => answer(ctx, operation, input));
}

/** A procedure that changes something, over one operation. */
export function mutation<I extends z.ZodType, O extends z.ZodType>(operation: Operation<I, O>) {
  return t.procedure.input(asSent(operation)).mutation(({ ctx, input }) => answer(ctx, operation, input));
}

/** A procedure that goes on telling, over one subscription. */
export function subscription<I extends z.ZodType, O extends z.ZodType>(operation: Subscription<I, O>) {
  return t.procedure.input(asSent(operation)).subscription(async function* ({ ctx, input, signal }) {
    const stop = signal ?? new AbortController().signal;
    for await (const data of subscribe(operation, ctx, { input, signal: stop })) yield data;
  });
}

/** Types the input for clients; `execute` is what checks it, after the role. */
function asSent<I extends z.ZodType>(_operation: { readonly input: I }): (value: unknown) => z.input<I> {
  return (value) => value as z.input<I>;
}

async function answer<I extends z.ZodType, O extends z.ZodType>(
  ctx: TrpcContext,
  operation: Operation<I, O>,
  input: unknown,
): Promise<Envelope<z.output<O>>> {
  const data = await execute(operation, ctx, input);
  return ctx.envelopes.success(data, ctx.startedAt);
}

/** The exception behind what tRPC wrapped, or what tRPC's own refusals are called here. */
function toException(error: TRPCError): unknown {
  if (error.code === 'NOT_FOUND')
    return new ServiceError('error_route_not_found', 'There is no such procedure. Check its path.');
  if (error.code === 'METHOD_NOT_SUPPORTED') {
    return new ServiceError(
      'error_method_not_allowed',
      'Queries and subscriptions take GET, mutations POST.',
    );
  }
  if (error.code === 'PARSE_ERROR' || error.code === 'BAD_REQUEST')
    return new ServiceError('error_validation', 'The input must be one JSON value. Calls cannot be batched.');
  if (error.code === 'UNSUPPORTED_MEDIA_TYPE')
    return new ServiceError('error_unsupported_media_type', 'Send the input as application/json.');
  return error.cause ?? error;
}
