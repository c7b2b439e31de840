import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { GatheringSocket } from '../../db/engines/postgres/gathering-socket.ts';

/** Counts how often it hands bytes to the system. */
class CountingSocket extends GatheringSocket {
  handedOver = 0;

  override _write(...written: Parameters<Socket['_write']>): void {
    this.handedOver += 1;
    super._write(...written);
  }

  override _writev(...written: Parameters<NonNullable<Socket['_writev']>>): void {
    this.handedOver += 1;
    super._writev?.(...written);
  }
}

test('what is written in one turn of the event loop goes out together', async () => {
  const server = createServer((near) => near.resume()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = new CountingSocket();
  socket.connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  for (const text of ['first', 'second', 'third']) socket.write(text);
  await new Promise<void>((resolve) => void socket.end(resolve));
  expect(socket).toMatchObject({ handedOver: 1, bytesWritten: 16 });
  server.close();
});
