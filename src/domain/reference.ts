import type { RandomFill } from './ids.ts';

/**
 * No vowels, and one of each group that looks alike (0 O Q, 1 I L, 2 Z, 5 S, 6 G, 8 B, U V): a reference is copied from
 * a screen by hand, and spells no word. Their number is a prime, which the check character needs.
 */
const ALPHABET = '23456789CDFHJKMNPRTVWXY';
const BASE = ALPHABET.length;
const LENGTH = 8;
const BODIES = BASE ** (LENGTH - 1);
/** One number is drawn from 6 bytes, which makes the bias of the modulo negligible. */
const NUMBER_BYTES = 6;

const SHORT = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);
/** The creditor reference of ISO 11649 around a reference: RF, two check digits, the reference. */
const CREDITOR = new RegExp(`^RF\\d\\d[${ALPHABET}]{${LENGTH}}$`);
const SEPARATOR = /[\s\u00a0\u2007\u202f\u2010-\u2015-]/g;

/** The eight characters of a reference, which the RF form of it ends with. */
export function shortReference(reference: string): string {
  return reference.slice(-LENGTH);
}

/** Creates a generator of references. Its randomness comes from a pool, as that of tokens. */
export function createReferenceGenerator(randomFill: RandomFill): () => string {
  const pool = Buffer.alloc(680 * NUMBER_BYTES);
  let offset = pool.length;
  return () => {
    if (offset === pool.length) {
      randomFill(pool);
      offset = 0;
    }
    const number = pool.readUIntBE(offset, NUMBER_BYTES);
    offset += NUMBER_BYTES;
    return makeReference(number);
  };
}

/** The reference of a number: seven characters, then the check character. */
export function makeReference(number: number): string {
  let body = '';
  let rest = number % BODIES;
  for (let place = 1; place < LENGTH; place += 1) {
    body = ALPHABET.charAt(rest % BASE) + body;
    rest = Math.floor(rest / BASE);
  }
  const sum = weightedSum(body);
  return body + ALPHABET.charAt((BASE - (sum % BASE)) % BASE);
}

/** The form of a reference that transfers of a currency carry: for EUR the creditor reference of ISO 11649. */
export function referenceIn(currency: string, reference: string): string {
  return currency === 'EUR' ? `RF${creditorDigits(reference)}${reference}` : reference;
}

/** Another reference of the same form, for one that an open deposit has already. */
export function nextReference(reference: string): string {
  const body = reference.slice(-LENGTH, -1);
  let number = 0;
  for (const character of body) number = number * BASE + ALPHABET.indexOf(character);
  const next = makeReference(number + 1);
  return reference.length > LENGTH ? referenceIn('EUR', next) : next;
}

/** Checks the characters of a reference in either form, and all its check characters. */
export function isReference(reference: string): boolean {
  if (SHORT.test(reference)) return weightedSum(reference) % BASE === 0;
  if (!CREDITOR.test(reference)) return false;
  const short = reference.slice(-LENGTH);
  return isReference(short) && reference === referenceIn('EUR', short);
}

/**
 * The references that somebody can mean who typed this: in lower case, and with blanks or hyphens. Without RF both
 * forms of it are meant.
 * @returns an empty list if the characters or the check characters are wrong.
 */
export function readReference(typed: string): readonly string[] {
  const reference = typed.replace(SEPARATOR, '').toUpperCase();
  if (!isReference(reference)) return [];
  return reference.length > LENGTH ? [reference] : [reference, referenceIn('EUR', reference)];
}

/**
 * The references, without RF, from which this text differs by one slip: a character that is wrong, missing, added or
 * exchanged with its neighbour. There are at most 15. A text with two characters of no reference is near none.
 */
export function referencesNear(typed: string): readonly string[] {
  const added = typed.length - LENGTH;
  if (added < -1 || added > 1) return [];
  const foreign = Array.from(typed).filter((character) => !ALPHABET.includes(character)).length;
  if (foreign > (added < 0 ? 0 : 1)) return [];
  const variants = new Set<string>();
  for (let place = 0; place <= typed.length; place += 1) {
    const before = typed.slice(0, place);
    const after = typed.slice(place + 1);
    if (added === 1) variants.add(before + after);
    else variants.add(completed(before, typed.slice(place + 1 + added)));
    if (added === 0) variants.add(before + after.charAt(0) + typed.charAt(place) + after.slice(1));
  }
  variants.delete(typed);
  return [...variants].filter((variant) => SHORT.test(variant) && isReference(variant));
}

/** The reference with these characters before and after one more. There is one at most, because the base is a prime. */
function completed(before: string, after: string): string {
  const weight = LENGTH - before.length;
  const sum = weightedSum(before + ALPHABET.charAt(0) + after);
  const missing = Array.from(ALPHABET).find((_, value) => (sum + weight * value) % BASE === 0) ?? '';
  return before + missing + after;
}

/**
 * The weights 8 to 1 are different and none of them is 0 modulo the prime, so the sum of a reference, 0 modulo the
 * prime, changes with every single wrong character and with every swap of two.
 */
function weightedSum(characters: string): number {
  let sum = 0;
  for (let place = 0; place < characters.length; place += 1)
    sum += (LENGTH - place) * ALPHABET.indexOf(characters.charAt(place));
  return sum;
}

/** The check digits of ISO 11649: 98 minus the reference followed by `RF00` modulo 97 (ISO 7064), A as 10 to Z as 35. */
function creditorDigits(reference: string): string {
  let remainder = 0;
  for (const character of `${reference}RF00`) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return String(98 - remainder).padStart(2, '0');
}
