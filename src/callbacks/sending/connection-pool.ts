import type { Dispatcher } from 'undici';
import { Connection, type ConnectionOptions } from './connection.ts';

export interface ConnectionPoolOptions extends Omit<ConnectionOptions, 'onClose'> {
  /** With this many idle connections, a further one is closed after its response. */
  readonly maxKept: number;
}

type Request = Omit<Dispatcher.RequestOptions, 'origin'>;

/** Connections to receivers, at most `MAX_IN_FLIGHT` in use and `maxKept` idle. Idle ones are reused. */
export class ConnectionPool {
  readonly #options: ConnectionPoolOptions;
  readonly #idle = new Set<Connection>();

  constructor(options: ConnectionPoolOptions) {
    this.#options = options;
  }

  /**
   * Sends a request over an idle connection or a new one. If the receiver closed the idle one just then, the request
   * is sent once more over a new one. The caller must read the body to its end, or destroy it.
   * @throws when there is no response; the reason of the signal after an abort.
   */
  async request(origin: string, request: Request, signal: AbortSignal) {
    const idle = this.#takeIdle(origin);
    if (idle) {
      try {
        return await this.#requestOver(idle, request, signal);
      } catch (error) {
        if (signal.aborted || !idle.wasClosedWhileIdle(error)) throw error;
      }
    }
    return this.#requestOver(this.#connect(origin), request, signal);
  }

  /** Closes every idle connection. */
  closeIdle(): void {
    for (const connection of this.#idle) connection.destroy(null);
  }

  #takeIdle(origin: string): Connection | undefined {
    for (const connection of this.#idle) {
      if (connection.origin !== origin || connection.isClosing) continue;
      this.#idle.delete(connection);
      return connection;
    }
    return undefined;
  }

  #connect(origin: string): Connection {
    const { lookUp, openSocket, idleMs } = this.#options;
    const onClose = () => void this.#idle.delete(connection);
    const connection = new Connection(origin, { lookUp, openSocket, idleMs, onClose });
    return connection;
  }

  async #requestOver(connection: Connection, request: Request, signal: AbortSignal) {
    const response = await connection.request(request, signal);
    response.body.once('end', () => {
      if (this.#idle.size >= this.#options.maxKept) connection.destroy(null);
      else if (!connection.isClosing) this.#idle.add(connection);
    });
    return response;
  }
}
