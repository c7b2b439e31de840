import { createStaticContent, type StaticContent, writeStatic } from '../../http/static.ts';
import type { OpenRoute } from '../../http/surface.ts';
import type { OpenApiOptions } from './document.ts';

/** The OpenAPI document. It is built on the first request, since most processes never get one. */
export function createOpenApiRoutes(options: OpenApiOptions): readonly OpenRoute[] {
  let document: Promise<StaticContent> | undefined;
  async function print(): Promise<StaticContent> {
    const { createOpenApiDocument } = await import('./document.ts');
    const text = `${JSON.stringify(createOpenApiDocument(options))}\n`;
    return createStaticContent('application/json; charset=utf-8', text);
  }
  return [
    {
      path: '/openapi.json',
      methods: ['GET', 'HEAD'],
      authentication: 'none',
      async handle(ctx) {
        // A failure is not kept: the next request tries again.
        document ??= print().catch((error: unknown) => {
          document = undefined;
          throw error;
        });
        await writeStatic(ctx, await document, 'no-cache');
      },
    },
  ];
}
