import type { SigningKey } from '../../src/client/secret.ts';
import { createSigner } from '../../src/client/signed-fetch.ts';

/** A key of a client, whose secret cannot be read back. */
export interface Credentials {
  readonly appKey: string;
  readonly key: SigningKey;
}

/** What Swagger UI tells of a request. */
interface TriedRequest {
  url: string;
  readonly method: string;
  readonly body?: string | Blob;
  headers: Record<string, string>;
  readonly loadSpec?: boolean;
}

const makeSign = createSigner(() => Date.now());

/** Signs a request that a reader tries out. The request for the document itself needs no sign. */
export async function signRequest(
  request: TriedRequest,
  credentials: Credentials | undefined,
): Promise<TriedRequest> {
  if (request.loadSpec || !credentials) return request;
  const { pathname, search } = new URL(request.url, location.href);
  const target = pathname + search;
  const sign = await makeSign(credentials.key, {
    method: request.method.toUpperCase(),
    target,
    body: await readBody(request.body),
  });
  // A proxy may serve the page at another address than the document names.
  request.url = new URL(target, location.origin).href;
  request.headers = { ...request.headers, appKey: credentials.appKey, sign };
  return request;
}

async function readBody(body: string | Blob | undefined): Promise<string | Uint8Array | undefined> {
  return body instanceof Blob ? new Uint8Array(await body.arrayBuffer()) : body;
}
