/** Amounts are integers of minor units (hundredths) inside, JSON numbers with at most two decimals outside. */
export const AMOUNT_MIN_MINOR = 1;
export const AMOUNT_MAX_MINOR = 100_000_000_000;

const DECIMAL = /^(\d{1,32})(?:\.(\d{1,2}))?$/;

/**
 * Reads a decimal as a form carries it: digits, then optionally a point and one or two digits.
 * @returns minor units, or undefined when the text is anything else or out of 0.01 to 1,000,000,000.
 */
export function parseAmountMinor(text: string): number | undefined {
  const match = DECIMAL.exec(text);
  if (!match) return undefined;
  const minor = BigInt(match[1] + (match[2] ?? '').padEnd(2, '0'));
  return minor >= AMOUNT_MIN_MINOR && minor <= AMOUNT_MAX_MINOR ? Number(minor) : undefined;
}

/** The minor units of a JSON number; undefined when it is no decimal with at most two fraction digits in range. */
export function amountToMinor(amount: number): number | undefined {
  return parseAmountMinor(String(amount));
}

/** The JSON number of an amount. A division rounds to the nearest double, which prints as the same decimal. */
export function minorToAmount(amountMinor: number): number {
  return amountMinor / 100;
}

/** The amount as a JSON number prints: `500`, `100.5`. */
export function printAmount(amountMinor: number): string {
  return String(minorToAmount(amountMinor));
}
