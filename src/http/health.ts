import { ServiceError } from '../domain/errors.ts';
import type { Envelopes } from '../operations/envelope.ts';
import type { Middleware } from './surface.ts';

/** The state of one thing that the service depends on. */
export interface HealthCheck {
  readonly ok: boolean;
  readonly detail: string;
}

export interface HealthOptions {
  readonly envelopes: Envelopes;
  /** Looks at everything that must work before requests are worth sending here. */
  readonly checkReadiness: () => Promise<Readonly<Record<string, HealthCheck>>>;
}

/**
 * `GET /healthz`: the process answers. `GET /readyz`: it can also do its work, else 503 with what is wrong.
 * Both without authentication, and with nothing in them that is not for everyone.
 */
export function createHealth({ envelopes, checkReadiness }: HealthOptions): Middleware {
  return async (ctx, next) => {
    const isHealth = ctx.path === '/healthz';
    if (!isHealth && ctx.path !== '/readyz') return next();
    ctx.state.target = { route: ctx.path, acceptsPlainSign: false };
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD')
      throw new ServiceError('error_method_not_allowed', 'This route takes HEAD and GET.', {
        allow: ['HEAD', 'GET'],
      });
    const checks = isHealth ? {} : await checkReadiness();
    const ready = Object.values(checks).every((check) => check.ok);
    const data = { status: ready ? 'ok' : 'unavailable', ...(isHealth ? undefined : { checks }) };
    ctx.status = ready ? 200 : 503;
    ctx.set('Cache-Control', 'no-store');
    if (!ready) ctx.set('Retry-After', '1');
    ctx.body = { ...envelopes.success(data, ctx.state.startedAt), status: ctx.status };
  };
}
