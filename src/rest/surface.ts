import Router from '@koa/router';
import { ServiceError, validationError } from '../domain/errors.ts';
import { FORM_TYPE, parseForm } from '../http/form.ts';
import { scanJson, withPlainNumbers } from '../http/json.ts';
import type { RequestContext, RequestState, Surface, Target } from '../http/mount.ts';
import type { Envelopes } from '../operations/envelope.ts';
import { execute } from '../operations/operation.ts';
import type { Services } from '../operations/ports.ts';
import { inputFromText, refuseRepeated } from './input.ts';
import { type Route, routes } from './routes.ts';

const JSON_TYPE = 'application/json';

/** The form-encoded door of the specification. It owns every path that no other surface does. */
export function createRestSurface(services: Services, envelopes: Envelopes): Surface {
  const router = new Router<RequestState>({ sensitive: true, strict: true });
  const targets = new Map<string, Target>();
  for (const route of routes) {
    router[route.method](route.path, (ctx) => answer(ctx, route));
    const target = { route: route.path, acceptsPlainSign: route.acceptsPlainSign === true };
    targets.set(`${route.method.toUpperCase()} ${route.path}`, target);
  }
  const dispatch = router.routes();

  async function answer(ctx: RoutedContext, { operation }: Route) {
    const { principal, startedAt } = ctx.state;
    if (!principal) throw new Error('a request reached its operation without authentication');
    const data = await execute(operation, { principal, services }, readInput(ctx));
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

function readInput(ctx: RoutedContext): Record<string, unknown> {
  const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
  // A path that names one thing leaves nothing to ask for in the query.
  if (isRead && Object.keys(ctx.params).length > 0) return { ...ctx.params };
  if (isRead) return inputFromText(parseForm(ctx.querystring));
  return Object.assign(readBodyInput(ctx), ctx.params);
}

function readBodyInput(ctx: RoutedContext): Record<string, unknown> {
  if (ctx.state.rawBody.length === 0) return {};
  const body: unknown = ctx.request.body;
  if (ctx.state.mediaType === FORM_TYPE) return inputFromText(Object(body));
  if (Array.isArray(body))
    throw validationError([{ path: 'body', message: 'The body must be one JSON object.' }]);
  const text = ctx.state.rawBody.toString('utf8');
  const scan = scanJson(text);
  refuseRepeated(scan.repeatedKeys);
  return Object(withPlainNumbers(body, text, scan));
}

function write(ctx: RequestContext, status: number, envelope: unknown): void {
  ctx.status = status;
  ctx.set('Content-Type', 'application/json; charset=utf-8');
  ctx.set('Cache-Control', 'no-store');
  ctx.body = JSON.stringify(envelope);
}
