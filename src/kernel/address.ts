import ipaddr from 'ipaddr.js';
import { type Fault, fault } from './problems.ts';

const BITS = { ipv4: 32, ipv6: 128 } as const;
/** Length of the prefix of IPv4-mapped IPv6 addresses (RFC 4291, section 2.5.5.2). */
const MAPPED_PREFIX = 96;

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

/** All addresses that share their first `prefix` bits with `address`. */
export interface CidrBlock {
  readonly address: IpAddress;
  readonly prefix: number;
}

export type CidrReading = { readonly cidr: string } | { readonly problem: Fault };

/**
 * Reads an address or a CIDR block (RFC 4632, RFC 4291) into its one canonical spelling (RFC 5952), always with
 * a prefix: `10.0.0.7` becomes `10.0.0.7/32`. An IPv4-mapped IPv6 block becomes the IPv4 block that it maps.
 * A block with bits beyond its prefix is a problem, because it may mean the host or the network.
 */
export function readCidr(text: string): CidrReading {
  const block = parseCidr(text);
  if (!block) return { problem: fault('not_an_address') };
  const { address, prefix } = block;
  const cidr = `${address}/${prefix}`;
  const network = `${networkAddress(block)}/${prefix}`;
  if (network === cidr) return { cidr };
  const host = `${address}/${BITS[address.kind()]}`;
  return { problem: fault('address_bits', { network, host }) };
}

/** Parses an address or a CIDR block; undefined when the text is neither. Bits beyond the prefix are kept. */
export function parseCidr(text: string): CidrBlock | undefined {
  const [, addressText = '', prefixText] = /^([^/]+)(?:\/(0|[1-9]\d{0,2}))?$/.exec(text) ?? [];
  const address = parseAddress(addressText);
  if (!address) return undefined;
  const bits = BITS[address.kind()];
  const prefix = prefixText === undefined ? bits : Number(prefixText);
  if (prefix > bits) return undefined;
  return prefix >= MAPPED_PREFIX && isMapped(address)
    ? { address: address.toIPv4Address(), prefix: prefix - MAPPED_PREFIX }
    : { address, prefix };
}

/**
 * Parses an IPv4 address in dotted decimal without leading zeros, or an IPv6 address in any spelling without a zone.
 * @returns undefined for any other text. An IPv4-mapped IPv6 address stays an IPv6 address.
 */
export function parseAddress(text: string): IpAddress | undefined {
  if (!/^[\da-f:.]{2,45}$/i.test(text)) return undefined;
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  // URL reads IPv6 first, because ipaddr.js takes `::192.0.2.1` for IPv4-mapped and allows leading zeros in it.
  const url = `http://[${text}]`;
  return URL.canParse(url) ? ipaddr.IPv6.parse(new URL(url).hostname.slice(1, -1)) : undefined;
}

/** The IPv4 address of an IPv4-mapped IPv6 address; any other address unchanged. */
export function unmap(address: IpAddress): IpAddress {
  return isMapped(address) ? address.toIPv4Address() : address;
}

function isMapped(address: IpAddress): address is ipaddr.IPv6 {
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress();
}

export function isInBlock(address: IpAddress, block: CidrBlock): boolean {
  return address.kind() === block.address.kind() && address.match(block.address, block.prefix);
}

function networkAddress({ address, prefix }: CidrBlock): IpAddress {
  const family = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  return family.networkAddressFromCIDR(`${address}/${prefix}`);
}

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
