import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A network between a browser and the service, which can be cut. */
export interface Relay extends AsyncDisposable {
  /** The URL of the service through the relay. */
  readonly url: string;
  /** Closes every connection, and refuses new ones until repaired. */
  cut(): void;
  repair(): void;
  /** Forwards later connections to another service. */
  pointTo(service: { readonly url: string }): void;
}

/** Forwards connections to a service, from a free port of the loopback interface. */
export async function startRelay(service: { readonly url: string }): Promise<Relay> {
  let target = new URL(service.url);
  const sockets = new Set<Socket>();
  let isCut = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
    return socket;
  };
  const server = createServer((near) => {
    keep(near);
    if (isCut) {
      near.destroy();
      return;
    }
    const far = keep(connect(Number(target.port), target.hostname));
    near.pipe(far).pipe(near);
    near.once('close', () => far.destroy());
    far.once('close', () => near.destroy());
  });
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
      destroyAll();
    },
    repair() {
      isCut = false;
    },
    pointTo(other) {
      target = new URL(other.url);
    },
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      destroyAll();
      await closed;
    },
  };
}
