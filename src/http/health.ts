import type { Envelopes } from '../operations/envelope.ts';
import type { OpenRoute, RequestContext } from './surface.ts';

/** The state of one thing that the service depends on. */
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
 * `/healthz`: the process responds. `/readyz`: it can also do its work, else 503 with the failed checks.
 * Neither response contains anything secret.
 */
export function createHealthRoutes({ envelopes, checkReadiness }: HealthOptions): readonly OpenRoute[] {
  function write(ctx: RequestContext, status: number, data: unknown): void {
    ctx.status = status;
    ctx.set('Cache-Control', 'no-store');
    ctx.set('Content-Type', 'application/json; charset=utf-8');
    ctx.body = `${JSON.stringify({ ...envelopes.success(data, ctx.state.startedAt), status })}\n`;
  }

  const shared = { methods: ['GET', 'HEAD'], authentication: 'none' } as const;
  return [
    { ...shared, path: '/healthz', handle: (ctx) => write(ctx, 200, { status: 'ok' }) },
    {
      ...shared,
      path: '/readyz',
      async handle(ctx) {
        const checks = await checkReadiness();
        const isReady = Object.values(checks).every(({ ok }) => ok);
        if (!isReady) ctx.set('Retry-After', '1');
        write(ctx, isReady ? 200 : 503, { status: isReady ? 'ok' : 'unavailable', checks });
      },
    },
  ];
}
