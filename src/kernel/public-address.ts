import { type IpAddress, parseAddress } from './cidr.ts';

/** Looks public, but is the address of the host's own agent on Azure machines. */
const AZURE_AGENT = '168.63.129.16';
/** All global unicast addresses of IPv6 begin with these bits. */
const [GLOBAL_FIRST, GLOBAL_LAST] = [0x20, 0x3f];

/** Checks whether an address is one of the machine itself. A mapped IPv4 address is none: see `unmap`. */
export function isLoopback(address: IpAddress): boolean {
  return address.range() === 'loopback';
}

export interface AddressRules {
  /** Also allows 127.0.0.0/8 and ::1, for development. */
  readonly allowLoopback?: boolean;
}

/**
 * Checks whether an address belongs to the public internet: it is in no special-purpose block (IANA registry, RFC 6890), and
 * in none that was never allocated.
 * @param text IPv4 in dotted decimal, or IPv6 in any spelling without a zone; anything else is refused.
 */
export function isPublicAddress(text: string, { allowLoopback = false }: AddressRules = {}): boolean {
  const address = parseAddress(text);
  if (!address) return false;
  if (isLoopback(address)) return allowLoopback;
  if (address.range() !== 'unicast') return false;
  const [first = 0] = address.toByteArray();
  return address.kind() === 'ipv4'
    ? address.toString() !== AZURE_AGENT
    : first >= GLOBAL_FIRST && first <= GLOBAL_LAST;
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
