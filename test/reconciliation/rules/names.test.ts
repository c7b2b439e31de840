import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldLetters } from '../../../src/kernel/fold-letters.ts';
import {
  gradeNames,
  gradeText,
  type NameGrade,
  readName,
  remainingText,
} from '../../../src/reconciliation/domain/matching/name-grade.ts';
import { holds } from '../../support/properties.ts';
import { FIRST_NAMES, SURNAMES } from '../../support/turkish-names.ts';

describe('name grade', () => {
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
});

describe('name text', () => {
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
});

describe('name grade of all inputs', () => {
  interface Person {
    readonly first: readonly string[];
    readonly surname: string;
  }

  const person: fc.Arbitrary<Person> = fc
    .tuple(
      fc.uniqueArray(fc.constantFrom(...FIRST_NAMES), { minLength: 1, maxLength: 3 }),
      fc.constantFrom(...SURNAMES),
    )
    .filter(([first, surname]) => !first.includes(surname))
    .map(([first, surname]) => ({ first, surname }));

  const nameOf = ({ first, surname }: Person) => [...first, surname].join(' ');
  const capitals = (text: string) => text.toLocaleUpperCase('tr');
  const wordsOf = (text: string) => foldLetters(text).split(' ');

  const german = (text: string) =>
    foldLetters(text.replace(/[öüÖÜ]/g, (letter) => (/[öÖ]/.test(letter) ? 'OE' : 'UE')));

  const grade = (printed: string, user: Person) => gradeNames(readName(printed), readName(nameOf(user)));
  type Disguise = (user: Person, seed: number) => string;
  const initialsOf = (words: readonly string[]) => words.map((word) => `${foldLetters(word).charAt(0)}.`);

  /** Forms in which a person knows the user at once. */
  const RECOGNISABLE: Readonly<Record<string, Disguise>> = {
    'ASCII capitals': (user) => foldLetters(nameOf(user)),
    'Turkish capitals': (user) => capitals(nameOf(user)),
    'lower case': (user) => foldLetters(nameOf(user)).toLowerCase(),
    'combining marks': (user) => nameOf(user).normalize('NFD'),
    'surname first': ({ first, surname }) => foldLetters([surname, ...first].join(' ')),
    comma: ({ first, surname }) => `${surname}, ${first.join(' ')}`,
    title: (user) => `SN. ${capitals(nameOf(user))}`,
    twice: (user) => `${capitals(nameOf(user))} ${foldLetters(nameOf(user))}`,
    'joint, last': (user) => `ZUHAL OKYANUS VE ${capitals(nameOf(user))}`,
    'joint, first': (user) => `${capitals(nameOf(user))} / ZUHAL OKYANUS`,
    'no middle name': ({ first, surname }) => foldLetters(`${first[0]} ${surname}`),
    'oe, ue': (user) => german(nameOf(user)),
    'windows-1254 as Latin-1': (user) =>
      capitals(nameOf(user)).replace(
        /[ŞİĞ]/g,
        (letter) => (({ Ş: 'Þ', İ: 'Ý', Ğ: 'Ð' }) as Record<string, string>)[letter] ?? letter,
      ),
    'UTF-8 as Latin-1': (user) => Buffer.from(capitals(nameOf(user))).toString('latin1'),
  };

  /** Forms that only a surname of some letters lets anybody know. */
  const NEEDS_LETTERS: Readonly<Record<string, Disguise>> = {
    initials: ({ first, surname }) => `${initialsOf(first).join('')}${foldLetters(surname)}`,
    'initials with blanks': ({ first, surname }) => `${initialsOf(first).join(' ')} ${foldLetters(surname)}`,
    glued: (user) => foldLetters(nameOf(user)).replaceAll(' ', ''),
  };

  const maskWord = (word: string, shown: number) => word.slice(0, shown).padEnd(word.length, '*');
  const without = (text: string, at: number) => text.slice(0, at) + text.slice(at + 1);

  /** Everything else that banks make of a name. */
  const UNRECOGNISABLE: Readonly<Record<string, Disguise>> = {
    'first name alone': ({ first }) => foldLetters(first[0] ?? ''),
    'surname alone': ({ surname }) => foldLetters(surname),
    'no surname': ({ first }) => foldLetters(first.join(' ')),
    'initial of the surname': ({ first, surname }) =>
      `${foldLetters(first.join(' '))} ${initialsOf([surname]).join('')}`,
    'initials alone': (user) => initialsOf(nameOf(user).split(' ')).join(''),
    masked: (user, seed) =>
      wordsOf(nameOf(user))
        .map((word) => maskWord(word, seed % 4))
        .join(' '),
    'masked surname': ({ first, surname }, seed) =>
      `${foldLetters(first[0] ?? '')} ${maskWord(foldLetters(surname), seed % 3)}`,
    'masked to the same length': (user, seed) =>
      wordsOf(nameOf(user))
        .map((word) => `${word.slice(0, 1 + (seed % 2))}***`)
        .join(' '),
    '? for letters': (user) => capitals(nameOf(user)).replace(/[^A-Z ]/g, '?'),
    '?? for letters': (user) => capitals(nameOf(user)).replace(/[^A-Z ]/g, '??'),
    'a mark for letters': (user) => capitals(nameOf(user)).replace(/[^A-Z ]/g, '\ufffd'),
    'letters lost': (user) => capitals(nameOf(user)).replace(/[^A-Z ]/g, ''),
    'blanks for letters': (user) => capitals(nameOf(user)).replace(/[^A-Z ]/g, ' '),
    cut: (user, seed) => {
      const whole = foldLetters(nameOf(user));
      return whole.slice(0, Math.max(3, whole.length - (seed % 8)));
    },
    'each word cut': (user, seed) =>
      wordsOf(nameOf(user))
        .map((word) => word.slice(0, 1 + (seed % 5)))
        .join(' '),
    'one slip': (user, seed) => {
      const whole = foldLetters(nameOf(user));
      return whole.replace(whole.charAt(seed % whole.length), 'E');
    },
    'a letter missing in each word': (user, seed) =>
      wordsOf(nameOf(user))
        .map((word) => (word.length > 3 ? without(word, seed % word.length) : word))
        .join(' '),
    'letters exchanged': (user, seed) => {
      const whole = foldLetters(nameOf(user));
      const at = seed % (whole.length - 1);
      return whole.slice(0, at) + whole.charAt(at + 1) + whole.charAt(at) + whole.slice(at + 2);
    },
    'glued in part': ({ first, surname }) =>
      foldLetters(`${first.slice(0, -1).join(' ')} ${first.at(-1)}${surname}`),
    'a surname more': (user) => `${foldLetters(nameOf(user))} OKYANUS`,
    'a first name more': (user) => `ZUHAL ${foldLetters(nameOf(user))}`,
    'for somebody': (user) => `${foldLetters(nameOf(user))} ADINA`,
    'letters apart': (user) => Array.from(foldLetters(nameOf(user))).join(' '),
  };

  const ALL = { ...RECOGNISABLE, ...NEEDS_LETTERS, ...UNRECOGNISABLE };

  describe('every form of a name is never somebody else', () => {
    test.each(Object.entries(ALL))('%s', (_, disguise) => {
      holds(
        fc.property(person, fc.nat(1_000), (user, seed) => {
          expect(grade(disguise(user, seed), user), disguise(user, seed)).not.toBe(
            'differs' satisfies NameGrade,
          );
        }),
        100,
      );
    });
  });

  describe('every form that people know at once fits', () => {
    test.each(Object.entries(RECOGNISABLE))('%s', (_, disguise) => {
      holds(
        fc.property(person, (user) => {
          expect(grade(disguise(user, 0), user), disguise(user, 0)).toBe('fits');
        }),
        100,
      );
    });

    test.each(Object.entries(NEEDS_LETTERS))('%s', (_, disguise) => {
      holds(
        fc.property(person, (user) => {
          fc.pre(foldLetters(user.surname).length > 2 && foldLetters(nameOf(user)).length > 6);
          expect(grade(disguise(user, 0), user), disguise(user, 0)).toBe('fits');
        }),
        100,
      );
    });
  });

  /**
   * Whether the printed name is one that both persons have: with their first and last words, by initials, or cut by the bank
   * within the surname.
   */
  function canBeBoth(one: Person, other: Person): boolean {
    // As a bank prints them: Şule and Soner have one initial.
    const initialOf = ({ first }: Person) => foldLetters(first[0] ?? '').charAt(0);
    const [surname, otherSurname] = [foldLetters(one.surname), foldLetters(other.surname)];
    return (
      (surname.startsWith(otherSurname) || otherSurname.startsWith(surname)) &&
      initialOf(one) === initialOf(other)
    );
  }

  describe('two persons never fit', () => {
    test.each(Object.entries(ALL))('%s', (_, disguise) => {
      holds(
        fc.property(person, person, fc.nat(1_000), (payer, user, seed) => {
          fc.pre(!canBeBoth(payer, user));
          expect(grade(disguise(payer, seed), user), disguise(payer, seed)).not.toBe('fits');
        }),
        300,
      );
    });

    test.each([
      ['of one surname', (user: Person, other: Person) => ({ first: other.first, surname: user.surname })],
      ['of one first name', (user: Person, other: Person) => ({ first: user.first, surname: other.surname })],
    ])('%s', (_, relate) => {
      holds(
        fc.property(person, person, (user, other) => {
          const payer = relate(user, other);
          fc.pre(!canBeBoth(payer, user) && !payer.first.includes(payer.surname));
          for (const print of Object.values(RECOGNISABLE))
            expect(grade(print(payer, 0), user), print(payer, 0)).not.toBe('fits');
        }),
        100,
      );
    });
  });

  test('a text with the name, and with words of banks and payers, fits; with that of another it does not', () => {
    holds(
      fc.property(person, person, (user, other) => {
        const asText = (printed: string) =>
          remainingText([`FAST GELEN ${printed} siparis odemesi`], { references: [] });
        const name = readName(nameOf(user));
        expect(gradeText(asText(foldLetters(nameOf(user))), name), nameOf(user)).toBe('fits');
        fc.pre(!canBeBoth(other, user));
        expect(gradeText(asText(foldLetters(nameOf(other))), name), nameOf(other)).not.toBe('fits');
        expect(asText(foldLetters(nameOf(other))).isEmpty, nameOf(other)).toBe(false);
      }),
      100,
    );
  });

  test('most names of two persons are told apart', () => {
    const pairs = fc.sample(fc.tuple(person, person), { numRuns: 500, seed: 1 });
    const differing = pairs.filter(([payer, user]) => grade(foldLetters(nameOf(payer)), user) === 'differs');
    expect(differing.length / pairs.length).toBeGreaterThan(0.7);
  });
});
