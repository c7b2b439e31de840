import { initTRPC } from '@trpc/server';
import type { z } from 'zod';
import type { DescribeFailure, Envelope, Envelopes } from '../../operations/envelope.ts';
import {
  type Call,
  execute,
  type Operation,
  type Subscription,
  subscribe,
} from '../../operations/operation.ts';
import type { Caller } from '../../operations/permissions.ts';
import { rpcCodeOf, toException } from './errors.ts';

/** The request as a procedure sees it. */
export interface TrpcContext extends Call<Caller> {
  readonly envelopes: Envelopes;
  readonly startedAt: number;
  /** Called for each failure before its response is written. */
  readonly describeFailure: DescribeFailure;
}

const PING_INTERVAL_MS = 15_000;
/** A client that gets no ping for this long reconnects. */
const SILENCE_LIMIT_MS = 45_000;

/** The meta of a procedure names the operation that it runs. */
const t = initTRPC
  .context<TrpcContext>()
  .meta<{ readonly operation: string }>()
  .create({
    // tRPC would show the stack of an unexpected error.
    isDev: false,
    sse: {
      ping: { enabled: true, intervalMs: PING_INTERVAL_MS },
      client: { reconnectAfterInactivityMs: SILENCE_LIMIT_MS },
    },
    errorFormatter({ error, ctx }) {
      const exception = toException(error);
      // Without a context, the whole request fails.
      if (!ctx) throw exception;
      const failure = ctx.describeFailure(exception);
      return {
        message: failure.error.message,
        code: rpcCodeOf(failure.error.type),
        data: ctx.envelopes.extensions(failure, ctx.startedAt),
      };
    },
  });

export const { router } = t;

function procedure({ name }: { readonly name: string }) {
  return t.procedure.meta({ operation: name });
}

/** A query procedure over one operation. */
export function query<I extends z.ZodType, O extends z.ZodType, C extends Caller>(
  operation: Operation<I, O, C>,
) {
  return procedure(operation)
    .input(asSent(operation))
    .query(({ ctx, input }) => respond(ctx, operation, input));
}

/** A mutation procedure over one operation. */
export function mutation<I extends z.ZodType, O extends z.ZodType, C extends Caller>(
  operation: Operation<I, O, C>,
) {
  return procedure(operation)
    .input(asSent(operation))
    .mutation(({ ctx, input }) => respond(ctx, operation, input));
}

/** A subscription procedure over one subscription. */
export function subscription<I extends z.ZodType, O extends z.ZodType, C extends Caller>(
  operation: Subscription<I, O, C>,
) {
  return procedure(operation)
    .input(asSent(operation))
    .subscription(({ ctx, input, signal = new AbortController().signal }) =>
      subscribe(operation, ctx, { input: withoutLastEvent(input), signal }),
    );
}

/** tRPC adds the id of the last event to the input of a client that reconnects. Its streams have no such ids. */
function withoutLastEvent(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || !('lastEventId' in input)) return input;
  const { lastEventId: _, ...rest } = input;
  return rest;
}

/** Types the input for clients. `execute` validates it, after the role. */
function asSent<I extends z.ZodType>(_operation: { readonly input: I }): (value: unknown) => z.input<I> {
  return (value) => value as z.input<I>;
}

async function respond<I extends z.ZodType, O extends z.ZodType, C extends Caller>(
  ctx: TrpcContext,
  operation: Operation<I, O, C>,
  input: unknown,
): Promise<Envelope<z.output<O>>> {
  const data = await execute(operation, ctx, input);
  return ctx.envelopes.success(data, ctx.startedAt);
}
