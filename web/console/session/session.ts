import { createPlainGraphqlClient, type GraphqlClient } from '../../../src/client/graphql-client.ts';
import { createUrlFetch, type Fetch } from '../../../src/client/signed-fetch.ts';
import { setCurrency } from '../format.ts';
import { SessionDocument, TransactionChangedDocument } from '../gql/graphql.ts';
import { isRejection, problemOf } from '../service/failures.ts';
import { type Live, openLive } from '../service/live.ts';
import type { Role } from '../service/types.ts';
import { texts } from '../texts/texts.ts';
import { setTimeZone } from '../time-zone.ts';
import { type Credentials, importCredentials, keepCredentials } from './credentials.ts';

/** The signed-in client and its access to the service. */
export interface Session {
  readonly appKey: string;
  readonly name: string;
  readonly role: Role;
  /** Whether the key is for tests: it sees only test data, and live keys do not see what it does. */
  readonly isTest: boolean;
  readonly live: Live;
  /** Sends a signed request. @throws errors that `problemOf` can convert. */
  readonly request: GraphqlClient['request'];
  /** Sends the bytes of a file in a signed request. `target` is the path with its query. */
  readonly sendFile: (target: string, body: Uint8Array) => Promise<Response>;
  /** Signs with a new secret of the same key from now on, also after a reload. */
  adopt(secret: string): Promise<void>;
  /** The service's clock, in epoch milliseconds. */
  nowMs(): number;
  close(): void;
}

export interface SessionOptions {
  /** URL of the service, with a trailing slash. */
  readonly url: string;
  /** Called when the service no longer accepts the key. */
  readonly onRejected: (message: string) => void;
}

/** Thrown when the credentials cannot sign in. Its message is for people. */
export class SignInError extends Error {
  /** Whether the key itself is refused, and not only where or when it is used. */
  readonly isOfKey: boolean;

  constructor(message: string, { isOfKey }: { readonly isOfKey: boolean }) {
    super(message);
    this.isOfKey = isOfKey;
  }
}

/**
 * Asks the service for the client of this key, and opens the stream of transactions.
 * @throws SignInError when the key cannot open the console; other errors when the service cannot be reached.
 */
export async function openSession(
  credentials: Credentials,
  { url, onRejected }: SessionOptions,
): Promise<Session> {
  const clock = createClock();
  const optionsOf = ({ appKey, key }: Credentials) => ({ appKey, secret: key, url, fetch: clock.fetch });
  let sign = createUrlFetch(optionsOf(credentials));
  const signedFetch: typeof sign = (...request) => sign(...request);
  const client = createPlainGraphqlClient(optionsOf(credentials), signedFetch);
  const { whoAmI } = await client.request(SessionDocument).catch((error) => {
    if (!isRefusal(error)) throw error;
    throw new SignInError(explain(error, clock.behindMs()), { isOfKey: isRejection(error) });
  });
  if (whoAmI.role === 'merchant') throw new SignInError(texts().session.merchantKey, { isOfKey: true });

  setTimeZone(whoAmI.timeZone);
  setCurrency(whoAmI.currency);
  let isClosed = false;
  const reject = (error: unknown): boolean => {
    // A late answer to a session that ended must not end the next one.
    if (isClosed || !isRejection(error)) return false;
    onRejected(explain(error, clock.behindMs()));
    return true;
  };
  const body = JSON.stringify({ query: TransactionChangedDocument.toString() });
  const headers = { accept: 'text/event-stream', 'content-type': 'application/json' };
  const live = openLive({
    open: (signal) => signedFetch(`${url}graphql`, { method: 'POST', headers, body, signal }),
    onRefused: reject,
  });
  return {
    ...whoAmI,
    isTest: whoAmI.test === true,
    live,
    request: (document, ...variables) =>
      client.request(document, ...variables).catch((error) => {
        reject(error);
        throw error;
      }),
    sendFile: (target, body) =>
      signedFetch(url + target.slice(1), {
        method: 'POST',
        headers: { 'content-type': 'application/octet-stream' },
        body,
        signal: limit(FILE_LIMIT_MS),
      }),
    async adopt(secret) {
      const renewed = await importCredentials(credentials.appKey, secret);
      sign = createUrlFetch(optionsOf(renewed));
      // A browser that refuses storage has kept nothing.
      if (!isClosed) await keepCredentials(renewed).catch(() => {});
    },
    nowMs: () => Date.now() + clock.behindMs(),
    close() {
      isClosed = true;
      live.close();
    },
  };
}

function isRefusal(error: unknown): boolean {
  return REFUSALS.includes(problemOf(error).type);
}

const REFUSALS: readonly (string | undefined)[] = [
  'error_site_not_found',
  'error_invalid_sign',
  'not_authorized',
];

/**
 * Explains why a key, or a sign, was refused. A wrong clock makes a sign stale, and only here it is known how wrong the
 * clock is.
 */
function explain(error: unknown, behindMs: number): string {
  const { type, message, fields } = problemOf(error);
  const t = texts().session;
  if (type === 'error_site_not_found') return t.unknownKey;
  if (type === 'not_authorized') return t.otherPlace;
  if (type !== 'error_invalid_sign') return message;
  if (fields.sign === undefined) return t.wrongSecret;
  const minutes = Math.round(Math.abs(behindMs) / 60_000);
  if (minutes === 0) return message;
  return behindMs > 0 ? t.clockBehind(minutes) : t.clockAhead(minutes);
}

/** Ends a request that is never answered, as after a lost network, so that its caller can continue. */
const limit = (limitMs = 60_000): AbortSignal => AbortSignal.timeout(limitMs);

/** A file can take long on a slow connection. */
const FILE_LIMIT_MS = 10 * 60_000;

/** Measures with each response how far this computer's clock is behind the service's clock. */
function createClock(): { readonly fetch: Fetch; behindMs(): number } {
  let behindMs = 0;
  return {
    async fetch(url, init) {
      const response = await globalThis.fetch(url, { ...init, signal: init.signal ?? limit() });
      const serverMs = Date.parse(response.headers.get('date') ?? '');
      // The header has a resolution of one second.
      const measuredMs = serverMs - Date.now();
      // A clock can also be corrected while the console is open.
      if (!Number.isNaN(serverMs)) behindMs = Math.abs(measuredMs) > 2_000 ? measuredMs : 0;
      return response;
    },
    behindMs: () => behindMs,
  };
}
