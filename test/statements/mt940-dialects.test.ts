import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readMt940 } from '../../src/statements/mt940.ts';
import { everyNth, IS_LONG } from '../support/long.ts';
import { holds } from '../support/properties.ts';
import { MT_MODELS } from '../support/statements/mt940-models.ts';
import { changesOf } from '../support/statements/mutations.ts';
import { readParts } from '../support/statements/read-parts.ts';
import {
  closingMinor,
  type MtModel,
  type MtModelLine,
  writeMt940,
} from '../support/statements/write-mt940.ts';

describe('mt940 dialects', () => {
  /** Reads the line that has these lines of `:86:`. */
  function read(text: string | readonly string[], mark = 'C') {
    return readFile([`:61:2611221122${mark}1,NTRFNONREF`, `:86:${[text].flat().join('\n')}`]);
  }

  function readFile(fields: readonly string[], currency = 'EUR', encoding: BufferEncoding = 'utf8') {
    const head = [':20:A', ':25:0123', ':28C:1', `:60F:C261122${currency}1,`];
    const file = Buffer.from([...head, ...fields, `:62F:C261122${currency}1,`].join('\n'), encoding);
    const { lines, problems } = readParts(readMt940, file);
    expect(problems).toEqual([]);
    return lines[0]!;
  }

  test('A German text has name, account, purpose and ids, folded anywhere', () => {
    const line = read([
      '166?00GUTSCHRIFT?109315?20EREF+EndToEndIdTFNR20004000?2101?22SVWZ',
      '+Deposit K7M2 and so on, wi?23th more words?24ABWA+OTHER PERSON?3',
      '0COLSDE33XXX?31DE89370400440532013000?32Richter Renate 70 Zeichen',
      ' B?33eginn',
    ]);
    expect(line).toMatchObject({
      counterpartyName: 'Richter Renate 70 Zeichen Beginn',
      ultimateName: 'OTHER PERSON',
      counterpartyIban: 'DE89370400440532013000',
      endToEndId: 'EndToEndIdTFNR2000400001',
      remittance: ['Deposit K7M2 and so on, with more words'],
      returnReason: null,
      transactionCode: 'NTRF 166',
    });
  });

  test.each([
    ['?20EREF+ABC?21DEF?22SVWZ+Rech?23nung 5', 'ABCDEF', ['Rechnung 5']],
    ['?20ER?21EF+ABCSV?22WZ+Rechnung 5', 'ABC', ['Rechnung 5']],
    ['?20SVWZ+Rechnung 5?21EREF+ABC', 'ABC', ['Rechnung 5']],
    ['?20EREF+NOTPROVIDED?60SVWZ+Rechnung ?635', null, ['Rechnung 5']],
    ['?20Rechnung 5?21Kunde 7', null, ['Rechnung 5', 'Kunde 7']],
    ['?20ERSTATTUNG AUSLANDSEINSATZE?21NTGELT', null, ['ERSTATTUNG AUSLANDSEINSATZENTGELT']],
    ['?20Rechnung 5?21EREF+ABC', 'ABC', ['Rechnung 5']],
    ['?20What? Why?2145?22', null, ['What? Why', '45']],
  ])('The purpose %s has its id and its texts', (purpose, endToEndId, remittance) => {
    expect(read(`166?00A${purpose}?32NAME`)).toMatchObject({
      endToEndId,
      remittance,
      counterpartyName: 'NAME',
    });
  });

  test('The text of a payer cannot put an id, an account or a name in the place of those of the bank', () => {
    const german =
      '166?20EREF+REAL SVWZ+x EREF+FALSE?31DE00?32FALSE?33FALSE?30BIC?31DE89370400440532013000?32REAL';
    expect(read(german)).toMatchObject({
      endToEndId: 'REAL',
      counterpartyName: 'REAL',
      counterpartyIban: 'DE89370400440532013000',
    });
    expect(read('166?20SVWZ+x EREF+FALSE').endToEndId).toBeNull();
    const dutch = '/IBAN/NL44RABO0123456789/NAME/REAL/REMI/x/NAME/FALSE/IBAN/y/EREF/FALSE/EREF/REAL';
    expect(read(dutch)).toMatchObject({
      endToEndId: 'REAL',
      counterpartyName: 'REAL',
      counterpartyIban: 'NL44RABO0123456789',
      remittance: ['x/NAME/FALSE/IBAN/y/EREF/FALSE'],
    });
  });

  test('The text of a payer names nobody where ING names the party before it', () => {
    const party = '/EREF/NOTPROVIDED//CNTP/NL32INGB0000012345/INGBNL2A/EVE ADAMS///REMI/USTD//K7M29QXT';
    for (const forged of ['/NAME/AYSE YILMAZ/', '/BENM//NAME/AYSE YILMAZ/', '/IBAN/DE89370400440532013000/'])
      expect(read(`${party}${forged}`)).toMatchObject({
        counterpartyName: 'EVE ADAMS',
        counterpartyIban: 'NL32INGB0000012345',
      });
  });

  test.each(['/NAME/AYSE YILMAZ', '/IBAN/DE89370400440532013000'])(
    'The id of a payer names nobody where ING names the party behind it: %s',
    (forged) => {
      const line = read(`/EREF/x${forged}//CNTP/NL32INGB0000012345/INGBNL2A/EVE ADAMS///REMI/USTD//x/`);
      expect(line).toMatchObject({
        counterpartyName: 'EVE ADAMS',
        counterpartyIban: 'NL32INGB0000012345',
      });
    },
  );

  test.each([
    '/EREF/A/NAME/AYSE YILMAZ/ORDP//NAME/EVE ADAMS/REMI/K7M29QXT',
    '/EREF/A/ORDP//NAME/AYSE/IBAN/DE89370400440532013000/ORDP//NAME/EVE ADAMS/REMI/x',
    '/NAME/EVE ADAMS/EREF/A/NAME/AYSE YILMAZ/IBAN/DE89370400440532013000',
    '/EREF/A/CSID/B/ORDP//NAME/EVE ADAMS/REMI/x/IBAN/DE89370400440532013000',
  ])('The id of a payer names nobody where the bank names him as in %s', (text) => {
    expect(read(text)).toMatchObject({ counterpartyName: 'EVE ADAMS', counterpartyIban: null });
  });

  test.each([
    '/EREF/A/NAME/AYSE YILMAZ/ORDP//NAME/EVE ADAMS/REMI/K7M29QXT',
    '/EREF/A/NAME/AYSE YILMAZ/REMI/x/ORDP//NAME/EVE ADAMS/REMI/K7M29QXT',
    '/EREF/A/ORDP//NAME/EVE ADAMS/ULTD//NAME/B/ORDP//NAME/AYSE YILMAZ/REMI/K7M29QXT',
    '166?20x?31DE89370400440532013000?32AYSE YILMAZ?60y?30B?31DE02120300000000202051?32EVE ADAMS',
    '166?20x?38DE89370400440532013000?60y?30B?31DE02120300000000202051?32EVE ADAMS',
  ])('A credit that names two payers settles nothing by itself: %s', (text) => {
    expect(read(text).isCollective).toBe(true);
    expect(read(text, 'D').isCollective).toBe(false);
  });

  test.each([
    '/EREF/A/ORDP//NAME/EVE ADAMS/INIT//NAME/PSP B.V./REMI/K7M29QXT',
    '/EREF/A/ORDP//NAME/EVE ADAMS/REMI/K7M29QXT/ULTD//NAME/B/ID/7',
    '166?20x?29y?30B?31123?32EVE ADAMS?33?38DE02120300000000202051?60z?63x',
  ])('A credit that names its payer once is one payment: %s', (text) => {
    expect(read(text)).toMatchObject({ isCollective: false, counterpartyName: 'EVE ADAMS' });
  });

  test.each(['?38DE89370400440532013000', '?31DE89370400440532013000', '?32AYSE YILMAZ'])(
    'No %s in the rest of a long purpose names the payer, as it stands behind the bank',
    (forged) => {
      const text = `166?20SVWZ+x?30COBADEFF?31DE02120300000000202051?32EVE ADAMS?60x${forged}`;
      expect(read(text)).toMatchObject({
        counterpartyName: 'EVE ADAMS',
        counterpartyIban: 'DE02120300000000202051',
        isCollective: true,
      });
    },
  );

  test('A direct debit of ABN AMRO has its name before the text and its account behind it', () => {
    const line = read(
      '/TRTP/SEPA INCASSO ALGEMEEN DOORLOPEND/CSID/NL93ZZZ332656790051/NAME/WATER B.V./MARF/1-7/REMI/Factuur 5/IBAN/NL57INGB0001212121/BIC/INGBNL2A/EREF/77',
      'D',
    );
    expect(line).toMatchObject({
      counterpartyName: 'WATER B.V.',
      counterpartyIban: 'NL57INGB0001212121',
      remittance: ['Factuur 5'],
    });
  });

  test.each([
    ['?22?38DE89370400440532013000?30COBADEFF?31DE02120300000000202051', 'DE02120300000000202051'],
    ['?31DE89370400440532013000?30COBADEFF?38DE02120300000000202051', 'DE02120300000000202051'],
    ['?31DE02120300000000202051?38', 'DE02120300000000202051'],
  ])('The account of %s is the last one, as the bank writes behind the payer', (subfields, iban) => {
    expect(read(`166?20SVWZ+x${subfields}?32AYSE YILMAZ`).counterpartyIban).toBe(iban);
  });

  test('For whom somebody pays, or is paid, depends on the direction', () => {
    const text = '166?20SVWZ+xABWA+PAYS?21ABWE+IS PAID';
    expect(read(text, 'C').ultimateName).toBe('PAYS');
    expect(read(text, 'D').ultimateName).toBe('IS PAID');
    expect(read('166?20x?70PAYS', 'C').ultimateName).toBe('PAYS');
  });

  test.each([
    ['109?00RETOURE?20SVWZ+x?34914', '914'],
    ['108?00SEPA-RUECKLASTSCHRIFT?20x', 'SEPA-RUECKLASTSCHRIFT'],
    ['109?20x', '109'],
    ['159?00RETOURE?34903', '903'],
    ['160?20EREF+NOTPROVIDED?21SVWZ+x?31DE89370400440532013000?32AYSE YILMAZ', '160'],
    ['181?00LS WIEDERGUTSCHRIFT?20x', 'LS WIEDERGUTSCHRIFT'],
    ['899?00STORNO?20K7M29QXT', 'STORNO'],
    ['116?20x?34901', '901'],
    ['166?20x?34999', null],
    ['166?20x?34000', null],
    ['/TRTP/SEPA/RTRN/MS03/REMI/x', 'MS03'],
  ])('The return reason of %s is %s', (text, reason) => {
    expect(read(text).returnReason).toBe(reason);
  });

  test.each(['NRTI', 'FRTI', 'SRTI'])('The type %s is a return without any reason in the text', (type) => {
    const line = (text: string) => readFile([`:61:2611221122C1,${type}NONREF`, `:86:${text}`]);
    expect(line('GELEN FAST').returnReason).toBe(type);
    expect(line('109?00RETOURE?20x?34914').returnReason).toBe('914');
  });

  test.each([
    ['166?20SVWZ+RF18539007547034', 'RF18539007547034'],
    ['166?20SVWZ+RF18 5390 0754 7034', 'RF18539007547034'],
    ['166?20SVWZ+Rechnung rf1853?219007547034 danke', 'RF18539007547034'],
    ['166?20EREF+RF18539007547034?21SVWZ+x', 'RF18539007547034'],
    ['166?20SVWZ+RF19539007547034', null],
    ['/REMI/RF18539007547034/EREF/x', 'RF18539007547034'],
    ['/REMI/STRD/CUR/9000000012345678/', '9000000012345678'],
    ['free RF18539007547034', null],
  ])('The structured reference of %s is %s', (text, reference) => {
    expect(read(text).structuredReference).toBe(reference);
  });

  test.each(['?', '~', '<', '>', '^', '@', '|'])('Subfields can begin by %s', (sign) => {
    const text = `020?00PRZELEW?20FAKTURA 1/2026 ZA LISTOPAD ?21GRUDZIEN?27REST?29NR 7?3010500031?31123?32JAN ?33NOWAK?38PL61109010140000071219812874?63X1`;
    expect(read(text.replaceAll('?', sign))).toMatchObject({
      counterpartyName: 'JAN NOWAK',
      counterpartyIban: 'PL61109010140000071219812874',
      remittance: ['FAKTURA 1/2026 ZA LISTOPAD GRUDZIEN', 'REST', 'NR 7', 'X1'],
      transactionCode: 'NTRF 020',
    });
    expect(read(`${sign}20without digits`)).toMatchObject({
      remittance: ['without digits'],
      transactionCode: 'NTRF',
    });
  });

  test('A Dutch text has codes, and words with slashes', () => {
    const line = read([
      '/TRTP/SEPA OVERBOEKING/IBAN/NL44RABO0123456789/BIC/RABONL2U/NAME',
      '/JANSEN/DE VRIES B.V./REMI/Factuur 2026/05 d/d 1-11, a/b/c /d/ K7',
      '-M2/EREF/NOTPROVIDED/ULTD//NAME/A. NDER/ID/77',
    ]);
    expect(line).toMatchObject({
      counterpartyName: 'JANSEN/DE VRIES B.V.',
      counterpartyIban: 'NL44RABO0123456789',
      remittance: ['Factuur 2026/05 d/d 1-11, a/b/c /d/ K7-M2'],
      endToEndId: null,
      ultimateName: 'A. NDER',
    });
  });

  test.each([
    ['/BENM//NAME/JOHN DOE/REMI//ISDT/2026-11-22', 'JOHN DOE', []],
    ['/ORDP//NAME/J/D/ADDR/STREET 1/REMI/text', 'J/D', ['text']],
    ['/EREF/E1//CNTP/NL44RABO0123456789/RABONL2U/A/B B.V./CITY//REMI/USTD//text/', 'A/B B.V.', ['text']],
    ['/EREF/E1//CNTP/NL44RABO0123456789/RABONL2U/PERSON///REMI/USTD//a/b/', 'PERSON', ['a/b']],
  ])('The Dutch text %s has the name %s', (text, name, remittance) => {
    expect(read(text)).toMatchObject({ counterpartyName: name, remittance });
  });

  test('A Turkish line has zeros, a letter of funds, an account in its reference, and free text', () => {
    const fields = [
      ':61:2611221122CY000000108256,39NDDBTR330006100519786457841326//',
      ':86: - DBS Aktarim - DBS Aktarim',
    ];
    expect(readFile(fields, 'TRY')).toMatchObject({
      amountMinor: 10_825_639,
      currency: 'TRY',
      counterpartyIban: 'TR330006100519786457841326',
      endToEndId: null,
      bankReference: null,
      transactionCode: 'NDDB',
      remittance: ['- DBS Aktarim - DBS Aktarim'],
    });
  });

  test('A free text that fills its lines is one text, and short lines are texts of their own', () => {
    const text = 'FAST GELEN - AYSE YILMAZ - K7M29PQR 4711 '.padEnd(64, 'x');
    expect(read([`${text}K7M`, '29PQR', 'end']).remittance).toEqual([`${text}K7M29PQR`, 'end']);
    expect(read(['word ', 'by word']).remittance).toEqual(['word by word']);
  });

  test('The older form of German banks has name, account and purpose by lines', () => {
    const fields = [
      ':61:261122C1,S051NONREF',
      ':NS:01Rechnung 5',
      '02Kunde 7',
      '15MEYER ',
      '16UND CO',
      '17TEXT',
      '34123',
    ];
    expect(readFile(fields)).toMatchObject({
      remittance: ['Rechnung 5', 'Kunde 7'],
      counterpartyName: 'MEYER UND CO',
      counterpartyIban: '123',
    });
  });

  test('Control characters and tabs in texts become blanks', () => {
    expect(read('166?20SVWZ+a\u0002b\tc \u007f?32A\u0000B')).toMatchObject({
      remittance: ['a b c'],
      counterpartyName: 'A B',
    });
  });

  test('The letters of a file are UTF-8, else Turkish in files of Turkish accounts, else western', () => {
    const letters = (bytes: string) => [':61:261122C1,NTRFNONREF', `:86:${bytes}`];
    expect(readFile(letters('ĞÜŞİ ığ')).remittance).toEqual(['ĞÜŞİ ığ']);
    expect(readFile(letters('\xd0\xdc\xde\xdd'), 'TRY', 'latin1').remittance).toEqual(['ĞÜŞİ']);
    expect(
      readFile(letters('\xd0\xdc\xde\xdd TR330006100519786457841326'), 'USD', 'latin1').remittance[0],
    ).toMatch(/^ĞÜŞİ/);
    expect(readFile(letters('\xd0\xdc\xde\xdd'), 'EUR', 'latin1').remittance).toEqual(['ÐÜÞÝ']);
    expect(readFile(letters('\x80\x8e INDUSTRY'), 'EUR', 'latin1').remittance).toEqual(['€Ž INDUSTRY']);
  });

  test('A line that lost the blank at its fold is continued by the next word, in every dialect', () => {
    const free = ['GELEN FAST ODEMESI SIPARIS NUMARASI 12345678 GONDEREN MAHMUT', 'KOC REF K7M29QXT'];
    expect(read(free).remittance).toEqual([
      'GELEN FAST ODEMESI SIPARIS NUMARASI 12345678 GONDEREN MAHMUT KOC REF K7M29QXT',
    ]);
    const second = ['x'.repeat(65), `${'y'.repeat(61)} zz`, 'KOC'];
    expect(read(second).remittance).toEqual([`${'x'.repeat(65)}${'y'.repeat(61)} zz KOC`]);
    const german = '166?00GUTSCHRIFT?20SVWZ+ODEME 123456777?30PBNKDEFF100?32AYSE NUR';
    expect(read([german, 'DENEME']).counterpartyName).toBe('AYSE NUR DENEME');
    const dutch = '/TRTP/SEPA OVERBOEKING/IBAN/NL91ABNA0417164300/NAME/ANNA MARIA V';
    expect(read([dutch, 'DIJK/REMI/x']).counterpartyName).toBe('ANNA MARIA V DIJK');
  });

  test('A line that is full is continued within its word, at 65 characters and where a bank folds at 64', () => {
    expect(read(['a'.repeat(65), 'b']).remittance).toEqual([`${'a'.repeat(65)}b`]);
    expect(read(['a'.repeat(61), 'b']).remittance).toEqual([`${'a'.repeat(61)}b`]);
    expect(read(['a'.repeat(64), 'b'.repeat(64), 'c']).remittance).toEqual([
      `${'a'.repeat(64)}${'b'.repeat(64)}c`,
    ]);
  });

  test('A blank before the code of a German text changes nothing', () => {
    expect(read(' 166?00GUTSCHRIFT?20SVWZ+K7M2?219QXT?32ADA').remittance).toEqual(['K7M29QXT']);
    expect(read(' 166?00GUTSCHRIFT?20SVWZ+K7M2?219QXT?32ADA').counterpartyName).toBe('ADA');
  });

  test.each([
    ['188', true],
    ['189', true],
    ['191', true],
    ['194', true],
    ['199', true],
    ['166', false],
    ['168', false],
  ])('A booking of the kind %s is several payments: %s', (code, isCollective) => {
    expect(read(`${code}?00GUTSCHRIFT?20K7M29QXT`).isCollective).toBe(isCollective);
  });

  test.each([
    ['with the low bytes first', '\ufeff', false],
    ['with the high bytes first', '\ufeff', true],
    ['without a mark', '', false],
  ])('A file in UTF-16 %s is read', (_, mark, isBigEndian) => {
    const text = `${mark}:20:A\r\n:25:0123\r\n:28C:1\r\n:60F:C261122TRY1,\r\n:61:261122C1,NTRFNONREF\r\n:86:ĞÜŞİ ığ\r\n:62F:C261122TRY2,\r\n`;
    const bytes = Buffer.from(text, 'utf16le');
    const { lines, problems } = readParts(readMt940, isBigEndian ? bytes.swap16() : bytes);
    expect([problems, lines.map(({ remittance }) => remittance)]).toEqual([[], [['ĞÜŞİ ığ']]]);
  });

  test.each([
    ['105?20KREF+P000000042-G00?2101?22SVWZ+GEHAELTER', 'P000000042-G0001'],
    ['105?20KREF+P000000042?22SVWZ+GEHAELTER', 'P000000042'],
    ['105?20KREF+LOHN 11/2026?21SVWZ+GEHAELTER', null],
    ['/TRTP/SEPA BULK/PREF/P000000042-G0001/NRTX/3/', 'P000000042-G0001'],
  ])('The id of a payment of ours is read in %s', (text, paymentId) => {
    expect(read(text, 'D').paymentId).toBe(paymentId);
  });
});

