import Router from '@koa/router';
import { ServiceError } from '../kernel/errors.ts';
import { findNearest } from '../kernel/nearest.ts';
import type { Middleware, RequestContext, RequestState, Route, Surface } from './surface.ts';

export interface RouteTableOptions {
  readonly surfaces: readonly Surface[];
  /** Writes failures for each path that matches no route and is not below the root of a surface. */
  readonly fallback: Surface;
}

type RouteMatch = Readonly<Pick<RequestState, 'surface' | 'route' | 'params'>>;

/** The routes of one path. */
interface Row {
  readonly surface: Surface;
  readonly routes: Route[];
}

const NO_PARAMS = {};
/** If more paths than this lie below one, none of them is named. */
const MAX_NAMED = 4;

/**
 * Collects the routes of all surfaces. A request that matches none of them also gets a route, which fails with
 * error_route_not_found or error_method_not_allowed.
 */
export function createRouteTable({ surfaces, fallback }: RouteTableOptions) {
  const byPath = new Map<string, Row>();
  const byPattern = new Map<string, Row>();
  for (const surface of surfaces)
    for (const route of surface.routes) {
      const rows = /[:*]/.test(route.path) ? byPattern : byPath;
      const row = rows.get(route.path);
      if (row) row.routes.push(route);
      else rows.set(route.path, { surface, routes: [route] });
    }
  // The router matches paths only: by itself it would add HEAD to every GET.
  const router = new Router({ sensitive: true, strict: true });
  const byLayer = new Map<unknown, Row>();
  for (const [pattern, row] of byPattern) byLayer.set(router.register(pattern, [], []), row);

  function selectRoute({ routes }: Row, ctx: RequestContext): Route {
    for (const route of routes)
      if (route.methods.includes(ctx.method) && (route.accepts?.(ctx) ?? true)) return route;
    const methods = routes.flatMap((route) => route.methods);
    return refuse(() => methodNotAllowed(methods, ctx.method === 'POST' ? remedyForPost(ctx.path) : ''));
  }

  /** Names the calls that a POST was probably meant for: those below a list, or the one with an almost equal path. */
  function remedyForPost(path: string): string {
    const calls = [...byPath].filter(([, { routes }]) =>
      routes.some(({ methods }) => methods.includes('POST')),
    );
    const paths = calls.map(([other]) => other).filter((other) => other !== path);
    const below = paths.filter((other) => isBelow(other, path));
    if (below.length > 0) return below.length <= MAX_NAMED ? ` POST is for ${below.join(' and ')}.` : '';
    const nearest = findNearest(path, paths, (other) => other);
    return nearest ? ` Did you mean POST ${nearest}?` : '';
  }

  return (ctx: RequestContext): RouteMatch => {
    const { path, method } = ctx;
    // Most requests name a path without parameters: no pattern needs to be tried.
    const row = byPath.get(path);
    if (row) return { surface: row.surface, route: selectRoute(row, ctx), params: NO_PARAMS };
    const [layer] = router.match(path, method).path;
    const patternRow = byLayer.get(layer);
    if (layer && patternRow) {
      const params = layer.params(path, layer.captures(path));
      return { surface: patternRow.surface, route: selectRoute(patternRow, ctx), params };
    }
    const owner = surfaces.find((surface) => isBelow(path, surface.root)) ?? fallback;
    const route = refuse(() => owner.unknownPath?.(path) ?? routeNotFound());
    return { surface: owner, route, params: NO_PARAMS };
  };
}

/** Matches each request with its route, before anything else looks at it. */
export function createMatchRoute(options: RouteTableOptions): Middleware {
  const match = createRouteTable(options);
  return (ctx, next) => {
    const { surface, route, params } = match(ctx);
    const { state } = ctx;
    state.surface = surface;
    state.route = route;
    state.routeName = route.name ?? route.path;
    state.params = params;
    return next();
  };
}

function isBelow(path: string, root: string | undefined): boolean {
  return root !== undefined && `${path}/`.startsWith(`${root}/`);
}

/**
 * A route for a request that matches none. It reads no body and needs no credentials. The intended path is searched for
 * when it runs: by then, targets that take long to parse have been refused.
 */
function refuse(failureOf: () => ServiceError): Route {
  return {
    path: 'unmatched',
    methods: [],
    authentication: 'none',
    handle() {
      throw failureOf();
    },
  };
}

function routeNotFound(): ServiceError {
  return new ServiceError('error_route_not_found', 'There is no such route. All paths are in /openapi.json.');
}

function methodNotAllowed(methods: readonly string[], cure: string): ServiceError {
  const allow = [...new Set(methods)].sort();
  const taken = allow.filter((name) => name !== 'HEAD').join(' and ');
  return new ServiceError('error_method_not_allowed', `This route takes ${taken}.${cure}`, { allow });
}
