import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';

/**
 * The address a request comes from. `X-Forwarded-For` is believed only for as many entries, from its right
 * end, as there are trusted proxies.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  const peer = unmap(request.socket.remoteAddress ?? '');
  if (trustedProxies === 0) return peer;
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((entry) => unmap(entry.trim()))
    .filter((entry) => entry !== '');
  const hops = [...forwarded, peer];
  const address = hops[Math.max(0, hops.length - 1 - trustedProxies)] ?? peer;
  // What is no address would only fool whoever reads the log.
  return isIP(address) === 0 ? peer : address;
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
