import type { OpenRoute } from '../../http/surface.ts';
import type { OpenApiOptions } from './document.ts';

/** The OpenAPI document. It is made at the first request, since few processes are ever asked for it. */
export function createOpenApiRoutes(options: OpenApiOptions): readonly OpenRoute[] {
  let text: Promise<string> | undefined;
  async function write(): Promise<string> {
    const { createOpenApiDocument } = await import('./document.ts');
    return `${JSON.stringify(createOpenApiDocument(options))}\n`;
  }
  return [
    {
      path: '/openapi.json',
      methods: ['GET', 'HEAD'],
      authentication: 'none',
      async handle(ctx) {
        // A failure is not kept: the next request tries again.
        text ??= write().catch((error: unknown) => {
          text = undefined;
          throw error;
        });
        ctx.set('Cache-Control', 'no-store');
        ctx.type = 'application/json; charset=utf-8';
        ctx.body = await text;
      },
    },
  ];
}
