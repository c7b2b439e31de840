import { expect, test } from 'vitest';
import {
  createReferences,
  isReference,
  makeReference,
  readReference,
  referenceIn,
} from '../../src/transactions/domain/reference.ts';
import { createRandom } from '../support/random.ts';

const ALPHABET = '23456789CDFHJKMNPRTVWXY';
const random = createRandom(20_261_120);
const KEY = '000102030405060708090a0b0c0d0e0f';
const REFERENCES = Array.from({ length: 300 }, () => makeReference(random.below(2 ** 31)));

test('a reference has eight characters, of which none looks like another and none is a vowel', () => {
  for (const reference of REFERENCES) expect(reference).toMatch(new RegExp(`^[${ALPHABET}]{8}$`));
  for (const looksAlike of ['0OQ', '1IL', '2Z', '5S', '6G', '8B', 'UV'])
    expect([...looksAlike].filter((character) => ALPHABET.includes(character)).length).toBeLessThan(2);
});

test('every single wrong character is found', () => {
  for (const reference of REFERENCES)
    for (let place = 0; place < 8; place += 1)
      for (const wrong of ALPHABET) {
        if (wrong === reference[place]) continue;
        expect(isReference(reference.slice(0, place) + wrong + reference.slice(place + 1))).toBe(false);
      }
});

test('every swap of two characters is found, of neighbours and of others', () => {
  for (const reference of REFERENCES)
    for (let one = 0; one < 8; one += 1)
      for (let other = one + 1; other < 8; other += 1) {
        const swapped = [...reference];
        [swapped[one], swapped[other]] = [reference[other]!, reference[one]!];
        expect(isReference(swapped.join(''))).toBe(reference[one] === reference[other]);
      }
});

test('it is read as people type it: in lower case, with blanks or hyphens', () => {
  for (const reference of REFERENCES) {
    const [head, tail] = [reference.slice(0, 4), reference.slice(4)];
    for (const typed of [
      reference,
      `${head} ${tail}`,
      `${head}-${tail}`.toLowerCase(),
      ` ${head}\u00a0${tail} `,
    ])
      expect(readReference(typed)).toEqual([reference, referenceIn('EUR', reference)]);
  }
  for (const none of ['', 'ABCDEFGH', '1234567', '٢٢٢٢٢٢٢٢', 'RF', 'RF00'])
    expect(readReference(none)).toEqual([]);
});

test('for EUR it is a creditor reference of ISO 11649: the number of its rearranged characters is 1 modulo 97', () => {
  for (const short of REFERENCES) {
    const reference = referenceIn('EUR', short);
    expect(reference).toBe(`RF${reference.slice(2, 4)}${short}`);
    const digits = [...(reference.slice(4) + reference.slice(0, 4))].map((one) => Number.parseInt(one, 36));
    expect(BigInt(digits.join('')) % 97n).toBe(1n);
    expect(isReference(reference)).toBe(true);
    expect(
      readReference(`${reference.slice(0, 4)} ${short.slice(0, 4)} ${short.slice(4)}`.toLowerCase()),
    ).toEqual([reference]);
    const wrong = `RF${String((Number(reference.slice(2, 4)) + 1) % 100).padStart(2, '0')}${short}`;
    expect(isReference(wrong)).toBe(false);
  }
  expect(referenceIn('TRY', '22222222')).toBe('22222222');
});

test('each number has a reference of its own, by which it is found', () => {
  const references = createReferences(KEY);
  const numbers = [0, 1, 2, 23 ** 7 - 1, ...Array.from({ length: 2000 }, (_, index) => index * 1_699_999)];
  const made = new Map(numbers.map((number) => [references.of(number), number]));
  expect(made.size).toBe(new Set(numbers).size);
  for (const [reference, number] of made) {
    expect(isReference(reference)).toBe(true);
    expect(references.numbersOf(reference)[0]).toBe(number);
    expect(references.numbersOf(referenceIn('EUR', reference))[0]).toBe(number);
  }
});

test('a number beyond the last reference has one that names it, too', () => {
  const references = createReferences(KEY);
  const reference = references.of(5 + 2 * 23 ** 7);
  expect(references.numbersOf(reference)).toContain(5 + 2 * 23 ** 7);
});

test('what is no reference has no numbers', () => {
  const references = createReferences(KEY);
  for (const none of ['', 'RF', '2222222X', '2222-2222', 'RF00XXXXXXXX'])
    expect(references.numbersOf(none)).toEqual([]);
});

test('references of consecutive numbers use all that there are, and another key gives others', () => {
  const [one, other] = [createReferences(KEY), createReferences('f'.repeat(32))];
  const made = Array.from({ length: 5000 }, (_, number) => one.of(number));
  for (let place = 0; place < 8; place += 1)
    expect(new Set(made.map((reference) => reference[place])).size).toBe(ALPHABET.length);
  expect(made.filter((reference, number) => reference === other.of(number))).toEqual([]);
});
