import { BlockList, isIP } from 'node:net';

/** Every special-purpose IPv4 block (IANA registry, RFC 6890), and multicast. */
const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
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
  // Looks public, but is where Azure's machines reach the agent of their own host.
  '168.63.129.16/32',
];

/** All that is handed out as global unicast; mapped, translated, local and multicast addresses lie outside. */
const GLOBAL_IPV6 = ['2000::/3'];

/** The special-purpose blocks within it: among them Teredo and 6to4, which carry an IPv4 address. */
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];

// One list for each family: a list of both would take an IPv4-mapped IPv6 address for its IPv4 address.
const specialIpv4 = blockList('ipv4', SPECIAL_IPV4);
const globalIpv6 = blockList('ipv6', GLOBAL_IPV6);
const specialIpv6 = blockList('ipv6', SPECIAL_IPV6);
const loopbackIpv4 = blockList('ipv4', ['127.0.0.0/8']);
const loopbackIpv6 = blockList('ipv6', ['::1/128']);

export interface AddressRules {
  /** Lets 127.0.0.0/8 and ::1 through as well, for development. */
  readonly allowLoopback?: boolean;
}

/**
 * Whether an address is one of the public internet.
 * @param address IPv4 in dotted decimal, or IPv6 in any spelling without a zone; all else is refused.
 */
export function isPublicAddress(address: string, { allowLoopback = false }: AddressRules = {}): boolean {
  if (address.includes('%')) return false;
  switch (isIP(address)) {
    case 4:
      return !specialIpv4.check(address, 'ipv4') || (allowLoopback && loopbackIpv4.check(address, 'ipv4'));
    case 6:
      return isPublicIpv6(address) || (allowLoopback && loopbackIpv6.check(address, 'ipv6'));
    default:
      return false;
  }
}

function isPublicIpv6(address: string): boolean {
  return globalIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6');
}

function blockList(family: 'ipv4' | 'ipv6', blocks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const block of blocks) {
    const [network = '', prefix] = block.split('/');
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
}
