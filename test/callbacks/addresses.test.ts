import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPublicAddress } from '../../src/kernel/public-address.ts';
import { FORBIDDEN_BLOCKS, LOOPBACK_BLOCKS, PUBLIC_ADDRESSES, spelling } from '../support/address-blocks.ts';
import { FORBIDDEN_HOSTS } from '../support/forbidden-callback-hosts.ts';
import { holds } from '../support/properties.ts';
import { createTrap, startSender } from '../support/test-sender.ts';

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
  expect(await sender.send('https://receiver.example/')).toMatchObject({ error: 'the name has no address' });
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

test.each(FORBIDDEN_BLOCKS)('every address in %s is refused in every spelling', (block) => {
  const isLoopback = LOOPBACK_BLOCKS.includes(block);
  holds(
    fc.property(spelling(block), (address) => {
      expect(isPublicAddress(address), address).toBe(false);
      expect(isPublicAddress(address, { allowLoopback: true }), address).toBe(isLoopback);
    }),
    200,
  );
});

test.each(PUBLIC_ADDRESSES)('%s, at the edge of a forbidden block, is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});
