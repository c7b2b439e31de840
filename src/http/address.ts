import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';

/** Stands for an address that no proxy named: no list of addresses allows it. */
const UNKNOWN = 'unknown';

/**
 * The address a request comes from. `X-Forwarded-For` is believed only for as many entries, from its right
 * end, as there are trusted proxies; some of them write a port behind the address.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  const peer = unmap(request.socket.remoteAddress ?? '');
  if (trustedProxies === 0) return peer;
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((entry) => unmap(withoutPort(entry.trim())))
    .filter((entry) => entry !== '');
  const hops = [...forwarded, peer];
  const address = hops[Math.max(0, hops.length - 1 - trustedProxies)] ?? peer;
  // Never the proxy's own address instead: an allowlist may hold that.
  return isIP(address) === 0 ? UNKNOWN : address;
}

function withoutPort(entry: string): string {
  return /^\[(.*)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry;
}

function unmap(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}

const lists = new WeakMap<readonly string[], BlockList>();

/** Whether the address lies in one of the CIDR blocks; an empty list allows every address. */
export function isAllowed(address: string, cidrs: readonly string[]): boolean {
  if (cidrs.length === 0) return true;
  let list = lists.get(cidrs);
  if (!list) {
    list = new BlockList();
    for (const cidr of cidrs) addBlock(list, cidr);
    lists.set(cidrs, list);
  }
  try {
    return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  } catch {
    return false;
  }
}

function addBlock(list: BlockList, cidr: string): void {
  const [address = '', prefix] = cidr.split('/');
  const family = isIPv6(address) ? 'ipv6' : 'ipv4';
  if (prefix === undefined) list.addAddress(address, family);
  else list.addSubnet(address, Number(prefix), family);
}
