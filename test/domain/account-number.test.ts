import { describe, expect, test } from 'vitest';
import { isNumberOf, mayBeNumberOf } from '../../src/kernel/account-number.ts';

const GERMAN = 'DE36200400000012345678';
const SHORT = 'DE12666423990000093387';
const TURKISH = 'TR640099900000999000001001';
const TURKISH_WITH_BRANCH = 'TR120005900037200666009999';
const DUTCH = 'NL91ABNA0417164300';
const CZECH = 'CZ6508000000192000145399';
const SWISS = 'CH9300762011623852957';

describe('the number of an account', () => {
  test.each([
    ...['12345678', '0012345678', '12345678EUR', '20040000/0012345678', '20040000/12345678'].map((number) => [
      number,
      GERMAN,
    ]),
    ...['20040000/12345678EUR', '12345678/20040000', 'COBADEFFXXX/12345678', '200400000012345678'].map(
      (number) => [number, GERMAN],
    ),
    ['66642399/93387', SHORT],
    ['00999/0000999000001001', TURKISH],
    ['0099/0999-000001001TRY', 'TR640009900000999000001001'],
    ['0059-00372/666009999', TURKISH_WITH_BRANCH],
    ['0059-00372/666009999', 'TR120005900000000666009999'],
    ['0417164300', DUTCH],
    ['ABNANL2A/0417164300', DUTCH],
    ['19-2000145399/0800', CZECH],
  ])('%s is that of %s', (number, iban) => {
    expect(isNumberOf(number, iban)).toBe(true);
  });

  test.each([
    // The end of it only.
    ['345678', GERMAN],
    ['5678', GERMAN],
    ['385295', SWISS],
    ['852957', SWISS],
    // Another bank, or another number there.
    ['20040001/12345678', GERMAN],
    ['00046/12345678', GERMAN],
    ['20040000/2345678', GERMAN],
    ['20040000/112345678', GERMAN],
    ['COBAATWWXXX/12345678', GERMAN],
    ['INGBNL2A/0417164300', DUTCH],
    ['00046/9876543210', TURKISH],
    ['93387', SHORT],
    ['', GERMAN],
    ['/', GERMAN],
    ['0000000000', GERMAN],
    ['.*', GERMAN],
  ])('%s is not that of %s', (number, iban) => {
    expect(isNumberOf(number, iban)).toBe(false);
  });

  test('can be that of a chosen account where it has digits of its IBAN, and no other bank code', () => {
    expect(mayBeNumberOf('93387', SHORT)).toBe(true);
    expect(mayBeNumberOf('666009999-351', 'TR120013400000666009999351')).toBe(true);
    expect(mayBeNumberOf('666009999', 'TR120013400000666009999351')).toBe(true);
    expect(mayBeNumberOf('00046/9876543210', TURKISH)).toBe(false);
    expect(mayBeNumberOf('20040000/99999999', GERMAN)).toBe(false);
    expect(mayBeNumberOf('1', GERMAN)).toBe(false);
  });
});
