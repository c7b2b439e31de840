import { connect, type Socket } from 'node:net';

export interface ConnectionHandlers {
  /** Called when a complete 200 response has arrived. */
  onResponse(connection: Connection, bodyBytes: number): void;
  /** Called when the connection broke or the response is not a 200. */
  onFailure(error: Error): void;
}

const HEAD_END = '\r\n\r\n';
const READ_BUFFER_BYTES = 16 * 1024;

/**
 * One keep-alive connection with at most one request in flight. It supports only the HTTP of the responses measured
 * here (`content-length`, no chunks), and never reconnects or repeats: each request is sent once.
 */
export class Connection {
  /** The time from which the latency of the request in flight counts, of `performance.now()`. */
  countsFromMs = 0;
  readonly #socket: Socket;
  readonly #handlers: ConnectionHandlers;
  #unread: Buffer | undefined;

  constructor(port: number, handlers: ConnectionHandlers) {
    this.#handlers = handlers;
    const onread = {
      buffer: Buffer.alloc(READ_BUFFER_BYTES),
      callback: (bytes: number, buffer: Uint8Array) => {
        this.#read(Buffer.from(buffer.buffer, buffer.byteOffset, bytes));
        return true;
      },
    };
    this.#socket = connect({ host: '127.0.0.1', port, noDelay: true, onread });
    this.#socket.on('error', (error) => handlers.onFailure(error));
    this.#socket.on('end', () => handlers.onFailure(new Error('the server closed a connection')));
  }

  send(request: Buffer, countsFromMs: number): void {
    this.countsFromMs = countsFromMs;
    this.#socket.write(request);
  }

  close(): void {
    this.#socket.removeAllListeners('end').destroy();
  }

  #read(chunk: Buffer): void {
    const received = this.#unread ? Buffer.concat([this.#unread, chunk]) : chunk;
    const headEnd = received.indexOf(HEAD_END);
    const head = headEnd === -1 ? '' : received.toString('latin1', 0, headEnd);
    const bodyBytes = Number(/content-length: (\d+)/i.exec(head)?.[1]);
    if (headEnd !== -1 && !(head.startsWith('HTTP/1.1 200 ') && bodyBytes >= 0)) {
      this.#handlers.onFailure(new Error(`not a 200 with content-length: ${received.toString()}`));
    } else if (headEnd === -1 || received.length < headEnd + HEAD_END.length + bodyBytes) {
      // The bytes are copied because the next read overwrites the buffer.
      this.#unread = Buffer.from(received);
    } else {
      this.#unread = undefined;
      this.#handlers.onResponse(this, bodyBytes);
    }
  }
}
