import { describe, expect, test } from 'vitest';
import {
  gradeText,
  readName,
  remainingText,
} from '../../../src/reconciliation/domain/matching/name-grade.ts';

const REFERENCE = 'K7M29FXT';
const read = (text: string) => remainingText([text], { references: [REFERENCE] });
const grade = (text: string, user: string) => gradeText(read(text), readName(user));

describe('nothing is left of a text without a name', () => {
  test.each([
    REFERENCE,
    'RF18 K7M2 9FXT',
    'k7m2-9fxt',
    'K 7 M 2 9 F X T',
    'REFK7M29FXT',
    'siparisK7M29FXTodemesi',
    'Siparis odemesi REF K7M29FXT',
    'FAST*0111**K7M29FXT*1534679706*FAST',
    'Hesabınıza 1.250,00 TL FAST ödemesi gelmiştir K7M29FXT',
    'TR33 0006 1005 1978 6457 8413 26 K7M29FXT 26.08.2026',
    'EFT sorgu no: 1048670453 K7M29FXT bakiye yükleme, teşekkürler',
    'kira kasım K7M29FXT',
    'eylül-ekim aidat K7M29FXT',
    'SVWZ+K7M29FXT Rechnung 4711 vom 1. Mai, danke!',
    'order K7M29FXT thank you',
    '',
  ])('%s', (text) => {
    expect(read(text).isEmpty).toBe(true);
  });

  test.each([
    'kira mehmet',
    'Ayşe',
    'AHMETK7M29FXT',
    'MEHMET12',
    'M E H M E T',
    'Иван',
    '?AH?N',
    'eylül ekim',
  ])('but not of %s', (text) => {
    expect(read(text).isEmpty).toBe(false);
  });
});

describe('a text fits where nothing but the name of the user is left', () => {
  test.each([
    ['İş Bankası', 'AYSE YILMAZ*0111*kira K7M29FXT*1534679706*FAST'],
    ['İş Bankası, without a text', 'AYSE YILMAZ*0111**1534679706*FAST'],
    ['Akbank', '1534679706-AYSE YILMAZ-K7M29FXT'],
    ['Garanti BBVA', 'FAST GELEN - AYSE YILMAZ - K7M29FXT'],
    ['Ziraat', 'Gönd: AYSE YILMAZ 0209-Ziraat Katılım K7M29FXT FAST işlemi 3.200,00 TRY'],
    ['VakıfBank', '1534679706 sorgu numaralı AYSE YILMAZ tarafından K7M29FXT'],
    ['Enpara', 'AYSE YILMAZ, REF K7M29FXT, AYSE YILMAZ tarafından aktarılan'],
    ['Yapı Kredi', 'AYSE YILMAZ isimli/unvanlı kişiden 1.250,00 TL FAST ödemesi gelmiştir K7M29FXT'],
    ['a Dutch bank', '/TRTP/SEPA OVERBOEKING/NAME/AYSE YILMAZ/REMI/K7M29FXT'],
    ['a payer', 'Ayşe Yılmaz siparis odemesi k7m29fxt'],
    ['the surname first', 'YILMAZ, AYSE K7M29FXT'],
    ['a month', 'AYSE YILMAZ kasim kirasi K7M29FXT'],
    ['initials', 'FAST GELEN A. YILMAZ K7M29FXT'],
    ['spoilt letters', 'AY?E YILMAZ K7M29FXT'],
  ])('%s', (_, text) => {
    expect(grade(text, 'Ayşe Yılmaz')).toBe('fits');
  });

  test('a surname can be a word of banks', () => {
    expect(grade('HAVALE GELEN MEHMET GELEN K7M29FXT', 'Mehmet Gelen')).toBe('fits');
    expect(grade('HAVALE GELEN MEHMET GELEN K7M29FXT', 'Mehmet Kaya')).toBe('unclear');
    expect(grade('MEHMET KASIM K7M29FXT', 'Mehmet Kasım')).toBe('fits');
    expect(grade('AYSE EYLUL K7M29FXT', 'Ayşe Ekim')).toBe('unclear');
  });

  test('a company', () => {
    expect(grade('FAST GELEN CINAR GIDA LTD STI K7M29FXT', 'Çınar Gıda Ltd. Şti.')).toBe('fits');
  });
});

describe('a text is unclear', () => {
  test.each([
    ['where somebody else is meant', 'AYSE YILMAZ adına K7M29FXT'],
    ['where somebody else stands in it, too', 'MEHMET DEMIR AYSE YILMAZ K7M29FXT'],
    ['where a word stands beside the name', 'AYSE YILMAZ KAYA K7M29FXT'],
    ['where an unknown word stands in it', 'AYSE YILMAZ K7M29FXT kelebek'],
    ['where a first name is all', 'AYSE K7M29FXT'],
    ['where the words of the name are apart', 'AYSE kira K7M29FXT YILMAZ'],
    ['where one unknown word is all', 'kelebek K7M29FXT'],
    ['where the name is masked', 'AY** YIL*** K7M29FXT'],
    ['where nothing is left', 'kira K7M29FXT'],
    ['where more is written than is read', `${'kira '.repeat(2_000)} MEHMET DEMIR`],
  ])('%s', (_, text) => {
    expect(grade(text, 'Ayşe Yılmaz')).toBe('unclear');
  });
});

test('a text differs where it names somebody else', () => {
  expect(grade('MEHMET DEMIR*0111*kira K7M29FXT*1534679706*FAST', 'Ayşe Yılmaz')).toBe('differs');
  expect(grade('M. DEMIR K7M29FXT', 'Ayşe Yılmaz')).toBe('unclear');
});

test('two texts of a line are one', () => {
  const text = remainingText(['FAST GELEN AYSE', 'YILMAZ K7M2', '9FXT'], { references: [REFERENCE] });
  expect(gradeText(text, readName('Ayşe Yılmaz'))).toBe('fits');
});
