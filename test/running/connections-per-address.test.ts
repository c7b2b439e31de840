import { createServer, type Server } from 'node:http';
import { Socket } from 'node:net';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { CONNECTION_LIMITS, limitConnections } from '../../src/http/connections.ts';

const LIMITS = { ...CONNECTION_LIMITS, connectionsPerAddress: 2 };

/** A server that no network reaches: its connections come from the addresses that a test says. */
function createGuarded(limits = LIMITS) {
  const server: Server = createServer();
  // Only the limits listen.
  server.removeAllListeners('connection');
  limitConnections(server, {
    limits,
    isBusy: () => false,
    schedule: () => () => {},
    logger: pino({ level: 'silent' }),
  });
  return {
    /** Connects from an address. @returns the socket of the service's side, destroyed if it was refused. */
    connectFrom(remoteAddress: string): Socket {
      // The server of Node listens for errors too.
      const socket = new Socket().on('error', () => {});
      Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress });
      server.emit('connection', socket);
      return socket;
    },
  };
}

const refusals = (sockets: readonly Socket[]) => sockets.map(({ destroyed }) => destroyed);

test('each address has its limit, in whatever form the socket writes it, and leaves that of others alone', () => {
  const { connectFrom } = createGuarded();
  expect(refusals(['192.0.2.1', '::ffff:192.0.2.1', '192.0.2.1'].map(connectFrom))).toEqual([
    false,
    false,
    true,
  ]);
  expect(connectFrom('192.0.2.2').destroyed).toBe(false);
});

test('an IPv6 network of 64 bits counts as one address', () => {
  const { connectFrom } = createGuarded();
  const addresses = ['2001:db8:0:1::1', '2001:db8:0:1:ffff::2', '2001:db8:0:1::3', '2001:db8:0:2::1'];
  expect(refusals(addresses.map(connectFrom))).toEqual([false, false, true, false]);
  expect(refusals(['fe80::1%eth0', 'fe80::2%eth0', 'fe80::3%eth1'].map(connectFrom))).toEqual([
    false,
    false,
    true,
  ]);
});

test('a closed connection makes room, once', async () => {
  const { connectFrom } = createGuarded();
  const [first] = ['192.0.2.1', '192.0.2.1'].map(connectFrom);
  expect(connectFrom('192.0.2.1').destroyed).toBe(true);
  await new Promise((resolve) => first?.once('close', resolve).destroy());
  expect(refusals(['192.0.2.1', '192.0.2.1'].map(connectFrom))).toEqual([false, true]);
});

test('this machine and connections that have ended already do not use up the limit of anybody', () => {
  const { connectFrom } = createGuarded();
  for (const address of ['127.0.0.1', '127.0.0.2', '::1', '::ffff:127.0.0.1'])
    for (let index = 0; index < 3; index += 1) expect(connectFrom(address).destroyed, address).toBe(false);
  for (let index = 0; index < 3; index += 1) connectFrom('');
  expect(connectFrom('192.0.2.1').destroyed).toBe(false);
});
