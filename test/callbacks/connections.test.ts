import type { Socket } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type OpenSocket, openSocket } from '../../src/callbacks/sending/connection.ts';
import { ConnectionPool } from '../../src/callbacks/sending/connection-pool.ts';
import { createLookUp } from '../../src/callbacks/sending/resolve.ts';
import { isPublicAddress } from '../../src/kernel/address.ts';
import {
  addressesOf,
  FORBIDDEN_BLOCKS,
  LOOPBACK_BLOCKS,
  PUBLIC_ADDRESSES,
} from '../support/address-blocks.ts';
import { FORBIDDEN_HOSTS } from '../support/forbidden-callback-hosts.ts';
import { hang, reset } from '../support/misbehaving-receivers.ts';
import { holds } from '../support/properties.ts';
import { type Receiver, startReceiver, status } from '../support/receiver.ts';
import { SELF_SIGNED_CERTIFICATE, SELF_SIGNED_NAME } from '../support/self-signed.ts';
import {
  createGauge,
  createHandSchedule,
  createTrap,
  NEVER_IDLE_MS,
  startSender,
} from '../support/test-sender.ts';

describe('connections', () => {
  const CLOSED_EARLY = 'the connection was closed before an answer';

  test('connections are reused, by sequential and by parallel POSTs', async () => {
    await using receiver = await startReceiver({ respond: status(200, {}, 'ok') });
    using sender = startSender();
    for (let sent = 0; sent < 30; sent += 1) await sender.send(receiver.url);
    expect(receiver.connections()).toBe(1);
    for (let round = 0; round < 5; round += 1)
      await Promise.all(Array.from({ length: 8 }, () => sender.send(receiver.url)));
    expect(receiver.connections()).toBe(8);
    expect(receiver.deliveries).toHaveLength(70);
  });

  test('a POST is sent once more if the receiver closes the reused connection', async () => {
    await using receiver = await startReceiver();
    using sender = startSender();
    await sender.send(receiver.url);
    receiver.respondWith((request, response, delivery) => {
      receiver.respondWith(status(200));
      reset(request, response, delivery);
    });
    expect(await sender.send(receiver.url)).toMatchObject({ status: 200, error: null });
    expect(receiver.deliveries).toHaveLength(3);
    expect(receiver.connections()).toBe(2);
  });

  test('the second POST uses a new connection, because other idle ones are likely closed as well', async () => {
    await using receiver = await startReceiver();
    using sender = startSender();
    await Promise.all([sender.send(receiver.url), sender.send(receiver.url)]);
    const kept = new Set(receiver.deliveries.map(({ fromPort }) => fromPort));
    expect(kept.size).toBe(2);
    receiver.respondWith((request, response, delivery) =>
      (kept.has(delivery.fromPort) ? reset : status(200))(request, response, delivery),
    );
    expect(await sender.send(receiver.url)).toMatchObject({ status: 200, error: null });
    expect(receiver.deliveries).toHaveLength(4);
  });

  test('a POST that timed out on a reused connection is not sent once more', async () => {
    await using receiver = await startReceiver();
    const limit = createHandSchedule();
    using sender = startSender({ schedule: limit.schedule });
    await sender.send(receiver.url);
    receiver.respondWith(hang);
    const result = sender.send(receiver.url);
    await receiver.arrivals(2);
    limit.expire();
    expect(await result).toMatchObject({ status: null, error: 'no answer within 10 s' });
    receiver.respondWith(status(200));
    expect(await sender.send(receiver.url)).toMatchObject({ status: 200 });
    expect(receiver.deliveries).toHaveLength(3);
    expect(receiver.connections()).toBe(2);
  });

  test('a POST is sent at most twice, and not again if a new connection breaks', async () => {
    await using receiver = await startReceiver();
    using sender = startSender();
    await sender.send(receiver.url);
    receiver.respondWith(reset);
    expect(await sender.send(receiver.url)).toMatchObject({ status: null, error: CLOSED_EARLY });
    expect(receiver.deliveries).toHaveLength(3);
    expect(await sender.send(receiver.url)).toMatchObject({ status: null, error: CLOSED_EARLY });
    expect(receiver.deliveries).toHaveLength(4);
  });

  test('close aborts POSTs in progress, closes every connection, and nothing is sent afterwards', async () => {
    await using receiver = await startReceiver();
    const gauge = createGauge();
    using sender = startSender({ openSocket: gauge.openSocket });
    await Promise.all([sender.send(receiver.url), sender.send(receiver.url)]);
    receiver.respondWith(hang);
    const result = sender.send(receiver.url);
    await receiver.arrivals(3);
    sender.close();
    const stopped = { status: null, error: 'the service is stopping' };
    expect(await result).toMatchObject(stopped);
    expect(await sender.send(receiver.url)).toMatchObject(stopped);
    await expect.poll(gauge.areClosed).toBe(true);
    expect(receiver.deliveries).toHaveLength(3);
  });

  test('a name is looked up by the system, and any of its addresses that responds is used', async () => {
    await using receiver = await startReceiver();
    using sender = startSender();
    const url = receiver.url.replace('127.0.0.1', 'localhost');
    expect(await sender.send(url)).toMatchObject({ status: 204, error: null });
    expect(receiver.deliveries[0]?.headers.host).toBe(`localhost:${receiver.port}`);
  });

  const noNames = async () => {
    throw new Error('no name is looked up here');
  };

  test('if one address of a name does not respond, the next one is tried', async () => {
    await using receiver = await startReceiver();
    const targets: unknown[] = [];
    const noting: OpenSocket = (target) => {
      targets.push(target.addresses);
      return openSocket(target);
    };
    const addresses = ['127.0.0.2', '127.0.0.1'];
    using sender = startSender({ openSocket: noting, resolve: async () => addresses });
    const url = receiver.url.replace('127.0.0.1', 'receiver.example');
    expect(await sender.send(url)).toMatchObject({ status: 204, error: null });
    expect(targets).toEqual([addresses]);
  });

  test('connections beyond those that may be kept are closed after their response', async () => {
    await using receiver = await startReceiver();
    const sockets: Socket[] = [];
    const pool = new ConnectionPool({
      lookUp: createLookUp({ resolve: noNames, allowLoopback: true }),
      openSocket(target) {
        const socket = openSocket(target);
        sockets.push(socket);
        return socket;
      },
      idleMs: NEVER_IDLE_MS,
      maxKept: 2,
    });
    const { origin } = new URL(receiver.url);
    const post = () =>
      pool.request(origin, { method: 'POST', path: '/', body: '{}' }, new AbortController().signal);
    const responses = await Promise.all(Array.from({ length: 6 }, post));
    expect(receiver.connections()).toBe(6);
    for (const { body } of responses) await body.text();
    const openCount = () => sockets.filter(({ closed }) => !closed).length;
    await expect.poll(openCount).toBe(2);
    pool.closeIdle();
    await expect.poll(openCount).toBe(0);
  });
});

