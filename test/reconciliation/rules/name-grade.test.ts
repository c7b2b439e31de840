import { describe, expect, test } from 'vitest';
import { gradeNames, readName } from '../../../src/reconciliation/domain/matching/name-grade.ts';

const grade = (printed: string, user: string) => gradeNames(readName(printed), readName(user));
/** 25 characters, as `:86:` fields and cards have them. */
const CUT_AT_25 = 'MUHAMMED MUSTAFA KARADENI';

describe('a printed name fits the user whom everybody recognises in it', () => {
  test.each([
    ['folded', 'AYSE NUR YILMAZ', 'Ayşe Nur Yılmaz'],
    ['with Turkish capitals', 'IŞIL İĞNECİ', 'ışıl iğneci'],
    ['with combining marks', 'Ayşe Yılmaz'.normalize('NFD'), 'Ayşe Yılmaz'],
    ['in full width', 'ＡＹＳＥ ＹＩＬＭＡＺ', 'Ayşe Yılmaz'],
    ['in another order', 'YILMAZ AYSE NUR', 'Ayşe Nur Yılmaz'],
    ['with a comma', 'YILMAZ, AYSE', 'Ayşe Yılmaz'],
    ['with odd blanks', 'AYSE\u00a0 \u200bYILMAZ', 'Ayşe Yılmaz'],
    ['without a middle name', 'AYSE YILMAZ', 'Ayşe Nur Yılmaz'],
    ['with a middle name more', 'AYSE NUR YILMAZ', 'Ayşe Yılmaz'],
    ['with dotted initials', 'Z.H.SIMSEK', 'Zeliha Hatice Şimşek'],
    ['with dots and blanks', 'Z. H. SIMSEK', 'Zeliha Hatice Şimşek'],
    ['with blanks', 'Z H SIMSEK', 'Zeliha Hatice Şimşek'],
    ['with one initial', 'Z.SIMSEK', 'Zeliha Şimşek'],
    ['cut in the surname', CUT_AT_25, 'Muhammed Mustafa Karadeniz'],
    ['cut behind the first names', 'ABDURRAHMAN MUHAMMED MUSTAFA', 'Abdurrahman Muhammed Mustafa Yılmaz'],
    ['cut at a blank', 'ABDURRAHMAN MUHAMMED MUSTAFA Y', 'Abdurrahman Muhammed Mustafa Yılmaz'],
    ['glued', 'MAHMUTKOC', 'Mahmut Koç'],
    ['split', 'AYSE NUR YILMAZ', 'Ayşenur Yılmaz'],
    ['in windows-1254 read as Latin-1', 'MAHMUT ÞAHÝN', 'Mahmut Şahin'],
    ['in UTF-8 read as Latin-1', Buffer.from('MAHMUT ŞAHİN').toString('latin1'), 'Mahmut Şahin'],
    ['in UTF-8 read as windows-1252', 'MAHMUT ÅžAHÄ°N', 'Mahmut Şahin'],
    ['with ? for letters', 'MAHMUT ?AH?N', 'Mahmut Şahin'],
    ['with the mark of a lost letter', 'MAHMUT \ufffdAH\ufffdN', 'Mahmut Şahin'],
    ['in the letters of a German bank', 'GUELSAH OEZER', 'Gülşah Özer'],
    ['twice', 'MAHMUT KOC MAHMUT KOC', 'Mahmut Koç'],
    ['with a title', 'SN. MAHMUT KOC', 'Mahmut Koç'],
    ['with titles', 'Prof. Dr. Mahmut Koç', 'Mahmut Koç'],
    ['as Herr', 'Herr Hans-Peter Müller', 'Hans-Peter Müller'],
    ['with an apostrophe', 'SEAN OBRIEN', "Sean O'Brien"],
    ['as one of two holders', 'AYSE YILMAZ VE MEHMET DEMIR', 'Mehmet Demir'],
    ['as one of two with one surname', 'MAHMUT ve AYSE SAHIN', 'Mahmut Şahin'],
    ['as one of two with a stroke', 'AYSE YILMAZ / MEHMET DEMIR', 'Ayşe Yılmaz'],
    ['before a number', 'MAHMUT KOC 12345678', 'Mahmut Koç'],
    ['before an IBAN', 'MAHMUT KOC TR330006100519786457841326', 'Mahmut Koç'],
    ['before a masked number', 'MAHMUT KOC 123******45', 'Mahmut Koç'],
    ['with two letters exchanged', 'MAHMUT KARADENZI', 'Mahmut Karadeniz'],
    ['with a letter doubled', 'MAHMUT YILLMAZ', 'Mahmut Yılmaz'],
    ['in another script', 'ПЕТРОВ ИВАН', 'Иван Петров'],
  ])('%s: %s', (_, printed, user) => {
    expect(grade(printed, user)).toBe('fits');
  });

  test.each([
    ['CINAR GIDA SANAYI TICARET LIMITED SIRKETI', 'Çınar Gıda San. ve Tic. Ltd. Şti.'],
    ['CINAR ANONIM SIRKETI', 'Çınar A.Ş.'],
    ['CINAR AS', 'Çınar A.Ş.'],
    ['CINAR GIDA LTD', 'Çınar Gıda Ltd. Şti.'],
    ['CINAR GIDA', 'Çınar Gıda Ltd. Şti.'],
    ['CINAR GIDA SANAYI VE TICA', 'Çınar Gıda Sanayi ve Ticaret A.Ş.'],
    ['CINAR INS. LTD. STI.', 'Çınar İnşaat Limited Şirketi'],
  ])('a company: %s', (printed, user) => {
    expect(grade(printed, user)).toBe('fits');
  });
});

