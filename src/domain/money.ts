/** Amounts are integers of minor units (hundredths) inside, JSON numbers with at most two decimals outside. */
export const AMOUNT_MIN_MINOR = 1;
export const AMOUNT_MAX_MINOR = 100_000_000_000;

const DECIMAL = /^(\d{1,32})(?:\.(\d{1,2}))?$/;

/**
 * Reads a decimal as a form carries it: digits, then optionally a point and one or two digits.
 * @returns minor units, or undefined when the text is anything else or out of 0.01 to 1,000,000,000.
 */
export function parseAmountMinor(text: string): number | undefined {
  const [, units, fraction = ''] = DECIMAL.exec(text) ?? [];
  // More digits than a double holds are rounded, but never back into the range.
  return units === undefined ? undefined : inRange(Number(units + fraction.padEnd(2, '0')));
}

/** The minor units of a JSON number; undefined when it is no decimal with at most two fraction digits in range. */
export function amountToMinor(amount: number): number | undefined {
  const minor = Math.round(amount * 100);
  // The division is exact to the nearest double, which is what the decimal was read as: see minorToAmount.
  return minorToAmount(minor) === amount ? inRange(minor) : undefined;
}

function inRange(minor: number): number | undefined {
  return minor >= AMOUNT_MIN_MINOR && minor <= AMOUNT_MAX_MINOR ? minor : undefined;
}

/** The JSON number of an amount. A division rounds to the nearest double, which prints as the same decimal. */
export function minorToAmount(amountMinor: number): number {
  return amountMinor / 100;
}

/** The amount as a JSON number prints: `500`, `100.5`. */
export function printAmount(amountMinor: number): string {
  return String(minorToAmount(amountMinor));
}
