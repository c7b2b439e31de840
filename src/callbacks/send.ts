import type { Schedule } from '../operations/runtime.ts';
import { type Agents, createAgents } from './agents.ts';
import { type Connect, createConnector, openSocket, type Resolve } from './connection.ts';
import { Exchange, type SendResult } from './exchange.ts';
import { createDnsResolve, resolveBySystem } from './resolve.ts';

export type { SendResult } from './exchange.ts';

const TIME_LIMIT_MS = 10_000;
/** Sockets in use and idle ones together: far above what the worker sends at once. */
const MAX_SOCKETS = 1024;
const MAX_KEPT_SOCKETS = 256;

const STOPPING = 'the service is stopping';

export interface SenderOptions {
  /** Whether only https and public addresses are called; else plain http and loopback are, too. */
  readonly production: boolean;
  /** Of the wall, for what receivers say in dates. */
  readonly nowMs: () => number;
  /** For durations. */
  readonly monotonicMs: () => number;
  /** For one request with all that belongs to it: name look-up, connection, TLS, headers, body. */
  readonly timeLimitMs?: number;
  readonly resolve?: Resolve;
  /** Opens the socket to addresses that were vetted. */
  readonly connect?: Connect;
  readonly schedule: Schedule;
}

export interface SendRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Posts callbacks to URLs that clients chose, which therefore must not lead into our own network. */
export interface Sender {
  /** One POST; redirects are not followed. Never rejects: what went wrong is in the result. */
  send(request: SendRequest): Promise<SendResult>;
  /** Ends what is on its way, and every connection. */
  close(): void;
}

/** Makes a sender with connections of its own, which are reused. */
export function createSender(options: SenderOptions): Sender {
  const { production, nowMs, monotonicMs, schedule, timeLimitMs = TIME_LIMIT_MS } = options;
  const { connect = openSocket } = options;
  const { resolve = production ? createDnsResolve() : resolveBySystem } = options;
  const connector = createConnector({
    allowLoopback: !production,
    resolve,
    connect,
    maxSockets: MAX_SOCKETS,
  });
  const kept = createAgents(connector, { keepAlive: true, maxKeptSockets: MAX_KEPT_SOCKETS });
  const fresh = createAgents(connector, { keepAlive: false, maxKeptSockets: 0 });
  const tooLate = `no answer within ${timeLimitMs / 1000} s`;
  const running = new Set<Exchange>();
  let isClosed = false;

  function post({ headers, body }: SendRequest, url: CallableUrl): Promise<SendResult> {
    return new Promise((done) => {
      const exchange = new Exchange({
        url,
        headers,
        body,
        agent: kept[url.protocol],
        freshAgent: fresh[url.protocol],
        nowMs,
        monotonicMs,
        onResult(result) {
          running.delete(exchange);
          cancel();
          done(isClosed && result.status === null ? { ...result, isCutOff: true } : result);
        },
      });
      const cancel = schedule(() => exchange.stop(tooLate), timeLimitMs);
      running.add(exchange);
      exchange.start();
    });
  }

  return {
    async send(request) {
      if (isClosed) return { ...refusal(STOPPING), isCutOff: true };
      const url = URL.canParse(request.url) ? new URL(request.url) : undefined;
      if (!url || !isCallable(url)) return refusal('the URL is not one of http or https');
      if (production && url.protocol !== 'https:') return refusal('only https is allowed');
      return post(request, url);
    },
    close() {
      isClosed = true;
      for (const exchange of running) exchange.stop(STOPPING);
      for (const agents of [kept, fresh]) agents.destroy();
    },
  };
}

type CallableUrl = URL & { readonly protocol: keyof Pick<Agents, 'http:' | 'https:'> };

function isCallable(url: URL): url is CallableUrl {
  return url.protocol === 'http:' || url.protocol === 'https:';
}

function refusal(error: string): SendResult {
  return { status: null, error, answer: null, retryAfterSeconds: null, durationMs: 0 };
}
