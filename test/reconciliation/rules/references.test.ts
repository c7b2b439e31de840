import { describe, expect, test } from 'vitest';
import { findReferences } from '../../../src/reconciliation/domain/matching/find-references.ts';
import { lookupsOf } from '../../../src/reconciliation/domain/matching/lookups.ts';
import {
  isReference,
  makeReference,
  referenceIn,
  referencesNear,
} from '../../../src/transactions/domain/reference.ts';
import { decide, makeLine, OTHER_REFERENCE, REFERENCE } from '../../support/matching.ts';

const RF = referenceIn('EUR', REFERENCE);
const halves = [REFERENCE.slice(0, 4), REFERENCE.slice(4)] as const;

describe('characters of other words make no reference', () => {
  test.each([
    ['parts of words that blanks separate', `X${halves[0]} ${halves[1]}X`],
    ['a part of a longer number', `1${REFERENCE}1`],
    ['words with a comma between them', halves.join(', ')],
    ['one added letter', `${REFERENCE}X`],
    ['RF digits that are wrong', `RF00${REFERENCE}`],
  ])('%s', (_, text) => {
    expect(decide({ remittance: [text] }).action).toBeNull();
  });

  test('an amount with its currency is not joined', () => {
    expect(
      findReferences(['34567 TRY'], 'TRY').near.size + findReferences(['34567 TRY'], 'TRY').loose.length,
    ).toBe(0);
  });

  test('a text of any length costs no more than its first characters', () => {
    const { whole } = findReferences([`${'x '.repeat(2000)} ${REFERENCE}`], 'TRY');
    expect(whole).toEqual([]);
  });
});

test('every single slip in a reference leads back to it', () => {
  for (let place = 0; place < REFERENCE.length; place += 1) {
    const [before, own, after] = [
      REFERENCE.slice(0, place),
      REFERENCE.charAt(place),
      REFERENCE.slice(place + 1),
    ];
    for (const typed of [
      `${before}${after}`,
      `${before}0${after}`,
      `${before}${own === 'X' ? 'Y' : 'X'}${after}`,
    ])
      expect(referencesNear(typed)).toContain(REFERENCE);
  }
});

test('a text leads to every reference that differs from it by one slip, and to no other', () => {
  const isFar = (typed: string) =>
    Array.from(typed).filter((one) => !/[2-9CDFHJKMNPRTVWXY]/.test(one)).length > 1;
  for (const typed of [...TYPED, ...TYPED.map((one) => one.slice(1)), ...TYPED.map((one) => `${one}C`)]) {
    const slips = slipsOf(typed).filter(
      (one) => one.length === REFERENCE.length && one !== typed && isReference(one),
    );
    expect([...referencesNear(typed)].sort()).toEqual(isFar(typed) ? [] : [...new Set(slips)].sort());
  }
});

/** Texts of eight characters: references, chance, and with characters that no reference has. */
const TYPED = Array.from({ length: 60 }, (_, index) => {
  const reference = makeReference(index * 7_919_113);
  const [one, two] = [index % 8, (index * 5) % 8];
  const cut = (place: number, character: string) => (text: string) =>
    text.slice(0, place) + character + text.slice(place + 1);
  return index % 3 === 0 ? reference : cut(one, '7')(index % 3 === 1 ? reference : cut(two, '0')(reference));
});

/** All texts that come of one by one slip: a character that is wrong, missing, added or exchanged with its neighbour. */
function slipsOf(typed: string): readonly string[] {
  return Array.from({ length: typed.length + 1 }, (_, place) => {
    const [before, after] = [typed.slice(0, place), typed.slice(place)];
    const others = Array.from('23456789CDFHJKMNPRTVWXY');
    return [
      ...(after === '' ? [] : [before + after.slice(1)]),
      ...(after.length < 2 ? [] : [before + after.charAt(1) + after.charAt(0) + after.slice(2)]),
      ...others.flatMap((one) => [before + one + after, before + one + after.slice(1)]),
    ];
  }).flat();
}

test('of a line few texts are compared with references near them, and the first are', () => {
  const near = `0${OTHER_REFERENCE.slice(1)}`;
  const words = (count: number) =>
    Array.from({ length: count }, (_, index) => `CDFHJ${100 + index}`).join(' ');
  expect([...findReferences([`${words(40)} ${near}`], 'TRY').near.values()]).toContain(near);
  expect([...findReferences([`${words(80)} ${near}`], 'TRY').near.values()]).not.toContain(near);
});

test('a long word of letters and digits gives the reference in it, where letters alone stand around that', () => {
  const letters = 'GELENHAVALE'.repeat(30);
  expect(findReferences([letters + REFERENCE + letters], 'TRY').loose).toContain(REFERENCE);
  expect(findReferences([`${letters}1${letters}${REFERENCE}`], 'TRY').loose).toEqual([]);
  expect(findReferences([`${letters}${REFERENCE}${letters}1`], 'TRY').loose).toEqual([]);
});

test('what a loader looks up holds every form that the rules find', () => {
  const lookups = lookupsOf(makeLine({ remittance: [`${halves.join(' ')} K0${OTHER_REFERENCE.slice(1)}`] }));
  expect(lookups.references).toEqual([REFERENCE, RF]);
  expect(lookups).toMatchObject({ amountMinor: 10_050, counterpartyIban: null });
  expect(lookupsOf(makeLine({ remittance: [`0${OTHER_REFERENCE.slice(1)}`] })).nearReferences).toContain(
    OTHER_REFERENCE,
  );
});

test('a text full of references and near ones costs a bounded number of lookups', () => {
  const texts = Array.from({ length: 400 }, (_, place) => `K7M2${place}XT`);
  const { whole, loose, near } = findReferences([texts.join(' '), texts.join('')], 'TRY');
  expect(whole.length + loose.length).toBeLessThanOrEqual(64);
  expect(near.size).toBeLessThanOrEqual(64);
});

test('a reference that the bank cut at the end of a text settles, wherever it was cut', () => {
  for (let length = 1; length < REFERENCE.length; length += 1) {
    const remittance = [`SIPARIS ${REFERENCE.slice(0, length)}`, `${REFERENCE.slice(length)} TESEKKURLER`];
    expect(findReferences(['', ...remittance], 'TRY').loose, String(length)).toEqual([REFERENCE]);
  }
  const line = makeLine({ remittance: [`REF ${RF.slice(0, 7)}`, RF.slice(7)] });
  expect(findReferences(line.remittance, 'TRY').loose).toEqual([REFERENCE]);
  expect(findReferences([`${halves[0]} x`, halves[1]], 'TRY').loose).toEqual([]);
});
