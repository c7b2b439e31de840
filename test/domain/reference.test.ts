import { expect, test } from 'vitest';
import {
  createReferenceGenerator,
  isReference,
  makeReference,
  nextReference,
  readReference,
  referenceIn,
} from '../../src/domain/reference.ts';
import { createRandom } from '../support/random.ts';

const ALPHABET = '23456789CDFHJKMNPRTVWXY';
const random = createRandom(20_261_120);
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

test('the next reference is another one of the same form, also after the last one', () => {
  const last = makeReference(23 ** 7 - 1);
  expect(nextReference(last)).toBe(makeReference(0));
  for (const reference of [...REFERENCES, referenceIn('EUR', last)]) {
    const next = nextReference(reference);
    expect(next).not.toBe(reference);
    expect(next).toHaveLength(reference.length);
    expect(isReference(next)).toBe(true);
  }
});

test('references are drawn from all that there are', () => {
  const draw = createReferenceGenerator((bytes) => {
    for (let index = 0; index < bytes.length; index += 1) bytes[index] = random.below(256);
    return bytes;
  });
  const drawn = Array.from({ length: 5000 }, draw);
  expect(new Set(drawn).size).toBeGreaterThan(4990);
  for (let place = 0; place < 8; place += 1)
    expect(new Set(drawn.map((reference) => reference[place])).size).toBe(ALPHABET.length);
});
