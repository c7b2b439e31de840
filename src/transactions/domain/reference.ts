import { createCipheriv } from 'node:crypto';

/**
 * No vowels, and one of each group that looks alike (0 O Q, 1 I L, 2 Z, 5 S, 6 G, 8 B, U V): a reference is copied from
 * a screen by hand, and spells no word. Their number is a prime, which the check character needs.
 */
const ALPHABET = '23456789CDFHJKMNPRTVWXY';
const BASE = ALPHABET.length;
const LENGTH = 8;
const BODIES = BASE ** (LENGTH - 1);

const SHORT = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);
/** The creditor reference of ISO 11649 around a reference: RF, two check digits, the reference. */
const CREDITOR = new RegExp(`^RF\\d\\d[${ALPHABET}]{${LENGTH}}$`);
const SEPARATOR = /[\s\u00a0\u2007\u202f\u2010-\u2015-]/g;

/** The eight characters of a reference, with which its RF form ends. */
export function shortReference(reference: string): string {
  return reference.slice(-LENGTH);
}

/** Converts the sequential numbers of transactions to references and back. */
export interface References {
  /** The reference of a number. One reference does not reveal the next one. */
  of(number: number): string;
  /** The numbers that can have a reference, in either form; empty for a text that is not a reference. */
  numbersOf(reference: string): readonly number[];
}

/**
 * Numbers that have the same reference differ by a multiple of the count of references. This many of them are looked
 * up.
 */
const ROUNDS_OF_NUMBERS = 4;

/**
 * References that need no look-up: each is a number under a keyed permutation, a Feistel network over 32 bits that is
 * repeated until the result is one of the references. A reference is repeated after 3.4 thousand million others.
 * @param key 32 hex digits. Another key gives other references.
 */
export function createReferences(key: string): References {
  const permutation = createPermutation(key);
  return {
    of: (number) => makeReference(permutation.forth(number % BODIES)),
    numbersOf(reference) {
      if (!isReference(reference)) return [];
      const first = permutation.back(numberOf(shortReference(reference)));
      return Array.from({ length: ROUNDS_OF_NUMBERS }, (_, round) => first + round * BODIES);
    },
  };
}

const HALF = 2 ** 16;
/** Four are enough for random functions; more cost little. */
const FEISTEL_ROUNDS = 6;

/** The random function of each round, as a table: 768 KiB of the key stream of AES. */
function createTables(key: string): Uint16Array {
  const tables = new Uint16Array(FEISTEL_ROUNDS * HALF);
  const cipher = createCipheriv('aes-128-ctr', Buffer.from(key, 'hex'), Buffer.alloc(16));
  const stream = cipher.update(Buffer.alloc(tables.byteLength));
  for (let index = 0; index < tables.length; index += 1) tables[index] = stream.readUInt16LE(2 * index);
  return tables;
}

function createPermutation(key: string) {
  const tables = createTables(key);
  const mix = (round: number, half: number) => tables[round * HALF + half] ?? 0;
  function once(number: number, isBack: boolean): number {
    let left = Math.floor(number / HALF);
    let right = number % HALF;
    for (let step = 0; step < FEISTEL_ROUNDS; step += 1) {
      if (isBack) [left, right] = [right ^ mix(FEISTEL_ROUNDS - 1 - step, left), left];
      else [left, right] = [right, left ^ mix(step, right)];
    }
    return left * HALF + right;
  }
  function walk(number: number, isBack: boolean): number {
    let found = once(number, isBack);
    while (found >= BODIES) found = once(found, isBack);
    return found;
  }
  return {
    forth: (number: number) => walk(number, false),
    back: (number: number) => walk(number, true),
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

function numberOf(short: string): number {
  let number = 0;
  for (const character of short.slice(0, -1)) number = number * BASE + ALPHABET.indexOf(character);
  return number;
}

/** Checks the characters of a reference in either form, and all its check characters. */
export function isReference(reference: string): boolean {
  if (SHORT.test(reference)) return weightedSum(reference) % BASE === 0;
  if (!CREDITOR.test(reference)) return false;
  const short = reference.slice(-LENGTH);
  return isReference(short) && reference === referenceIn('EUR', short);
}

/**
 * The references that a typed text can mean, in lower case and with blanks or hyphens too. Without RF both forms are
 * meant.
 * @returns an empty list if the characters or the check characters are wrong.
 */
export function readReference(typed: string): readonly string[] {
  const reference = typed.replace(SEPARATOR, '').toUpperCase();
  if (!isReference(reference)) return [];
  return reference.length > LENGTH ? [reference] : [reference, referenceIn('EUR', reference)];
}

/**
 * The references, without RF, from which this text differs by one slip: a character that is wrong, missing, added or
 * exchanged with its neighbour. There are at most 15. A text with two characters outside the alphabet is near none.
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

/** The reference with one more character between these. There is one at most, because the base is a prime. */
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