describe('two persons never fit', () => {
  test.each([
    ['MEHMET YILMAZ', 'Ahmet Yılmaz', 'unclear'],
    ['MEHMET YILDIZ', 'Mehmet Yılmaz', 'unclear'],
    ['MEHMET KAYA', 'Mehmet Kara', 'unclear'],
    ['MEHMET ASLAN', 'Mehmet Arslan', 'unclear'],
    ['MEHMET KARAKAS', 'Mehmet Karataş', 'unclear'],
    ['MEHMET DEMIR', 'Mehmet Demirci', 'unclear'],
    ['MEHMET DEMIRCI', 'Mehmet Demir', 'unclear'],
    ['AYSEL YILMAZ', 'Ayşe Yılmaz', 'unclear'],
    ['ALI YILMAZ', 'Mehmet Ali Yılmaz', 'unclear'],
    ['MEHMET ALI', 'Mehmet Ali Yılmaz', 'unclear'],
    ['AYSE YILMAZ KAYA', 'Ayşe Yılmaz', 'unclear'],
    ['AYSE KAYA FATMA YILMAZ', 'Ayşe Yılmaz', 'unclear'],
    ['MEHMET YILMAZ VE AYSE DEMIR', 'Mehmet Demir', 'unclear'],
    ['CINAR GIDA LTD STI', 'Çınar Gıda A.Ş.', 'unclear'],
    ['CINAR TEKSTIL LTD STI', 'Çınar Gıda Ltd. Şti.', 'unclear'],
    ['AHMET CINAR', 'Çınar Gıda Ltd. Şti.', 'unclear'],
    ['CINAR GIDA LTD STI', 'Ahmet Çınar', 'unclear'],
    ['MEHMET DEMIR', 'Ayşe Yılmaz', 'differs'],
    ['M. DEMIR', 'Mehmet Yılmaz', 'differs'],
    ['KAYA GIDA LTD STI', 'Çınar Tekstil Ltd. Şti.', 'differs'],
  ])('%s and %s', (printed, user, expected) => {
    expect(grade(printed, user)).toBe(expected);
  });
});

describe('what can be the user, but need not, is unclear', () => {
  test.each([
    ['first name alone', 'MAHMUT', 'Mahmut Şahin'],
    ['surname alone', 'SAHIN', 'Mahmut Şahin'],
    ['a user of one name', 'MAHMUT', 'Mahmut'],
    ['first name and an initial', 'MAHMUT S.', 'Mahmut Şahin'],
    ['initials', 'M. S.', 'Mahmut Şahin'],
    ['the last surname missing', 'AYSE YILMAZ', 'Ayşe Yılmaz Kaya'],
    ['cut where no bank cuts', 'MAHMUT SAH', 'Mahmut Şahin'],
    ['masked', 'MA**** SA***', 'Mahmut Şahin'],
    ['masked by X', 'MAXXXX SAXXX', 'Mahmut Şahin'],
    ['masked but for the ends', 'M****T S***N', 'Mahmut Şahin'],
    ['masked but for the first letters', 'M***** Ş****', 'Mahmut Şahin'],
    ['masked wholly', '****** *****', 'Mahmut Şahin'],
    ['blanks for letters', 'MAHMUT AH N', 'Mahmut Şahin'],
    ['letters missing', 'BRAHM GL', 'İbrahim Gül'],
    ['without vowels', 'MHMT SHN', 'Mehmet Şahin'],
    ['most letters lost', 'M?H?? ????', 'Mehmet Şahin'],
    ['a slip in a short word', 'GOKHAN CAKAR', 'Gökhan Çakır'],
    ['two slips', 'MAHMUD SAHAN', 'Mahmut Şahin'],
    ['short form', 'MUH. SAHIN', 'Muhammed Şahin'],
    ['through another script', 'YOUSSEF KHALIL', 'Yusuf Halil'],
    ['in another script', 'МАХМУТ ШАХИН', 'Mahmut Şahin'],
    ['for somebody', 'MAHMUT SAHIN ADINA', 'Mahmut Şahin'],
    ['the code page of DOS', 'MAHMUT žAH˜N', 'Mahmut Şahin'],
    ['no name', 'NOTPROVIDED', 'Mahmut Şahin'],
    ['no user', 'MAHMUT SAHIN', ''],
  ])('%s: %s', (_, printed, user) => {
    expect(grade(printed, user)).toBe('unclear');
  });
});

test('a field that names nobody is empty', () => {
  for (const text of ['', '-', '.', 'N/A', 'NOTPROVIDED', 'FAST', 'GELEN HAVALE', '123456'])
    expect(readName(text).isEmpty, text).toBe(true);
  for (const text of ['Ay', '李雷', '****', 'GARANTI SIGORTA A.S.', 'Deniz Para'])
    expect(readName(text).isEmpty, text).toBe(false);
});

test('a name of more letters or words than are read fits nobody', () => {
  const long = `Mahmut ${'Can '.repeat(11)}Koç`;
  expect(grade(long, long)).toBe('unclear');
  expect(grade(`MAHMUT ${'A'.repeat(200)}`, `Mahmut ${'a'.repeat(200)}`)).toBe('unclear');
  for (const odd of ['A*'.repeat(400), '?A'.repeat(400), '?'.repeat(400), 'Å'.repeat(400)])
    expect(grade(odd, 'Mahmut Koç')).toBe('unclear');
});
