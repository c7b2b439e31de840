import { BlockList, isIP } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCidr } from '../../src/kernel/cidr.ts';
import { holds } from '../support/properties.ts';

const read = (text: string) => {
  const reading = readCidr(text);
  return 'cidr' in reading ? reading.cidr : undefined;
};

test.each([
  ['203.0.113.7', '203.0.113.7/32'],
  ['203.0.113.7/32', '203.0.113.7/32'],
  ['10.0.0.0/8', '10.0.0.0/8'],
  ['0.0.0.0/0', '0.0.0.0/0'],
  ['255.255.255.255', '255.255.255.255/32'],
  ['::', '::/128'],
  ['::/0', '::/0'],
  ['::1', '::1/128'],
  ['2001:DB8:0:0:0:0:0:0/32', '2001:db8::/32'],
  ['2001:0db8:0000:0000:0001:0000:0000:0001', '2001:db8::1:0:0:1/128'],
  ['1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7:8/128'],
  ['fe80::/10', 'fe80::/10'],
  ['::ffff:192.0.2.1', '192.0.2.1/32'],
  ['::ffff:c000:0201', '192.0.2.1/32'],
  ['::ffff:192.0.2.0/120', '192.0.2.0/24'],
  ['::ffff:0:0/96', '0.0.0.0/0'],
])('%s is the block %s', (text, cidr) => {
  expect(read(text)).toBe(cidr);
});

test.each([
  '',
  ' ',
  'any',
  'localhost',
  '10.0.0',
  '10.0.0.0.0',
  '10.0.0.256',
  '010.0.0.1',
  '0x0a.0.0.1',
  '167772161',
  '10.0.0.1 ',
  '10.0.0.0/33',
  '10.0.0.0/08',
  '10.0.0.0/',
  '10.0.0.0/-1',
  '10.0.0.0/8/8',
  '10.0.0.0/255.0.0.0',
  '::/129',
  ':::',
  '1::2::3',
  '1:2:3:4:5:6:7',
  '1:2:3:4:5:6:7:8:9',
  '12345::',
  'fe80::1%eth0',
  '[::1]',
  '::ffff:010.0.0.1',
  '::1@example.com',
])('%j is no block', (text) => {
  expect(readCidr(text)).toMatchObject({ problem: { code: 'not_an_address' } });
});

test.each([
  ['10.0.0.1/8', '10.0.0.0/8', '10.0.0.1/32'],
  ['2001:db8::1/32', '2001:db8::/32', '2001:db8::1/128'],
  ['::ffff:192.0.2.1/120', '192.0.2.0/24', '192.0.2.1/32'],
  ['1.2.3.4/0', '0.0.0.0/0', '1.2.3.4/32'],
])('%s is refused, and the message offers the network and the address', (text, network, address) => {
  expect(readCidr(text)).toMatchObject({
    problem: {
      params: { network, host: address },
      message: `has bits beyond its prefix: write ${network} or ${address}.`,
    },
  });
});

test('every address is a block of its own, in one spelling that is read unchanged', () => {
  holds(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => {
      const cidr = read(address) ?? expect.fail(`${address} was refused`);
      expect(read(cidr)).toBe(cidr);
      const [canonical = '', prefix] = cidr.split('/');
      expect(prefix).toBe(isIP(canonical) === 4 ? '32' : '128');
      const list = new BlockList();
      list.addAddress(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
      expect(list.check(canonical, isIP(canonical) === 4 ? 'ipv4' : 'ipv6')).toBe(true);
    }),
  );
});

test('the network in a refusal is a block that contains the address', () => {
  holds(
    fc.property(fc.ipV6(), fc.integer({ min: 1, max: 127 }), (address, prefix) => {
      const reading = readCidr(`${address}/${prefix}`);
      const network = 'cidr' in reading ? reading.cidr : String(reading.problem.params.network);
      expect(read(network)).toBe(network);
      const [base = '', length] = network.split('/');
      if (isIP(base) === 4) return;
      const list = new BlockList();
      list.addSubnet(base, Number(length), 'ipv6');
      expect(list.check(address, 'ipv6')).toBe(true);
    }),
  );
});
