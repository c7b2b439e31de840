import { type CidrBlock, type IpAddress, isInBlock, parseAddress, parseCidr } from './cidr.ts';

/** Every special-purpose IPv4 block (IANA registry, RFC 6890), and multicast. */
const SPECIAL_IPV4 = blocksOf([
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
  // Looks public, but is the address of the host's own agent on Azure machines.
  '168.63.129.16/32',
]);

/** All global unicast addresses. Mapped, translated, local and multicast addresses are not among them. */
const GLOBAL_IPV6 = blocksOf(['2000::/3']);

/** The special-purpose blocks within global unicast. Teredo and 6to4 among them carry an IPv4 address. */
const SPECIAL_IPV6 = blocksOf(['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']);

const LOOPBACK = blocksOf(['127.0.0.0/8', '::1/128']);

/** Checks whether an address is one of the machine itself. A mapped IPv4 address is none: see `unmap`. */
export function isLoopback(address: IpAddress): boolean {
  return isInAny(address, LOOPBACK);
}

export interface AddressRules {
  /** Also allows 127.0.0.0/8 and ::1, for development. */
  readonly allowLoopback?: boolean;
}

/**
 * Checks whether an address belongs to the public internet.
 * @param text IPv4 in dotted decimal, or IPv6 in any spelling without a zone; anything else is refused.
 */
export function isPublicAddress(text: string, { allowLoopback = false }: AddressRules = {}): boolean {
  const address = parseAddress(text);
  if (!address) return false;
  if (allowLoopback && isLoopback(address)) return true;
  return address.kind() === 'ipv4'
    ? !isInAny(address, SPECIAL_IPV4)
    : isInAny(address, GLOBAL_IPV6) && !isInAny(address, SPECIAL_IPV6);
}

/**
 * Finds the address that a URL names itself, without any look-up.
 * @returns it in the spelling of the URL parser, which turns every spelling of an IPv4 address into dotted decimal, and
 * without the brackets of IPv6; undefined when the URL names its host by a name.
 */
export function literalAddress(url: string): string | undefined {
  const { hostname } = new URL(url);
  const host = /^\[(.*)\]$/.exec(hostname)?.[1] ?? hostname;
  return parseAddress(host) && host;
}

function isInAny(address: IpAddress, blocks: readonly CidrBlock[]): boolean {
  return blocks.some((block) => isInBlock(address, block));
}

function blocksOf(cidrs: readonly string[]): readonly CidrBlock[] {
  return cidrs.map((cidr) => {
    const block = parseCidr(cidr);
    if (!block) throw new TypeError(`${cidr} is no CIDR block`);
    return block;
  });
}
