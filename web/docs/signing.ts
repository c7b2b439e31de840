import type { SigningKey } from '../../src/client/secret.ts';
import { signHeaders } from '../../src/client/signed-fetch.ts';

/** A key of a client, whose secret cannot be read back. */
export interface Credentials {
  readonly appKey: string;
  readonly key: SigningKey;
}

/** The part of a request that Swagger UI provides. */
interface TriedRequest {
  readonly url: string;
  readonly method: string;
  readonly body?: string | Blob;
  headers: Record<string, string>;
  readonly loadSpec?: boolean;
}

/**
 * Signs a request that a reader tries out. The request for the document itself needs no sign.
 * @param root the URL of the service as the page reaches it, with a slash at its end.
 */
export async function signRequest(
  request: TriedRequest,
  credentials: Credentials | undefined,
  root: string,
): Promise<TriedRequest> {
  if (request.loadSpec || !credentials) return request;
  // The sign covers the path that the service sees: a proxy may have removed a prefix.
  const target = request.url.slice(root.length - 1);
  const signable = { method: request.method.toUpperCase(), target, body: await readBody(request.body) };
  const signed = await signHeaders(credentials.key, signable, Date.now());
  request.headers = { ...request.headers, appKey: credentials.appKey, ...signed };
  return request;
}

async function readBody(body: string | Blob | undefined): Promise<string | Uint8Array | undefined> {
  return body instanceof Blob ? new Uint8Array(await body.arrayBuffer()) : body;
}
