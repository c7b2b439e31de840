import { formatCount, readAmount } from '../format.ts';
import { FormError } from '../service/failures.ts';
import { adminTexts } from '../texts/admin.ts';
import { texts } from '../texts/texts.ts';
import type { Values } from '../ui/use-submit.ts';

/** Reads the amount in a field; null when it is empty. @throws FormError when the text is not an amount. */
export function readOptionalAmount(values: Values, name: string): number | null {
  const text = values.get(name)?.trim() ?? '';
  if (text === '') return null;
  const amount = readAmount(text);
  if (amount === undefined) throw new FormError({ [name]: adminTexts().banks.badAmount });
  return amount;
}

/** Reads a pair of limits; null when both fields are empty. @throws FormError when only one is filled. */
export function readLimits(values: Values, name: string) {
  const minAmount = readOptionalAmount(values, `${name}.minAmount`);
  const maxAmount = readOptionalAmount(values, `${name}.maxAmount`);
  if (minAmount === null && maxAmount === null) return null;
  if (minAmount === null) throw new FormError({ [`${name}.minAmount`]: adminTexts().banks.bothOrNone });
  if (maxAmount === null) throw new FormError({ [`${name}.maxAmount`]: adminTexts().banks.bothOrNone });
  return { minAmount, maxAmount };
}

/**
 * Reads the number in a field; 0 when it is empty.
 * @throws FormError when the text is not a whole number up to the maximum.
 */
export function readWholeNumber(values: Values, name: string, maximum: number): number {
  const text = values.get(name)?.trim() || '0';
  if (/^\d+$/.test(text) && Number(text) <= maximum) return Number(text);
  const { not_a_whole_number: words } = texts().failures.fields;
  throw new FormError({ [name]: words({ minimum: '0', maximum: formatCount(maximum) }) });
}
