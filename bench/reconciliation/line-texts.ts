import type { WrittenLine } from './plan.ts';

/** The change of the balance by a line: none before it is booked. */
export function signedMinor({ direction, status, amountMinor }: WrittenLine['line']): number {
  if (status === 'pending') return 0;
  return direction === 'credit' ? amountMinor : -amountMinor;
}

/** The balance after all lines. */
export function closingMinor(openingMinor: number, lines: readonly WrittenLine[]): number {
  return lines.reduce((sum, { line }) => sum + signedMinor(line), openingMinor);
}

/** The text of a line where a format has one field for all of it. */
export function textOf({ returnReason, structuredReference, remittance }: WrittenLine['line']): string {
  return [returnReason === null ? '' : 'IADE', structuredReference ?? '', ...remittance]
    .filter((text) => text !== '')
    .join(' ');
}
