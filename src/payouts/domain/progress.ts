import { createHash } from 'node:crypto';

/** @param groups one for all payouts that are equally far, in any order. @returns SHA-256 in hexadecimal. */
export function hashProgress(groups: readonly (readonly unknown[])[]): string {
  const lines = groups.map((group) => JSON.stringify(group)).sort();
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}
