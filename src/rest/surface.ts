import Router from '@koa/router';
import { ServiceError, validationError } from '../domain/errors.ts';
import { parseForm } from '../http/form.ts';
import type { RequestContext, RequestState, Surface } from '../http/mount.ts';
import type { Envelopes } from '../operations/envelope.ts';
import { execute } from '../operations/operation.ts';
import type { Services } from '../operations/ports.ts';
import { inputFromText, refuseRepeatedKeys } from './input.ts';
import { type Route, routes } from './routes.ts';

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** The form-encoded door of the specification. It owns every path that no other surface does. */
export function createRestSurface(services: Services, envelopes: Envelopes): Surface {
  const router = new Router<RequestState>({ sensitive: true, strict: true });
  const byPath = new Map(routes.map((route) => [route.path, route]));
  for (const route of routes) router[route.method](route.path, (ctx) => answer(ctx, route));
  const dispatch = router.routes();

  async function answer(ctx: RequestContext & { params: Record<string, string> }, { operation }: Route) {
    const { principal, startedAt } = ctx.state;
    if (!principal) throw new Error('a request reached its operation without authentication');
    const input = { ...readInput(ctx), ...ctx.params };
    const data = await execute(operation, { principal, services }, input);
    write(ctx, 200, envelopes.success(data, startedAt));
  }

  return {
    name: 'rest',
    owns: () => true,
    bodyTypes: [FORM_TYPE, JSON_TYPE],
    locate(method, path) {
      const { path: layers, pathAndMethod } = router.match(path, method);
      const pattern = pathAndMethod.at(-1)?.path;
      if (typeof pattern === 'string')
        return { route: pattern, acceptsPlainSign: byPath.get(pattern)?.acceptsPlainSign === true };
      if (layers.length === 0)
        throw new ServiceError(
          'error_route_not_found',
          'There is no such route. Check the path and its version, /v1.',
        );
      const allow = [...new Set(layers.flatMap((layer) => layer.methods))];
      throw new ServiceError('error_method_not_allowed', `This route takes ${allow.join(' and ')}.`, {
        allow,
      });
    },
    async handle(ctx) {
      await dispatch(ctx as Parameters<typeof dispatch>[0], async () => {});
    },
    writeFailure(ctx, failure) {
      write(ctx, failure.status, envelopes.failure(failure, ctx.state.startedAt));
    },
  };
}

function readInput(ctx: RequestContext): Record<string, unknown> {
  if (ctx.method === 'GET' || ctx.method === 'HEAD') return inputFromText(parseForm(ctx.querystring));
  const body: unknown = ctx.request.body;
  if (ctx.is(FORM_TYPE)) return inputFromText(Object(body));
  if (Array.isArray(body))
    throw validationError([{ path: 'body', message: 'The body must be one JSON object.' }]);
  refuseRepeatedKeys(ctx.state.rawBody.toString('utf8'));
  return Object(body);
}

function write(ctx: RequestContext, status: number, envelope: unknown): void {
  ctx.status = status;
  ctx.set('Content-Type', 'application/json; charset=utf-8');
  ctx.set('Cache-Control', 'no-store');
  ctx.body = JSON.stringify(envelope);
}
