import { type ApiResponse, type CallOptions, call, hmac, OPERATOR, type TestService } from '../../harness.ts';
import { openRaw, type RawConnection } from '../raw-connection.ts';

export const STATEMENTS = '/v1/statements';

export interface UploadOptions extends Omit<CallOptions, 'body'> {
  readonly name?: string;
  readonly accountId?: string;
  readonly profileId?: string;
}

/** Sends the bytes of a file as an operator, with a sign over their digest. */
export function upload(
  service: { readonly url: string },
  bytes: string | Uint8Array,
  { name = 'bank.sta', accountId, profileId, ...options }: UploadOptions = {},
): Promise<ApiResponse> {
  const query = new URLSearchParams({
    name,
    ...(accountId !== undefined && { accountId }),
    ...(profileId !== undefined && { profileId }),
  });
  return call(service, `${STATEMENTS}?${query}`, {
    method: 'POST',
    as: OPERATOR,
    sign: 'digest',
    contentType: 'application/octet-stream',
    ...options,
    body: bytes,
  });
}

/** Opens a connection and sends the headers of an upload, with the first bytes of its body. */
export async function beginUpload(
  service: Pick<TestService, 'url'>,
  headers: Readonly<Record<string, string>> = {},
): Promise<RawConnection> {
  const connection = await openRaw(service);
  const all = {
    host: 'localhost',
    appKey: OPERATOR.appKey,
    sign: `t=${Math.floor(Date.now() / 1000)},v1=${hmac(OPERATOR.secret, 'not yet known')}`,
    'content-length': '100000',
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  connection.write([`POST ${STATEMENTS}?name=a HTTP/1.1`, ...lines, '', ':20:A'].join('\r\n'));
  return connection;
}
