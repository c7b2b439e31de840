import { once } from 'node:events';
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { Client, type Dispatcher } from 'undici';
import { MAX_HEADER_BYTES } from '../limits.ts';
import type { LookUp } from './resolve.ts';
import { isConnectionLoss } from './send-failure.ts';

/** Each address of a name gets this long before the next one is tried in parallel (RFC 8305). */
const NEXT_ADDRESS_MS = 1_000;
/** Most servers keep idle connections for longer than this; a shorter `Keep-Alive: timeout` is respected. */
const IDLE_MS = 4_000;
/** An idle connection is closed this long before the receiver said it would close it. */
const IDLE_MARGIN_MS = 1_000;

/** The destination of a socket. Only the vetted addresses are ever connected to. */
export interface VettedTarget {
  /** The name or address in the URL. The certificate must be valid for it. */
  readonly host: string;
  readonly port: number;
  readonly addresses: readonly string[];
  readonly isTls: boolean;
}

export type OpenSocket = (target: VettedTarget) => Socket;

/** Opens a TCP or TLS socket to one of the addresses, without another look-up. */
export function openSocket(target: VettedTarget, trust: { readonly ca?: string } = {}): Socket {
  const { host, port, addresses, isTls } = target;
  const lookup: LookupFunction = (_hostname, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: isIP(address) })),
    );
  const tcp = {
    host,
    port,
    lookup,
    noDelay: true,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
  };
  if (!isTls) return connectTcp(tcp);
  // An address is not a server name (RFC 6066, section 3). The certificate is still checked against `host`.
  const servername = isIP(host) === 0 ? host : '';
  return connectTls({ ...tcp, ...trust, servername, ALPNProtocols: ['http/1.1'] });
}

export interface ConnectionOptions {
  readonly lookUp: LookUp;
  readonly openSocket: OpenSocket;
  /** The longest time that it stays open without a request. */
  readonly idleMs?: number | undefined;
  /** Called once, when the connection has closed or could not be opened. */
  readonly onClose: () => void;
}

/** One connection to a receiver, for one request at a time. It is never reopened. */
export class Connection {
  readonly origin: string;
  readonly #client: Client;
  readonly #options: ConnectionOptions;
  #socket: Socket | undefined;
  /** Bytes that had been read from the socket when the latest request began. */
  #bytesReadBefore = 0;
  /** Whether only interim responses to the latest request have been read. */
  #awaitsResponse = true;
  #isDestroyed = false;

  constructor(origin: string, options: ConnectionOptions) {
    this.origin = origin;
    this.#options = options;
    const { idleMs = IDLE_MS } = options;
    this.#client = new Client(origin, {
      allowH2: false,
      maxHeaderSize: MAX_HEADER_BYTES,
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMs,
      keepAliveTimeoutThreshold: IDLE_MARGIN_MS,
      // The sender's time limit covers both.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: ({ hostname, port, protocol }, callback) => {
        this.#open({ host: hostname, port: Number(port), isTls: protocol === 'https:' }).then(
          (socket) => callback(null, socket),
          (error) => callback(error, null),
        );
      },
    });
    // The client itself would connect again.
    this.#client.once('disconnect', (_origin, _targets, error) => this.destroy(error));
    this.#client.once('connectionError', (_origin, _targets, error) => this.destroy(error));
  }

  /** @throws the failure, after which the connection is closed. */
  async request(
    options: Dispatcher.RequestOptions,
    signal: AbortSignal,
  ): Promise<Pick<Dispatcher.ResponseData, 'statusCode' | 'headers' | 'body'>> {
    const abort = () => this.destroy(signal.reason);
    signal.addEventListener('abort', abort);
    this.#bytesReadBefore = this.#socket?.bytesRead ?? 0;
    this.#awaitsResponse = true;
    try {
      const response = await this.#client.request(options);
      response.body.once('end', () => signal.removeEventListener('abort', abort));
      return response;
    } catch (error) {
      this.destroy(error instanceof Error ? error : null);
      throw error;
    }
  }

  /**
   * Checks whether this failure means that the receiver closed the reused connection before any byte of a response.
   */
  wasClosedWhileIdle(error: unknown): boolean {
    return (
      this.#bytesReadBefore > 0 &&
      this.#socket?.bytesRead === this.#bytesReadBefore &&
      isConnectionLoss(error)
    );
  }

  /** True once the socket is closing. */
  get isClosing(): boolean {
    return this.#isDestroyed || this.#socket?.destroyed === true;
  }

  /** Closes the connection, even while it is being opened. A request in progress fails with this error. */
  destroy(error: Error | null): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    void this.#client.destroy(error);
    this.#socket?.destroy();
    this.#options.onClose();
  }

  async #open({ host, port, isTls }: Omit<VettedTarget, 'addresses'>): Promise<Socket> {
    const addresses = await this.#options.lookUp(host);
    if (this.#isDestroyed) throw new Error('The connection is not needed any more.');
    const socket = this.#options.openSocket({ host, port: port || (isTls ? 443 : 80), addresses, isTls });
    this.#socket = socket;
    await once(socket, isTls ? 'secureConnect' : 'connect');
    this.#renameContinues(socket);
    return socket;
  }

  #renameContinues(socket: Socket): void {
    const read = socket.read.bind(socket);
    socket.read = (size) => {
      const chunk: unknown = read(size);
      if (this.#awaitsResponse && Buffer.isBuffer(chunk)) this.#awaitsResponse = !renameContinue(chunk);
      return chunk;
    };
  }
}

const STATUS_OFFSET = 'HTTP/1.1 '.length;
const CONTINUE = /^HTTP\/1\.\d 100\b/;
const HEADERS_END = '\r\n\r\n';

/**
 * Renames each `100 Continue` at the start of a response to `102 Processing`, in place. A receiver may send it
 * unasked (RFC 9110, section 15.2). undici skips every interim response but this one, which it takes for a failure.
 * @returns whether the final response has begun.
 */
function renameContinue(chunk: Buffer): boolean {
  let start = 0;
  while (CONTINUE.test(chunk.toString('latin1', start, start + STATUS_OFFSET + 4))) {
    chunk.write('102', start + STATUS_OFFSET, 'latin1');
    const end = chunk.indexOf(HEADERS_END, start);
    if (end < 0) return false;
    start = end + HEADERS_END.length;
  }
  return start < chunk.length;
}
