import type { IncomingMessage } from 'node:http';
import { isIPv4, type Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import {
  type CidrBlock,
  type IpAddress,
  isInBlock,
  isLoopback,
  parseAddress,
  parseCidr,
  unmap,
} from '../kernel/address.ts';

/** Replaces an unknown address. No allowlist contains it. */
const UNKNOWN = 'unknown';
/** One customer usually gets a whole IPv6 network of this size (RFC 6177). */
const NETWORK_PREFIX = 64;

/** The peer address of a connection. A dual-stack socket reports IPv4 peers as IPv4-mapped IPv6. */
export function peerAddress({ remoteAddress = '' }: Socket): string {
  return remoteAddress.replace(/^::ffff:(?=\d+\.)/, '');
}

/** Whether the peer of a connection is on this machine. */
export function isLoopbackPeer(peer: string): boolean {
  const address = parseAddress(peer);
  return address !== undefined && isLoopback(address);
}

/**
 * Returns the part of an address that identifies one customer: a whole IPv4 address, or the network of an IPv6 address.
 */
export function networkOf(address: string): string {
  if (isIPv4(address) || !ipaddr.IPv6.isValid(address)) return address;
  return String(ipaddr.IPv6.networkAddressFromCIDR(`${address}/${NETWORK_PREFIX}`));
}

/**
 * The address that a request comes from. `X-Forwarded-For` is trusted only for as many entries, from its right
 * end, as there are trusted proxies. Some proxies append a port to the address.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  const peer = peerAddress(request.socket);
  if (trustedProxies === 0) return peer;
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((entry) => withoutPort(entry.trim()))
    .filter((entry) => entry !== '');
  const hops = [...forwarded, peer];
  const address = parseUnmapped(hops[Math.max(0, hops.length - 1 - trustedProxies)] ?? peer);
  // Never the proxy's own address instead, because an allowlist may contain that.
  return address ? String(address) : UNKNOWN;
}

function withoutPort(entry: string): string {
  return /^\[(.*)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry;
}

function parseUnmapped(text: string): IpAddress | undefined {
  const address = parseAddress(text);
  return address && unmap(address);
}

/** Parsed allowlists. A client is loaded once and checked many times. */
const parsedLists = new WeakMap<readonly string[], readonly CidrBlock[]>();

/** Checks whether the address lies in one of the CIDR blocks; an empty list allows every address. */
export function isAllowed(address: string, cidrs: readonly string[]): boolean {
  if (cidrs.length === 0) return true;
  let blocks = parsedLists.get(cidrs);
  if (!blocks) {
    blocks = cidrs.flatMap((cidr) => parseCidr(cidr) ?? []);
    parsedLists.set(cidrs, blocks);
  }
  const parsed = parseUnmapped(address);
  return parsed !== undefined && blocks.some((block) => isInBlock(parsed, block));
}
