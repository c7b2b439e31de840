/** Amounts are integers of minor units (hundredths) internally; requests and responses have JSON numbers. */
export const AMOUNT_MIN_MINOR = 1;
export const AMOUNT_MAX_MINOR = 100_000_000_000;

const DECIMAL = /^(\d{1,32})(?:\.(\d{1,2}))?$/;

/**
 * Reads a decimal from text: digits, then optionally a point and one or two digits.
 * @returns minor units; undefined for any other text, and outside 0.01 to 1,000,000,000.
 */
export function parseAmountMinor(text: string): number | undefined {
  const [, units, fraction = ''] = DECIMAL.exec(text) ?? [];
  // More digits than a double holds are rounded, but never into the range.
  return units === undefined ? undefined : inRange(Number(units + fraction.padEnd(2, '0')));
}

/** Digits, or groups of three with one sign between them; then a point or a comma and one or two digits. */
const PRINTED =
  /^(\d{1,32}|[1-9]\d{0,2}(?:([.,'\u2019 \u00a0\u202f])\d{3})(?:\2\d{3})*)(?:([.,])(\d{1,2}))?$/;

/**
 * Reads an amount as statements and pages print it: `1.250,50`, `1,250.50`, `1250.5`, `1 250`.
 * @returns minor units; undefined for any other text, and outside 0.01 to 1,000,000,000.
 */
export function parsePrintedAmount(text: string): number | undefined {
  const [, units, group, point, fraction = ''] = PRINTED.exec(text) ?? [];
  if (units === undefined || (group !== undefined && group === point)) return undefined;
  return parseAmountMinor(`${units.replace(/\D/g, '')}${fraction && `.${fraction}`}`);
}

/** The minor units of a JSON number; undefined with more than two decimals, or outside the range. */
export function amountToMinor(amount: number): number | undefined {
  const minor = Math.round(amount * 100);
  // JSON.parse reads a decimal as the nearest double, and the division yields the same one: see minorToAmount.
  return minorToAmount(minor) === amount ? inRange(minor) : undefined;
}

function inRange(minor: number): number | undefined {
  return minor >= AMOUNT_MIN_MINOR && minor <= AMOUNT_MAX_MINOR ? minor : undefined;
}

/** The JSON number of an amount. A division rounds to the nearest double, which prints as the same decimal. */
export function minorToAmount(amountMinor: number): number {
  return amountMinor / 100;
}

/** The amount printed like a JSON number: `500`, `100.5`. */
export function printAmount(amountMinor: number): string {
  return String(minorToAmount(amountMinor));
}