describe('addresses', () => {
  const PUBLIC = '93.184.216.34';
  const PUBLIC_IPV6 = '2606:2800:21f:cb07:6820:80da:af6b:8b2c';
  const NOT_PUBLIC = /^the address [0-9a-f.:%a-z]+ is not public$/;

  /** A sender that opens no sockets, and whose names have the given addresses. */
  function startTrapped(production: boolean, addressesOf: (name: string) => readonly string[] = () => []) {
    const trap = createTrap();
    const lookUps: string[] = [];
    const sender = startSender({
      production,
      openSocket: trap.openSocket,
      async resolve(name) {
        lookUps.push(name);
        return addressesOf(name);
      },
    });
    return { send: sender.send, targets: trap.targets, lookUps, [Symbol.dispose]: sender.close };
  }

  test.each(FORBIDDEN_HOSTS)('https://%s opens no socket', async (host) => {
    using sender = startTrapped(true);
    for (const port of ['', ':8443'])
      expect(await sender.send(`https://${host}${port}/latest/meta-data`)).toMatchObject({
        status: null,
        error: expect.stringMatching(NOT_PUBLIC),
      });
    expect(sender.targets).toEqual([]);
    expect(sender.lookUps).toEqual([]);
  });

  test.each([
    ['a private address', ['10.0.0.1']],
    ['loopback', ['127.0.0.1', '::1']],
    ['the metadata address', ['169.254.169.254']],
    ['a link-local address with a zone', ['fe80::1%eth0']],
    ['a public address with a zone', [`${PUBLIC_IPV6}%eth0`]],
    ['a mapped address', ['::ffff:10.0.0.1']],
    ['a public address and a private one', [PUBLIC, '10.0.0.1']],
    ['a private address and a public one', ['192.168.0.1', PUBLIC]],
    ['a public IPv4 and a local IPv6 address', [PUBLIC, 'fd00::1']],
    ['another name instead of an address', ['localhost']],
    ['an address in an ambiguous spelling', ['010.0.0.1']],
    ['an empty address', ['']],
  ])('a name with %s opens no socket', async (_, addresses) => {
    using sender = startTrapped(true, () => addresses);
    for (const host of ['receiver.example', 'localhost', 'localhost.', 'metadata.google.internal'])
      expect(await sender.send(`https://${host}/`)).toMatchObject({
        status: null,
        error: expect.stringMatching(/^the address \S* ?is not public$/),
      });
    expect(sender.targets).toEqual([]);
    expect(sender.lookUps).toHaveLength(4);
  });

  test('a name without any address opens no socket', async () => {
    using sender = startTrapped(true);
    expect(await sender.send('https://receiver.example/')).toMatchObject({
      error: 'the name has no address',
    });
    expect(sender.targets).toEqual([]);
  });

  test('a name that changes its addresses is looked up once per socket, which is opened to the vetted ones', async () => {
    const lookUps = [[PUBLIC], ['10.0.0.1'], [PUBLIC_IPV6], ['127.0.0.1']];
    using sender = startTrapped(true, () => lookUps[sender.lookUps.length - 1] ?? []);
    for (const _ of lookUps) await sender.send('https://rebinding.example/');
    expect(sender.lookUps).toHaveLength(4);
    expect(sender.targets.map(({ addresses }) => addresses)).toEqual([[PUBLIC], [PUBLIC_IPV6]]);
  });

  test('sockets are opened to exactly the vetted addresses, under the name in the URL', async () => {
    const addresses = [PUBLIC, PUBLIC_IPV6];
    using sender = startTrapped(true, () => addresses);
    const hosts = ['Receiver.Example', PUBLIC, '1572395042', `[${PUBLIC_IPV6}]`];
    for (const host of hosts) await sender.send(`https://${host}:8443/`);
    await sender.send('https://receiver.example/');
    const target = { port: 8443, isTls: true };
    expect(sender.targets).toEqual([
      { ...target, host: 'receiver.example', addresses },
      { ...target, host: PUBLIC, addresses: [PUBLIC] },
      { ...target, host: PUBLIC, addresses: [PUBLIC] },
      { ...target, host: PUBLIC_IPV6, addresses: [PUBLIC_IPV6] },
      { ...target, host: 'receiver.example', addresses, port: 443 },
    ]);
    expect(sender.lookUps).toEqual(['receiver.example', 'receiver.example']);
  });

  test('simultaneous look-ups of one name are one', async () => {
    using sender = startTrapped(true, () => [PUBLIC]);
    await Promise.all(Array.from({ length: 20 }, () => sender.send('https://receiver.example/')));
    expect(sender.lookUps).toHaveLength(1);
    expect(sender.targets).toHaveLength(20);
  });

  const LOOPBACK_HOSTS = [
    '127.0.0.1',
    '127.1',
    '127.255.255.254',
    '2130706433',
    '[::1]',
    '[0:0::1]',
    'localhost',
  ];

  test('in development loopback is allowed, also over http', async () => {
    using sender = startTrapped(false, () => ['127.0.0.1', '::1']);
    for (const host of LOOPBACK_HOSTS)
      for (const scheme of ['http', 'https']) await sender.send(`${scheme}://${host}/`);
    expect(sender.targets).toHaveLength(2 * LOOPBACK_HOSTS.length);
  });

  test.each([
    '169.254.169.254',
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '192.168.0.1',
    '[::]',
    '[::127.0.0.1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:a00:1]',
    '[64:ff9b::7f00:1]',
    '[fe80::1]',
    '[fd00::1]',
    'private.example',
    'mixed.example',
  ])('in development http://%s opens no socket either', async (host) => {
    using sender = startTrapped(false, (name) =>
      name === 'mixed.example' ? ['127.0.0.1', '10.0.0.1'] : ['10.0.0.1'],
    );
    expect(await sender.send(`http://${host}/`)).toMatchObject({ error: expect.stringMatching(NOT_PUBLIC) });
    expect(sender.targets).toEqual([]);
  });

  test.each(FORBIDDEN_BLOCKS)('the addresses of %s are refused in several spellings', (block) => {
    const isLoopback = LOOPBACK_BLOCKS.includes(block);
    holds(
      fc.property(addressesOf(block), (spellings) => {
        for (const address of spellings) {
          expect(isPublicAddress(address), address).toBe(false);
          expect(isPublicAddress(address, { allowLoopback: true }), address).toBe(isLoopback);
        }
      }),
      200,
    );
  });

  test.each(PUBLIC_ADDRESSES)('%s, at the edge of a forbidden block, is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

describe('tls', () => {
  const PUBLIC_ADDRESS = '93.184.216.34';
  const resolve = async () => [PUBLIC_ADDRESS];

  /** Opens sockets to the receiver instead of the public address, and trusts its certificate. */
  function towards(receiver: Receiver): OpenSocket {
    return (target) => {
      const near = { ...target, port: receiver.port, addresses: ['127.0.0.1'] };
      return openSocket(near, { ca: SELF_SIGNED_CERTIFICATE });
    };
  }

  test('in production a callback goes over TLS to the name in the URL', async () => {
    const serverNames: unknown[] = [];
    await using receiver = await startReceiver({
      tls: true,
      respond(request, response) {
        serverNames.push('servername' in request.socket && request.socket.servername);
        response.writeHead(204).end();
      },
    });
    using sender = startSender({ production: true, resolve, openSocket: towards(receiver) });
    for (let sent = 0; sent < 3; sent += 1)
      expect(await sender.send(`https://${SELF_SIGNED_NAME}/hook`)).toMatchObject({
        status: 204,
        error: null,
      });
    expect(receiver.connections()).toBe(1);
    expect(receiver.deliveries[0]).toMatchObject({ headers: { host: SELF_SIGNED_NAME } });
    expect(new Set(serverNames)).toEqual(new Set([SELF_SIGNED_NAME]));
  });

  test('in production plain http is refused before the look-up', async () => {
    const trap = createTrap();
    let lookUps = 0;
    const counted = async () => {
      lookUps += 1;
      return [PUBLIC_ADDRESS];
    };
    using sender = startSender({ production: true, resolve: counted, openSocket: trap.openSocket });
    for (const url of [
      'http://receiver.example/',
      `http://${PUBLIC_ADDRESS}/`,
      'HTTP://receiver.example:443/',
    ])
      expect(await sender.send(url)).toMatchObject({ status: null, error: 'only https is allowed' });
    expect({ lookUps, targets: trap.targets }).toEqual({ lookUps: 0, targets: [] });
  });

  test('a certificate for another name is refused, and the callback does not arrive', async () => {
    await using receiver = await startReceiver({ tls: true });
    using sender = startSender({ production: true, resolve, openSocket: towards(receiver) });
    expect(await sender.send('https://other.example/')).toMatchObject({
      status: null,
      error: 'TLS: the certificate is for another name',
    });
    expect(receiver.deliveries).toEqual([]);
  });

  test('a certificate must be valid for the address in the URL', async () => {
    await using receiver = await startReceiver({ tls: true });
    const trusting: OpenSocket = (target) => openSocket(target, { ca: SELF_SIGNED_CERTIFICATE });
    using sender = startSender({ openSocket: trusting });
    expect(await sender.send(receiver.url)).toMatchObject({ status: 204, error: null });
  });

  test('a self-signed certificate is refused, in development too, and the callback does not arrive', async () => {
    await using receiver = await startReceiver({ tls: true });
    using sender = startSender();
    expect(await sender.send(receiver.url)).toMatchObject({
      status: null,
      error: 'TLS: self-signed certificate',
    });
    expect(receiver.deliveries).toEqual([]);
  });

  test('a receiver that does not speak TLS gets no callback', async () => {
    await using receiver = await startReceiver();
    using sender = startSender();
    const result = await sender.send(receiver.url.replace('http:', 'https:'));
    expect(result).toMatchObject({ status: null, error: 'TLS: no agreement with the receiver' });
    expect(receiver.deliveries).toEqual([]);
  });
});
