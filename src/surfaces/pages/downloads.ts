import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createStaticContent, type StaticContent, writeStatic } from '../../http/static.ts';
import type { OpenRoute } from '../../http/surface.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { Assets } from './assets.ts';

interface Download {
  /** The name in the folder, which is the path below the root of the service. */
  readonly file: string;
  readonly type: string;
  /** The name that a browser saves it as; missing for a text that it shows. */
  readonly savedAs?: string;
}

/** The downloads that a running service offers to people without a checkout: see src/dev/downloads.dev.ts. */
const DOWNLOADS: readonly Download[] = [
  { file: 'client.tgz', type: 'application/gzip', savedAs: 'bank-transfers-client.tgz' },
  { file: 'collection.zip', type: 'application/zip', savedAs: 'bank-transfers-collection.zip' },
  { file: 'schema.graphql', type: 'text/plain; charset=utf-8' },
];

/** The client package, the collection of requests and the GraphQL schema. Each is read at its first request. */
export function createDownloadRoutes({ downloads }: Assets): readonly OpenRoute[] {
  return DOWNLOADS.map((download) => {
    let content: StaticContent | undefined;
    return {
      path: `/${download.file}`,
      methods: ['GET', 'HEAD'],
      authentication: 'none',
      handle(ctx) {
        content ??= readContent(downloads, download);
        if (download.savedAs) ctx.set('Content-Disposition', `attachment; filename="${download.savedAs}"`);
        return writeStatic(ctx, content, 'no-cache');
      },
    };
  });
}

/** @throws ServiceError error_route_not_found if `npm run dev` runs the service and no build has created the file. */
function readContent(folder: string, { file, type, savedAs }: Download): StaticContent {
  const path = join(folder, file);
  if (!existsSync(path))
    throw new ServiceError('error_route_not_found', `npm run build makes ${file}, and has not run here yet.`);
  const content = createStaticContent(type, readFileSync(path));
  // Archives are compressed already.
  return savedAs === undefined ? content : { ...content, encode: undefined };
}
