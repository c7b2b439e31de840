import { Socket, type SocketConnectOpts } from 'node:net';

type Callback = (error?: Error | null) => void;

/** A socket that sends together what is written in one turn of the event loop, such as concurrent statements. */
export class GatheringSocket extends Socket {
  #isGathering = false;

  override connect(port: number, host: string, listener?: () => void): this;
  override connect(options: SocketConnectOpts, listener?: () => void): this;
  override connect(port: number, listener?: () => void): this;
  override connect(path: string, listener?: () => void): this;
  override connect(...target: unknown[]): this {
    super.connect(...(target as [port: number, host: string]));
    // Node puts its own `write` on a socket that connects, which would hide the one below.
    Reflect.deleteProperty(this, 'write');
    return this;
  }

  override write(chunk: string | Uint8Array, callback?: Callback): boolean;
  override write(chunk: string | Uint8Array, encoding?: BufferEncoding, callback?: Callback): boolean;
  override write(chunk: string | Uint8Array, ...rest: unknown[]): boolean {
    if (!this.#isGathering) {
      this.#isGathering = true;
      this.cork();
      process.nextTick(() => {
        this.#isGathering = false;
        this.uncork();
      });
    }
    return super.write(chunk, ...(rest as [BufferEncoding?, Callback?]));
  }
}
