import type { BankDirectoryHealth } from '../bank-directory.ts';

/** The state of the contact with the Available Banks service. */
export type Contact =
  | { readonly kind: 'none' }
  | { readonly kind: 'working' }
  | { readonly kind: 'failing'; readonly sinceMs: number; readonly reason: string };

/**
 * Describes in one sentence how reliable the list of banks is.
 * @param readAtMs time at which this process or an earlier one read the list; undefined without a list.
 */
export function describeHealth(
  contact: Contact,
  readAtMs: number | undefined,
  nowMs: number,
): BankDirectoryHealth {
  return {
    source: 'remote',
    fresh: contact.kind === 'working',
    usable: readAtMs !== undefined,
    detail: readAtMs === undefined ? describeLack(contact) : describeList(contact, readAtMs, nowMs),
  };
}

function describeLack(contact: Contact): string {
  if (contact.kind !== 'failing')
    return 'there is no list of banks: the Available Banks service was not read yet';
  return `there is no list of banks: the Available Banks service fails since ${iso(contact.sinceMs)}: it ${contact.reason}`;
}

function describeList(contact: Contact, readAtMs: number, nowMs: number): string {
  if (contact.kind === 'working') {
    const ageSeconds = Math.max(0, Math.round((nowMs - readAtMs) / 1000));
    return `fresh: the list of banks was read from the Available Banks service ${ageSeconds} s ago`;
  }
  const list = `the list of banks was read at ${iso(readAtMs)}`;
  if (contact.kind === 'none')
    return `stale: ${list}; the Available Banks service was not read since the start`;
  return `stale: ${list}; the Available Banks service fails since ${iso(contact.sinceMs)}: it ${contact.reason}`;
}

function iso(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
