import { describe, expect, test } from 'vitest';
import { REASON_CODES } from '../../src/payouts/domain/reason-codes.ts';
import { REASON_LANGUAGES, reasonWords, wordsOfReasons } from '../../src/payouts/domain/reason-words.ts';
import type { StatusReason } from '../../src/payouts/domain/status-report.ts';

function reason(given: Partial<StatusReason>): StatusReason {
  return { code: null, proprietary: null, text: null, ...given };
}

/** Codes that banks give for credit transfers, and that must have words. */
const NEEDED =
  'AC01 AC02 AC03 AC04 AC05 AC06 AC07 AG01 AG02 AM01 AM02 AM03 AM04 AM05 AM09 AM10 BE01 BE04 BE05 CNOR DNOR CUST DT01 DU01 DU02 DU03 DU04 DU05 ED05 FF01 FOCR FRAD MD06 MD07 MS02 MS03 RC01 RR01 RR02 RR03 RR04 TECH TM01 UPAY'.split(
    ' ',
  );

describe('the words for a reason', () => {
  test.each(NEEDED)('%s are in both languages', (code) => {
    for (const language of REASON_LANGUAGES)
      expect(reasonWords(reason({ code }), language)).toMatch(
        new RegExp(`^\\p{Lu}.*[^.] \\(${code}\\)$`, 'u'),
      );
  });

  test('differ between codes', () => {
    for (const index of [0, 1] as const) {
      const words = Object.values(REASON_CODES).map((both) => both[index]);
      expect(new Set(words).size).toBe(words.length);
    }
  });

  test.each([
    ['a known code', { code: 'AC04' }, 'Hesap kapalı (AC04)'],
    ['a known code and a text', { code: 'AM04', text: 'EFT limiti' }, 'Bakiye yetersiz (AM04): EFT limiti'],
    ['an unknown code', { code: 'XX99' }, 'XX99'],
    ['an unknown code and a text', { code: 'XX99', text: 'Sistem hatası' }, 'XX99: Sistem hatası'],
    ['a name of the language', { code: 'constructor' }, 'constructor'],
    ['a code of the bank', { proprietary: '0042', text: 'Red' }, '0042: Red'],
    [
      'two codes and a text',
      { code: 'AC04', proprietary: '42', text: 'Red' },
      'Hesap kapalı (AC04): 42: Red',
    ],
    ['a text alone', { text: 'Red' }, 'Red'],
    ['a narrative', { code: 'NARR', text: 'Hesap bulunamadı' }, 'Hesap bulunamadı'],
    ['an empty narrative', { code: 'NARR' }, 'Banka neden belirtmedi'],
    ['nothing', {}, 'Banka neden belirtmedi'],
    ['characters that turn a text around', { text: 'a\u202eb' }, 'a_b'],
  ])('of %s are its own', (_, given, words) => {
    expect(reasonWords(reason(given), 'tr')).toBe(words);
  });

  test('of several reasons stand once each', () => {
    const [closed, narrative] = [reason({ code: 'AC04' }), reason({ code: 'NARR', text: 'see above' })];
    expect(wordsOfReasons([closed, narrative, closed], 'en')).toBe('The account is closed (AC04); see above');
    expect(wordsOfReasons([], 'en')).toBe('The bank gives no reason');
  });
});
