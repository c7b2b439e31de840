const BITS = { ipv4: 32, ipv6: 128 } as const;

interface Block {
  readonly family: keyof typeof BITS;
  readonly value: bigint;
  readonly prefix: number;
}

export type CidrReading = { readonly cidr: string } | { readonly problem: string };

/**
 * Reads an address or a CIDR block (RFC 4632, RFC 4291) into its one canonical spelling (RFC 5952), always with
 * a prefix: `10.0.0.7` becomes `10.0.0.7/32`. An IPv4-mapped IPv6 block becomes the IPv4 block that it is.
 * A block with bits beyond its prefix is a problem: whether the host or the network was meant is not ours to guess.
 */
export function readCidr(text: string): CidrReading {
  const block = parseBlock(text);
  if (!block)
    return { problem: 'must be an IP address or a CIDR block, such as 203.0.113.7 or 2001:db8::/32.' };
  const hostBits = BigInt(BITS[block.family] - block.prefix);
  const network = (block.value >> hostBits) << hostBits;
  if (network === block.value) return { cidr: printBlock(block) };
  const host = printBlock({ ...block, prefix: BITS[block.family] });
  const problem = `has bits beyond its prefix: write ${printBlock({ ...block, value: network })} or ${host}.`;
  return { problem };
}

function parseBlock(text: string): Block | undefined {
  const [, address = '', prefixText] = /^([0-9a-fA-F:.]{2,45})(?:\/(0|[1-9]\d{0,2}))?$/.exec(text) ?? [];
  const ipv4 = parseIpv4(address);
  if (ipv4 !== undefined) return blockOf('ipv4', ipv4, prefixText);
  const ipv6 = parseIpv6(address);
  if (ipv6 === undefined) return undefined;
  const block = blockOf('ipv6', ipv6, prefixText);
  const isMapped = block !== undefined && block.prefix >= 96 && ipv6 >> 32n === 0xffffn;
  return isMapped ? { family: 'ipv4', value: ipv6 & 0xffff_ffffn, prefix: block.prefix - 96 } : block;
}

function blockOf(
  family: Block['family'],
  value: bigint,
  prefixText = String(BITS[family]),
): Block | undefined {
  const prefix = Number(prefixText);
  return prefix <= BITS[family] ? { family, value, prefix } : undefined;
}

function parseIpv4(text: string): bigint | undefined {
  const octets = text.split('.');
  // A leading zero is octal to some readers and decimal to others.
  const valid = octets.length === 4 && octets.every((octet) => /^(0|[1-9]\d{0,2})$/.test(octet));
  if (!valid || octets.some((octet) => Number(octet) > 255)) return undefined;
  return octets.reduce((value, octet) => (value << 8n) | BigInt(octet), 0n);
}

function parseIpv6(text: string): bigint | undefined {
  if (!text.includes(':') || !URL.canParse(`http://[${text}]`)) return undefined;
  const [head = '', tail] = compress(text).split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const zeros = new Array<string>(8 - left.length - right.length).fill('0');
  return [...left, ...zeros, ...right].reduce((value, group) => (value << 16n) | BigInt(`0x${group}`), 0n);
}

/** The canonical spelling of a valid IPv6 address: URLs print exactly that. */
function compress(address: string): string {
  return new URL(`http://[${address}]`).hostname.slice(1, -1);
}

function printBlock({ family, value, prefix }: Block): string {
  const unit = family === 'ipv4' ? 8n : 16n;
  const parts: string[] = [];
  for (let shift = BigInt(BITS[family]) - unit; shift >= 0n; shift -= unit)
    parts.push(((value >> shift) & ((1n << unit) - 1n)).toString(family === 'ipv4' ? 10 : 16));
  return `${family === 'ipv4' ? parts.join('.') : compress(parts.join(':'))}/${prefix}`;
}
