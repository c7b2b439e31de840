import type { StatementReader } from '../../src/reconciliation/domain/statement.ts';
import { BANK_PROFILES, GENERIC_PROFILE } from '../../src/statements/profiles/index.ts';
import { createTableReader } from '../../src/statements/table.ts';
import { writeCsv } from '../../test/support/statements/write-csv.ts';
import { writeXlsx } from '../../test/support/statements/write-xlsx.ts';
import { signedMinor, textOf } from './line-texts.ts';
import type { BankStatement, WrittenLine } from './plan.ts';

/** The contents of a row's cells. */
interface Row {
  /** `20.09.2026` */
  readonly day: string;
  /** `-1.250,50`; the balance after it in the same form. */
  readonly amount: string;
  readonly balance: string;
  readonly text: string;
  /** Empty where the export has no name. */
  readonly name: string;
  readonly iban: string;
  /** Stable numbers that the bank gives the line. */
  readonly query: string;
  readonly isCredit: boolean;
  readonly statement: BankStatement;
}

/** The table of a bank, as its page exports it. */
export interface BankTable {
  readonly name: string;
  readonly currencies: readonly string[];
  /** The rows above its header. */
  readonly above: number;
  readonly isSheet: boolean;
  readonly isNewestFirst: boolean;
  readonly header: readonly string[];
  cells(row: Row): readonly string[];
}

const TURKISH = { currencies: ['TRY'], isSheet: true, isNewestFirst: true } as const;

/** The text of an incoming payment, with the sender where the bank puts it; without a sender, the plain text. */
const from = ({ name, text, isCredit }: Row, written: string) =>
  name === '' || !isCredit ? [name, text].filter((part) => part !== '').join(' ') : written;

export const BANK_TABLES: readonly BankTable[] = [
  {
    name: 'CSV, generic',
    currencies: ['TRY', 'EUR'],
    above: 0,
    isSheet: false,
    isNewestFirst: false,
    header: ['Own IBAN', 'Date', 'Amount', 'Balance', 'Description', 'Name', 'Counterparty IBAN', 'Currency'],
    cells: ({ day, amount, balance, text, name, iban, statement }) => [
      statement.iban,
      day,
      amount,
      balance,
      text,
      name,
      iban,
      statement.currency,
    ],
  },
  {
    ...TURKISH,
    name: 'CSV, Halkbank',
    above: 0,
    isSheet: false,
    isNewestFirst: false,
    header: [
      'Tarih',
      'Saat',
      'SiraNo',
      'HareketTutari',
      'EkstreAciklama',
      'IslemKod',
      'ReferansNo',
      'DekontNo',
      'Iptal',
      'KarsiAdSoyad',
      'KarsiHesapIBAN',
      'KarsiKimlikNo',
    ],
    cells: ({ day, amount, text, name, iban, query }) => [
      day,
      '10:00',
      '1',
      amount,
      text,
      'FEX',
      query,
      query,
      'H',
      name,
      iban,
      '1',
    ],
  },
  {
    ...TURKISH,
    name: 'XLSX, Is Bankasi',
    above: 15,
    header: [
      'Tarih/Saat',
      'Valör',
      'Kanal/Şube',
      'İşlem Tutarı*',
      'Bakiye',
      'İşlem',
      'İşlem Tipi',
      'Açıklama',
      'Referans',
    ],
    cells: (row) => [
      `${row.day.replaceAll('.', '/')}-14:58:47`,
      row.day.replaceAll('.', '/'),
      'Mobil',
      row.amount,
      row.balance,
      'x',
      'FAST',
      from(row, `${row.name}*0111*${row.text}*${row.query}*FAST`),
      row.query,
    ],
  },
  {
    ...TURKISH,
    name: 'XLSX, Akbank',
    above: 8,
    header: ['Tarih', 'Saat', 'Tutar', 'Bakiye', 'Borç/Alacak', 'Açıklama', 'Fiş/Dekont No'],
    // Some of its files have a decimal point.
    cells: (row) => [
      row.day,
      '10:00',
      english(row.amount),
      english(row.balance),
      row.isCredit ? 'A' : 'B',
      from(row, `${row.query}-${row.name}-${row.text}`),
      row.query,
    ],
  },
  {
    ...TURKISH,
    name: 'XLSX, Garanti BBVA',
    above: 4,
    header: ['Tarih', 'Açıklama', 'Etiket', 'Tutar', 'Bakiye', 'Dekont No'],
    cells: (row) => [
      row.day,
      from(row, `${row.name}-${row.text}-FAST-${row.query}`),
      'Diğer',
      row.amount,
      row.balance,
      row.query,
    ],
  },
  {
    ...TURKISH,
    name: 'XLSX, Ziraat',
    above: 11,
    header: ['Tarih', 'Fiş No', 'Açıklama', 'İşlem Tutarı', 'Bakiye'],
    cells: (row) => [
      row.day,
      row.query,
      from(row, `Gönd: ${row.name} 0209-Ziraat Katılım ${row.text} FAST işlemi`),
      row.amount,
      row.balance,
    ],
  },
  {
    ...TURKISH,
    name: 'XLSX, VakifBank',
    above: 6,
    header: [
      'HESAP NO',
      'FİŞ NO',
      'HAREKET TARIH',
      'İŞLEM TARİHİ',
      'KART NO',
      'İŞLEM',
      'TUTAR',
      'BAKİYE',
      'KANAL',
      'İŞLEM NO',
      'REFERANS',
      'HAVALE',
      'REF NO',
      'TCKN',
      'VKN',
      'B/A',
      'AÇIKLAMA',
    ],
    cells: (row) => [
      '00158007',
      row.query,
      row.day,
      row.day,
      '',
      'FAST',
      row.amount.replace('-', ''),
      row.balance,
      'MOB',
      '9',
      row.query,
      '',
      'b',
      '111',
      '222',
      row.isCredit ? 'A' : 'B',
      from(row, `${row.query} sorgu numaralı ${row.name} tarafından ${row.text}`),
    ],
  },
  {
    ...TURKISH,
    name: 'XLSX, Enpara',
    above: 9,
    header: ['', 'Tarih', '', 'Hareket tipi', '', 'Açıklama', '', '', 'İşlem Tutarı (TL)', 'Bakiye (TL)'],
    cells: (row) => [
      '',
      row.day,
      '',
      row.isCredit ? 'Gelen Transfer' : 'Giden Transfer',
      '',
      from(row, `${row.name}, ${row.text}, ${row.name} tarafından aktarılan`),
      '',
      '',
      `${row.amount} TL`,
      `${row.balance} TL`,
    ],
  },
  {
    ...TURKISH,
    name: 'XLSX, Yapi Kredi',
    above: 10,
    header: ['Tarih', 'Saat', 'İşlem', 'Kanal', 'Referans No', 'Açıklama', 'İşlem Tutarı', 'Bakiye'],
    cells: (row) => [
      row.day,
      '10:00',
      'FAST',
      'Mobil',
      row.query,
      [row.name, row.text].join(' ').trim(),
      row.amount,
      row.balance,
    ],
  },
];

