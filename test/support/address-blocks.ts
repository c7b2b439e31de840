import fc from 'fast-check';

/** Blocks outside the public internet: special-purpose ones, and those that were never allocated. */
export const FORBIDDEN_BLOCKS = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '255.255.255.255/32',
  '::/128',
  '::1/128',
  '::2/127',
  '::1:0/112',
  '::7f00:0/104',
  '::ffff:0:0/96',
  '::ffff:0:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '100:0:0:1::/64',
  '200::/7',
  '400::/6',
  '1000::/4',
  '2001::/32',
  '2001::/23',
  '2001:20::/28',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
  '4000::/3',
  '5f00::/16',
  '8000::/1',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
] as const;

/** Blocks that are allowed in development. */
export const LOOPBACK_BLOCKS: readonly string[] = ['127.0.0.0/8', '::1/128'];

/** The last addresses before forbidden blocks, and the first ones after them. */
export const PUBLIC_ADDRESSES = [
  '1.0.0.0',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '191.255.255.255',
  '192.0.1.0',
  '192.0.3.0',
  '192.88.98.255',
  '192.88.100.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '198.51.99.255',
  '198.51.101.0',
  '203.0.112.255',
  '203.0.114.0',
  '223.255.255.255',
  '2000::',
  '2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  '2001:200::',
  '2001:db7:ffff:ffff:ffff:ffff:ffff:ffff',
  '2001:db9::',
  '2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  '2003::',
  '2606:4700:4700::1111',
  '3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
];

/** Any address of a block, often one of its ends, in several spellings. It uses no address library. */
export function addressesOf(block: string): fc.Arbitrary<readonly string[]> {
  const [network = '', prefix] = block.split('/');
  const [bits, count, radix] = network.includes('.') ? [8, 4, 10] : [16, 8, 16];
  const given = network.split(/[.:]+/).filter(Boolean);
  const zeros = Array<string>(count - given.length).fill('0');
  const parts = network.startsWith('::') ? [...zeros, ...given] : [...given, ...zeros];
  const numbers = parts.map((part, index) => {
    const min = Number.parseInt(part, radix);
    const max = min + 2 ** Math.min(bits, Math.max(0, (index + 1) * bits - Number(prefix))) - 1;
    return fc.oneof(fc.constantFrom(min, max), fc.integer({ min, max }));
  });
  return fc.tuple(...numbers).map((all) => (bits === 8 ? [all.join('.')] : spellingsOf(all)));
}

function spellingsOf(numbers: readonly number[]): readonly string[] {
  const groups = numbers.map((number) => number.toString(16));
  const padded = groups.map((group) => group.padStart(4, '0').toUpperCase());
  const octets = numbers.slice(6).flatMap((number) => [number >> 8, number & 255]);
  const short = new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1);
  return [short, groups.join(':'), padded.join(':'), `${groups.slice(0, 6).join(':')}:${octets.join('.')}`];
}
