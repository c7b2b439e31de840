import { expect, test } from 'vitest';
import { type OpenSocket, openSocket } from '../../src/callbacks/sending/connection.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { SELF_SIGNED_CERTIFICATE, SELF_SIGNED_NAME } from '../support/self-signed.ts';
import { createTrap, startSender } from '../support/test-sender.ts';

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
    expect(await sender.send(`https://${SELF_SIGNED_NAME}/hook`)).toMatchObject({ status: 204, error: null });
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
  for (const url of ['http://receiver.example/', `http://${PUBLIC_ADDRESS}/`, 'HTTP://receiver.example:443/'])
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
