import { isValidIBAN } from 'ibantools';

/** Spaces, no-break spaces and hyphens group the characters in print, so PDFs and forms hold them. */
const SEPARATOR = /[ \u00a0\u2007\u202f\u2010\u2011-]/g;
const SPELLING = /^[A-Za-z0-9 \u00a0\u2007\u202f\u2010\u2011-]{5,64}$/;

/** The length of an IBAN: from Norway's, the shortest, to the most that ISO 13616 allows. */
const LENGTHS = [15, 34] as const;

/** Whether a text contains a valid IBAN, in any spelling and between any other characters. */
export function holdsIban(text: string): boolean {
  const characters = text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '');
  const [shortest, longest] = LENGTHS;
  for (const { index } of characters.matchAll(/[A-Z](?=[A-Z][0-9]{2})/g))
    for (let length = shortest; length <= longest && index + length <= characters.length; length += 1)
      if (isValidIBAN(characters.slice(index, index + length))) return true;
  return false;
}

/**
 * The electronic form of an IBAN (ISO 13616): upper case, no separators.
 * @returns undefined unless country, length, structure and the mod-97 check digits are valid.
 */
export function normalizeIban(iban: string): string | undefined {
  if (!SPELLING.test(iban)) return undefined;
  const normalized = iban.replace(SEPARATOR, '').toUpperCase();
  return isValidIBAN(normalized) ? normalized : undefined;
}
