import { isValidIBAN } from 'ibantools';

const SPELLING = /^[A-Za-z0-9 ]{5,64}$/;

/**
 * The electronic form of an IBAN (ISO 13616): upper case, no spaces.
 * @returns undefined unless country, length, structure and the mod-97 check digits are valid.
 */
export function normalizeIban(iban: string): string | undefined {
  if (!SPELLING.test(iban)) return undefined;
  const normalized = iban.replaceAll(' ', '').toUpperCase();
  return isValidIBAN(normalized) ? normalized : undefined;
}