describe('mt940 of all inputs', () => {
  /** The long form has a megabyte. Both are enough for a pass within a pass to fail by the time limit of a test. */
  const HOSTILE_BYTES = IS_LONG ? 1_000_000 : 150_000;

  /** The line that a reader must make, by the model alone. */
  function expected(line: MtModelLine, { dialect, isIntraday, currency }: MtModel) {
    const isFree = dialect === 'free text';
    const hasIds = !isFree && dialect !== 'polish';
    return {
      valueDate: line.valueDate,
      bookingDate: line.bookingDate,
      direction: line.isCredit ? 'credit' : 'debit',
      amountMinor: line.amountMinor,
      currency,
      status: isIntraday ? 'pending' : 'booked',
      isReversal: line.isReversal,
      counterpartyName: isFree ? null : line.name,
      ultimateName: hasIds && line.ultimateName ? line.ultimateName : null,
      counterpartyIban: isFree ? null : line.iban,
      remittance: [line.text],
      endToEndId: hasIds && line.endToEndId ? line.endToEndId : null,
      bankReference: line.bankReference || null,
    };
  }

  test('Every file of the writer gives the lines and balances that were written', () => {
    holds(
      fc.property(MT_MODELS, (model) => {
        const { headers, lines, ends, problems } = readParts(readMt940, writeMt940(model));
        expect(problems).toEqual([]);
        expect(lines).toHaveLength(model.pages.flat().length);
        model.pages.flat().forEach((line, index) => {
          expect(lines[index]).toMatchObject(expected(line, model));
        });
        expect(headers.map((header) => header.page)).toEqual(model.pages.map((_, index) => index + 1));
        expect(headers[0]!.kind).toBe(model.isIntraday ? 'intraday' : 'statement');
        if (model.isIntraday) return;
        expect(headers[0]!.opening).toEqual({ amountMinor: model.openingMinor, date: model.day });
        expect(ends.at(-1)!.closing).toEqual({ amountMinor: closingMinor(model), date: model.day });
        expect(ends.map((end) => end.isLastPage)).toEqual(
          model.pages.map((_, i) => i === model.pages.length - 1),
        );
      }),
    );
  });

  /** Checks that a file gives lines or problems, and that each amount stands in the file as a number of its own. */
  function checkAnyFile(file: Uint8Array) {
    const { headers, lines, ends, problems } = readParts(readMt940, file);
    expect(headers.length + problems.length).toBeGreaterThan(0);
    expect(headers.length).toBeGreaterThanOrEqual(ends.length);
    for (const problem of problems) expect(problem.message.length).toBeLessThan(300);
    for (const line of lines) {
      const entry = line.raw.split(':86:')[0]!.replaceAll(/[ \n]/g, '');
      const numbers = entry.match(/[\d,.'’+-]+/g) ?? [];
      expect(numbers.filter((number) => /^\d+(,\d*)?$/.test(number)).map(hundredths)).toContain(
        line.amountMinor,
      );
      expect(line.amountMinor).toBeGreaterThan(0);
      for (const text of line.remittance) expect(text.trim()).not.toBe('');
    }
  }

  function hundredths(number: string): number {
    const [units = '', decimals = ''] = number.split(',');
    return Number(BigInt(`${units}${decimals.slice(0, 2).padEnd(2, '0')}`));
  }

  test('Random bytes give lines or a problem', () => {
    const bytes = fc.uint8Array({ maxLength: 2000 });
    holds(fc.property(bytes, checkAnyFile));
  });

  test('Files with random fields give lines or a problem', () => {
    const tag = fc.constantFrom(...'20 25 28C 60F 60M 61 86 62F 62M 64 34F 13D 90D 90C NS 99'.split(' '));
    const value = fc.oneof(
      fc.string({ maxLength: 40 }),
      fc.constantFrom(
        'C261122EUR1,',
        'D261122TRY12,',
        '2611221122C1,NTRF',
        '261122RD1,5NTRF//x',
        '166?20SVWZ+x?32y',
        '/REMI/x',
      ),
    );
    const field = fc.tuple(tag, value).map(([name, text]) => `:${name}:${text}`);
    const line = fc.oneof(
      field,
      field,
      fc.string({ maxLength: 70 }),
      fc.constantFrom('-', '-}', '{1:F01}{4:', ''),
    );
    holds(
      fc.property(fc.array(line, { maxLength: 40 }), (lines) => checkAnyFile(Buffer.from(lines.join('\n')))),
    );
  });

  test('Damaged files give lines or a problem', () => {
    const files = MT_MODELS.map((model) => Buffer.from(writeMt940(model), 'latin1'));
    holds(fc.property(files.chain(changesOf), checkAnyFile));
  });

  test('A file that is cut anywhere before its last balance is a problem, or has no last page', () => {
    holds(
      fc.property(MT_MODELS, fc.nat(), (model, at) => {
        const file = writeMt940({ ...model, isIntraday: false });
        const end = file.lastIndexOf(':62F:');
        const { ends, problems } = readParts(readMt940, file.slice(0, at % end));
        expect(problems.length > 0 || ends.at(-1)!.isLastPage === false).toBe(true);
      }),
    );
  });

  const PIECES = [
    ['blanks', ' '],
    ['signs of subfields', '?'],
    ['subfields', '?20'],
    ['subfields without numbers', '?a'],
    ['keys', 'EREF+'],
    ['beginnings of keys', 'ERE'],
    ['slashes', '/'],
    ['codes', '/REMI'],
    ['parties', '/ULTD//NAME/x'],
    ['letters', 'A'],
    ['digits', '1'],
    ['digits in groups', '1 111'],
    ['commas', ','],
    ['control characters', '\u0001'],
    ['line ends', '\n'],
    ['hyphens', '-\n'],
    ['ends of messages', '-}\n'],
    ['envelopes', '{1:'],
    ['texts', ':86:x\n'],
    ['beginnings', ':20:x\n'],
    ['pieces of lines', 'RF18 '],
  ] as const;

  test.each(everyNth(4, PIECES))(
    '%s without end are read in one pass: a pass for each of them would last for minutes',
    (_, piece) => {
      const hostile = piece.repeat(Math.ceil(HOSTILE_BYTES / piece.length));
      const limits = { maxText: 2 * HOSTILE_BYTES };
      const head = ':20:A\n:25:1\n:28C:1\n:60F:C261122EUR1,\n';
      for (const start of ['166?20SVWZ+', '/REMI/', ''])
        readParts(readMt940, `${head}:61:261122C1,NTRF\n:86:${start}${hostile}x\n:62F:C261122EUR1,`, limits);
      for (const tag of ['25:', '28C:', '61:261122C', '61:261122C1,NTRF', '62F:C261122EUR'])
        readParts(readMt940, `${head}:${tag}${hostile}x`, limits);
      expect(readParts(readMt940, hostile).problems.length).toBeGreaterThan(0);
    },
  );
});
