import { ServiceError } from '../kernel/errors.ts';
import { type Envelopes, toFailure } from '../operations/envelope.ts';
import { type OpenRoute, type RequestContext, writeEnvelope } from './surface.ts';

/** The state of one dependency of the service. */
export interface HealthCheck {
  readonly ok: boolean;
  readonly detail: string;
}

interface HealthOptions {
  readonly envelopes: Envelopes;
  /** Checks everything that must work before the service can do its work. */
  readonly checkReadiness: () => Promise<Readonly<Record<string, HealthCheck>>>;
}

/**
 * `/healthz`: the process responds. `/readyz`: it can also do its work, else 503 with an `error` that names the failed
 * checks.
 * Neither response contains anything secret.
 */
export function createHealthRoutes({ envelopes, checkReadiness }: HealthOptions): readonly OpenRoute[] {
  function writeReady(ctx: RequestContext, data: unknown): void {
    writeEnvelope(ctx, 200, envelopes.success(data, ctx.state.startedAt));
  }

  /** A failure, with the checks as its data. */
  function writeUnready(ctx: RequestContext, checks: Readonly<Record<string, HealthCheck>>): void {
    const failed = Object.entries(checks).flatMap(([name, { ok, detail }]) =>
      ok ? [] : [`${name}: ${detail}`],
    );
    const message = `The service cannot do its work now. ${failed.join('; ')}.`;
    const failure = toFailure(new ServiceError('error_unavailable', message), () => {});
    ctx.set(failure.headers);
    const data = { status: 'unavailable', checks };
    writeEnvelope(ctx, failure.status, { ...envelopes.failure(failure, ctx.state.startedAt), data });
  }

  const shared = { methods: ['GET', 'HEAD'], authentication: 'none' } as const;
  return [
    { ...shared, path: '/healthz', handle: (ctx) => writeReady(ctx, { status: 'ok' }) },
    {
      ...shared,
      path: '/readyz',
      async handle(ctx) {
        const checks = await checkReadiness();
        if (Object.values(checks).every(({ ok }) => ok)) writeReady(ctx, { status: 'ok', checks });
        else writeUnready(ctx, checks);
      },
    },
  ];
}
