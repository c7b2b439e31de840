import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalizeIban } from '../../src/kernel/iban.ts';
import { call, VALID_IBAN, WITHDRAW, withdrawalFields } from '../harness.ts';
import { everyNth } from '../support/long.ts';
import { holds } from '../support/properties.ts';
import { expectData, expectInvalid } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

/** The examples of the IBAN registry, one for each country. */
const EXAMPLES = `
AD1200012030200359100100 AE070331234567890123456 AL47212110090000000235698741 AT611904300234573201
AZ21NABZ00000000137010001944 BA391290079401028494 BE68539007547034 BG80BNBG96611020345678
BH67BMAG00001299123456 BR9700360305000010009795493P1 CH9300762011623852957 CR05015202001026284066
CY17002001280000001200527600 CZ6508000000192000145399 DE89370400440532013000 DK5000400440116243
DO28BAGR00000001212453611324 EE382200221020145685 ES9121000418450200051332 FI2112345600000785
FO6264600001631634 FR1420041010050500013M02606 GB29NWBK60161331926819 GE29NB0000000101904917
GI75NWBK000000007099453 GL8964710001000206 GR1601101250000000012300695 GT82TRAJ01020000001210029690
HR1210010051863000160 HU42117730161111101800000000 IE29AIBK93115212345678 IL620108000000099999999
IS140159260076545510730339 IT60X0542811101000000123456 JO94CBJO0010000000000131000302
KW81CBKU0000000000001234560101 KZ86125KZT5004100100 LB62099900000001001901229114 LI21088100002324013AA
LT121000011101001000 LU280019400644750000 LV80BANK0000435195001 MC5811222000010123456789030
MD24AG000225100013104168 ME25505000012345678951 MK07250120000058984 MT84MALT011000012345MTLCAST001S
MU17BOMM0101101030300200000MUR NL91ABNA0417164300 NO9386011117947 PK36SCBL0000001123456702
PL61109010140000071219812874 PS92PALS000000000400123456702 PT50000201231234567890154
QA58DOHB00001234567890ABCDEFG RO49AAAA1B31007593840000 RS35260005601001611379 SA0380000000608010167519
SE4550000000058398257466 SI56263300012039086 SK3112000000198742637541 SM86U0322509800000000270100
TN5910006035183598478831 TR330006100519786457841326 UA213223130000026007233566001 VG96VPVG0000012345678901
XK051212012345678906`
  .trim()
  .split(/\s+/);

const service = useService();
const withdraw = (iban: string) => call(service(), WITHDRAW, { body: withdrawalFields({ iban }) });

test.each(EXAMPLES)('the registry example %s is valid', (iban) => {
  expect(normalizeIban(iban)).toBe(iban);
});

test('an IBAN with one changed digit is invalid', () => {
  for (const iban of everyNth(5, EXAMPLES))
    for (const [index, character] of [...iban].entries()) {
      if (!/\d/.test(character)) continue;
      for (const other of '0123456789'.replace(character, ''))
        expect(normalizeIban(iban.slice(0, index) + other + iban.slice(index + 1))).toBeUndefined();
    }
});

test('an IBAN with two swapped neighbouring digits is invalid', () => {
  for (const iban of EXAMPLES)
    for (const { index } of iban.matchAll(/(?=\d\d)/g)) {
      const [first, second] = [iban.charAt(index), iban.charAt(index + 1)];
      if (first === second) continue;
      expect(normalizeIban(iban.slice(0, index) + second + first + iban.slice(index + 2))).toBeUndefined();
    }
});

test('an IBAN has one normalized form for all cases and groupings', () => {
  const spelling = fc
    .tuple(
      fc.constantFrom(...EXAMPLES),
      fc.infiniteStream(fc.tuple(fc.boolean(), fc.constantFrom('', ' ', '-', '\u00a0', '\u202f', '\u2011'))),
    )
    .map(([iban, choices]) => {
      const spelled = Array.from(iban, (character) => {
        const [lower, space] = choices.next().value ?? [false, ''];
        return (lower ? character.toLowerCase() : character) + space;
      });
      return { iban, spelled: spelled.join('') };
    });
  return holds(
    fc.property(spelling, ({ iban, spelled }) => {
      expect(normalizeIban(spelled)).toBe(iban);
    }),
  );
});

describe('a withdrawal', () => {
  test.each([
    VALID_IBAN,
    'TR33 0006 1005 1978 6457 8413 26',
    'tr330006100519786457841326',
    ' tr33 0006 1005 1978 6457 8413 26 ',
    'GB29NWBK60161331926819',
    'gb29 nwbk 6016 1331 9268 19',
    'MT84MALT011000012345MTLCAST001S',
    'NO9386011117947',
    'TR33-0006-1005-1978-6457-8413-26',
    'TR33\u00a00006\u00a01005\u00a01978\u00a06457\u00a08413\u00a026',
    'TR33\u202f0006\u20111005 1978 6457 8413 26',
  ])('accepts the IBAN %j and returns it as sent, at creation and when read back', async (iban) => {
    const created = expectData(await withdraw(iban));
    expect(created.iban).toBe(iban);
    const detail = expectData(await call(service(), `/v1/transactions/${created.transactionId}`));
    expect(detail.iban).toBe(iban);
  });

  test.each([
    ['nothing', ''],
    ['spaces alone', '     '],
    ['the country alone', 'TR'],
    ['one digit too few', VALID_IBAN.slice(0, -1)],
    ['one digit too many', `${VALID_IBAN}0`],
    ['the length of another country', 'DE330006100519786457841326'],
    ['a country without IBANs', 'US330006100519786457841326'],
    ['no country', '330006100519786457841326'],
    ['letters where digits belong', 'TR33000610051978645784132A'],
    ['an account number that is none', '123456789'],
    ['a tab', 'TR33\t0006100519786457841326'],
    ['a line feed at its end', `${VALID_IBAN}\n`],
    ['a NUL', `${VALID_IBAN}\u0000`],
    ['fullwidth digits', 'TR３３0006100519786457841326'],
    ['Arabic-Indic digits', 'TR٣٣0006100519786457841326'],
    ['a dotless i where an I belongs', 'Fı2112345600000785'],
    ['a Cyrillic letter', 'ТR330006100519786457841326'],
    ['the word IBAN', `IBAN ${VALID_IBAN}`],
    ['very many digits', 'TR'.padEnd(5000, '3')],
  ])('refuses an IBAN of %s', async (_, iban) => {
    expectInvalid(await withdraw(iban), 'iban');
  });

  test('with an invalid IBAN also reports all other invalid fields', async () => {
    const response = await call(service(), WITHDRAW, {
      body: withdrawalFields({ iban: 'TR00', amount: 'x', name: ' ' }),
    });
    expectInvalid(response, 'amount', 'name', 'iban');
  });
});
