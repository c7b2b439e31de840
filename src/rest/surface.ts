import { FORM_TYPE } from '../http/form.ts';
import type { RequestContext, Surface } from '../http/surface.ts';
import type { Dependencies } from '../operations/dependencies.ts';
import type { Envelopes } from '../operations/envelope.ts';
import { execute } from '../operations/operation.ts';
import { readInput } from './input.ts';
import { createLocate, isRestTarget } from './locate.ts';
import { routes } from './routes.ts';

const JSON_TYPE = 'application/json';

/** The form-encoded door of the specification. It owns every path that no other surface does. */
export function createRestSurface(dependencies: Dependencies, envelopes: Envelopes): Surface {
  return {
    name: 'rest',
    owns: () => true,
    bodyTypes: [FORM_TYPE, JSON_TYPE],
    locate: createLocate(routes),
    async handle(ctx) {
      const { principal, startedAt, target } = ctx.state;
      if (!principal) throw new Error('a request reached its operation without authentication');
      if (!isRestTarget(target)) throw new Error('a request reached REST without a route');
      const data = await execute(target.operation, { principal, dependencies }, readInput(ctx, target));
      write(ctx, 200, envelopes.success(data, startedAt));
    },
    writeFailure(ctx, failure) {
      write(ctx, failure.status, envelopes.failure(failure, ctx.state.startedAt));
    },
  };
}

function write(ctx: RequestContext, status: number, envelope: unknown): void {
  ctx.status = status;
  ctx.set('Content-Type', 'application/json; charset=utf-8');
  ctx.set('Cache-Control', 'no-store');
  ctx.body = JSON.stringify(envelope);
}