/** The reader of a table: it recognizes the bank by the header, except for the generic table. */
export function readBankTable({ name }: BankTable): StatementReader {
  return createTableReader(name.endsWith('generic') ? [GENERIC_PROFILE] : BANK_PROFILES);
}

/** The file with a statement. */
export function tableFile(table: BankTable, statement: BankStatement): Uint8Array {
  let balanceMinor = statement.openingMinor;
  const rows = statement.lines.map((planned) => {
    balanceMinor += signedMinor(planned.line);
    return table.cells(rowOf(planned, statement, balanceMinor));
  });
  const above = ['Hesap Hareketleri', ...Array.from({ length: Math.max(0, table.above - 1) }, () => '')];
  const all = [
    ...above.slice(0, table.above).map((text) => [text]),
    table.header,
    ...(table.isNewestFirst ? rows.toReversed() : rows),
  ];
  if (!table.isSheet)
    return writeCsv({ rows: all, encoding: table.name.endsWith('generic') ? 'utf-8' : 'windows-1254' });
  const cellOf = (text: string) => (text === '' ? null : text);
  return writeXlsx({ sheets: [{ rows: all.map((row) => row.map(cellOf)) }] });
}

function rowOf({ lineId, line }: WrittenLine, statement: BankStatement, balanceMinor: number): Row {
  const isCredit = line.direction === 'credit';
  const mark = line.isReversal && !/IADE/.test(textOf(line)) ? 'IADE ' : '';
  return {
    statement,
    isCredit,
    day: (line.bookingDate ?? '').split('-').reverse().join('.'),
    amount: turkish(isCredit ? line.amountMinor : -line.amountMinor),
    balance: turkish(balanceMinor),
    text: mark + textOf(line),
    name: line.counterpartyName ?? '',
    iban: line.counterpartyIban ?? '',
    // Longer than the numbers of payment orders, so that no two are the same by chance.
    query: `90${lineId.replace(/\D/g, '').padStart(10, '0')}`,
  };
}

function turkish(minor: number): string {
  const digits = String(Math.abs(minor)).padStart(3, '0');
  const units = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, '.');
  return `${minor < 0 ? '-' : ''}${units},${digits.slice(-2)}`;
}

function english(amount: string): string {
  return amount.replaceAll('.', ';').replace(',', '.').replaceAll(';', ',');
}
