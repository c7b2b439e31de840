import Router from '@koa/router';
import { ServiceError } from '../domain/errors.ts';
import type { Surface, Target } from '../http/surface.ts';
import type { Operation } from '../operations/operation.ts';
import { fieldReader, type ReadFields } from '../operations/text.ts';
import type { Route } from './routes.ts';

/** A route as a request has named it. */
export interface RestTarget extends Target {
  readonly operation: Operation;
  /** Reads the fields of that operation in a form or a query. */
  readonly readText: ReadFields;
  /** What the path says, by the names in the route. */
  readonly params: Readonly<Record<string, string>>;
}

/** Whether `locate` has found it. */
export function isRestTarget(target: Target | undefined): target is RestTarget {
  return target !== undefined && 'operation' in target;
}

/**
 * Matches requests with routes, each once. A path that stands among the routes is that route, whatever else a
 * pattern would make of it: `deposit` is no transactionId.
 */
export function createLocate(routes: readonly Route[]): Surface['locate'] {
  const router = new Router({ sensitive: true, strict: true });
  const byLayer = new Map<unknown, RestTarget>();
  const byPath = new Map<string, Map<string, RestTarget>>();
  for (const route of routes) {
    const target = targetOf(route);
    if (route.path.includes(':')) {
      // The router only matches: what a match leads to is run after authentication.
      byLayer.set(router.register(route.path, [route.method], []), target);
    } else {
      const byMethod = byPath.get(route.path) ?? new Map<string, RestTarget>();
      for (const method of route.method === 'get' ? ['GET', 'HEAD'] : ['POST']) byMethod.set(method, target);
      byPath.set(route.path, byMethod);
    }
  }

  return (method, path) => {
    // Most requests name a route without parameters: no pattern needs to be tried.
    const byMethod = byPath.get(path);
    if (byMethod) return byMethod.get(method) ?? refuseMethod([...byMethod.keys()]);
    const { path: layers, pathAndMethod } = router.match(path, method);
    const [layer] = pathAndMethod;
    const target = byLayer.get(layer);
    if (layer && target) return { ...target, params: layer.params(path, layer.captures(path)) };
    if (layers.length > 0) return refuseMethod(layers.flatMap((other) => other.methods));
    throw new ServiceError(
      'error_route_not_found',
      'There is no such route. Check the path and its version, /v1.',
    );
  };
}

function targetOf({ path, operation, acceptsPlainSign }: Route): RestTarget {
  return {
    route: path,
    acceptsPlainSign: acceptsPlainSign === true,
    operation,
    readText: fieldReader(operation.input),
    params: {},
  };
}

function refuseMethod(methods: readonly string[]): never {
  const allow = [...new Set(methods)].sort();
  const taken = allow.filter((name) => name !== 'HEAD').join(' and ');
  throw new ServiceError('error_method_not_allowed', `This route takes ${taken}.`, { allow });
}
