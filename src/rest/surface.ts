import Router from '@koa/router';
import { ServiceError } from '../domain/errors.ts';
import { FORM_TYPE } from '../http/form.ts';
import type { RequestContext, RequestState, Surface, Target } from '../http/mount.ts';
import type { Envelopes } from '../operations/envelope.ts';
import { execute } from '../operations/operation.ts';
import type { Services } from '../operations/ports.ts';
import { fieldReader, type ReadFields } from '../operations/text.ts';
import { readInput } from './input.ts';
import { type Route, routes } from './routes.ts';

const JSON_TYPE = 'application/json';

/** The form-encoded door of the specification. It owns every path that no other surface does. */
export function createRestSurface(services: Services, envelopes: Envelopes): Surface {
  const router = new Router<RequestState>({ sensitive: true, strict: true });
  const targets = new Map<string, Target>();
  for (const route of routes) {
    const readText = fieldReader(route.operation.input);
    router[route.method](route.path, (ctx) => answer(ctx, route, readText));
    const target = { route: route.path, acceptsPlainSign: route.acceptsPlainSign === true };
    targets.set(`${route.method.toUpperCase()} ${route.path}`, target);
  }
  const dispatch = router.routes();

  async function answer(ctx: RoutedContext, { operation }: Route, readText: ReadFields) {
    const { principal, startedAt } = ctx.state;
    if (!principal) throw new Error('a request reached its operation without authentication');
    const data = await execute(operation, { principal, services }, inputOf(ctx, readText));
    write(ctx, 200, envelopes.success(data, startedAt));
  }

  return {
    name: 'rest',
    owns: () => true,
    bodyTypes: [FORM_TYPE, JSON_TYPE],
    locate(method, path) {
      // Most requests name a route without parameters: no pattern needs to be tried.
      const known = targets.get(`${method} ${path}`);
      if (known) return known;
      const { path: layers, pathAndMethod } = router.match(path, method);
      const [layer] = pathAndMethod;
      if (layer) {
        const target = layer.methods.map((name) => targets.get(`${name} ${layer.path}`)).find(Boolean);
        if (target) return target;
      }
      if (layers.length === 0)
        throw new ServiceError(
          'error_route_not_found',
          'There is no such route. Check the path and its version, /v1.',
        );
      const allow = [...new Set(layers.flatMap((layer) => layer.methods))].sort();
      const taken = allow.filter((name) => name !== 'HEAD').join(' and ');
      throw new ServiceError('error_method_not_allowed', `This route takes ${taken}.`, { allow });
    },
    async handle(ctx) {
      await dispatch(ctx as Parameters<typeof dispatch>[0], async () => {});
    },
    writeFailure(ctx, failure) {
      write(ctx, failure.status, envelopes.failure(failure, ctx.state.startedAt));
    },
  };
}

type RoutedContext = RequestContext & { readonly params: Readonly<Record<string, string>> };

function inputOf(ctx: RoutedContext, readText: ReadFields): Record<string, unknown> {
  const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
  // A path that names one thing leaves nothing to ask for in the query.
  if (isRead && Object.keys(ctx.params).length > 0) return { ...ctx.params };
  return Object.assign(readInput(ctx, readText), ctx.params);
}

function write(ctx: RequestContext, status: number, envelope: unknown): void {
  ctx.status = status;
  ctx.set('Content-Type', 'application/json; charset=utf-8');
  ctx.set('Cache-Control', 'no-store');
  ctx.body = JSON.stringify(envelope);
}
