import { isValidIBAN } from 'ibantools';

/** Spaces, no-break spaces and hyphens group the characters in print, so PDFs and forms hold them. */
const SEPARATOR = /[ \u00a0\u2007\u202f\u2010\u2011-]/g;
const SPELLING = /^[A-Za-z0-9 \u00a0\u2007\u202f\u2010\u2011-]{5,64}$/;

/**
 * The electronic form of an IBAN (ISO 13616): upper case, no separators.
 * @returns undefined unless country, length, structure and the mod-97 check digits are valid.
 */
export function normalizeIban(iban: string): string | undefined {
  if (!SPELLING.test(iban)) return undefined;
  const normalized = iban.replace(SEPARATOR, '').toUpperCase();
  return isValidIBAN(normalized) ? normalized : undefined;
}
