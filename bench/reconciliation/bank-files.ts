import {
  READ_LIMITS,
  type StatementKind,
  type StatementPart,
  type StatementReader,
} from '../../src/reconciliation/domain/statement.ts';
import { readCamt } from '../../src/statements/camt.ts';
import { readMt940 } from '../../src/statements/mt940.ts';
import { writeCamt } from '../../test/support/statements/write-camt.ts';
import type { CamtVersion } from '../../test/support/statements/write-camt-entry.ts';
import { type MtDialect, writeMt940 } from '../../test/support/statements/write-mt940.ts';
import { BANK_TABLES, readBankTable, tableFile } from './bank-tables.ts';
import { closingMinor, textOf } from './line-texts.ts';
import type { BankStatement, WrittenLine } from './plan.ts';

/** A form in which banks write lines. The writers know nothing of the readers. */
export interface FileForm {
  readonly name: string;
  readonly isNewestFirst: boolean;
  /** Whether a line can state another currency than the account's: its balances leave such lines out. */
  readonly statesCurrencies: boolean;
  write(statement: BankStatement): Uint8Array;
  readonly read: StatementReader;
}

/** A form of the files that a bank makes within the day, before the statement. */
export interface ReportForm extends FileForm {
  /**
   * `pending`: none of its lines is final; `both`: the newest are not; `booked`: it notifies of single lines as they
   * come.
   */
  readonly shows: 'pending' | 'both' | 'booked';
}

/** A form in which banks export statements. */
export interface BankFormat extends FileForm {
  /** Whether its files have lines that are not booked. */
  readonly hasPending: boolean;
  /** The currencies of the accounts that it is used for. */
  readonly currencies: readonly string[];
  /** The files that come before its statements. With them, statements cover only whole days that have ended. */
  readonly reports: readonly ReportForm[];
}

const LARGEST_BATCH = 3;
const VERSIONS: readonly CamtVersion[] = ['02', '04', '08', '13'];
const DIALECTS: readonly (readonly [MtDialect, readonly string[]])[] = [
  ['german', ['TRY', 'EUR']],
  ['polish', ['EUR']],
  ['dutch', ['EUR']],
  ['ing', ['EUR']],
  ['free text', ['TRY']],
];

/** Every format and dialect. */
export const BANK_FORMATS: readonly BankFormat[] = [
  ...VERSIONS.map(camt),
  ...DIALECTS.map(([dialect, currencies]) => mt940(dialect, currencies)),
  ...BANK_TABLES.map((table) => ({
    name: table.name,
    hasPending: false,
    isNewestFirst: table.isNewestFirst,
    statesCurrencies: false,
    currencies: table.currencies,
    reports: [],
    write: (statement: BankStatement) => tableFile(table, statement),
    read: readBankTable(table),
  })),
];

/** The names of all formats that files are made in. */
export const FORMAT_NAMES: readonly string[] = [
  ...new Set(BANK_FORMATS.flatMap(({ name, reports }) => [name, ...reports.map((report) => report.name)])),
];

function camt(version: CamtVersion): BankFormat {
  return {
    name: `camt.053.001.${version}`,
    hasPending: true,
    isNewestFirst: false,
    read: readCamt,
    statesCurrencies: true,
    currencies: ['TRY', 'EUR'],
    reports: [
      camtReport(`camt.052.001.${version}`, 'intraday', version),
      camtReport(`camt.054.001.${version}`, 'notification', version),
    ],
    write: (statement) => writeOneCamt(statement, 'statement', version),
  };
}

function camtReport(name: string, kind: 'intraday' | 'notification', version: CamtVersion): ReportForm {
  return {
    statesCurrencies: true,
    name,
    isNewestFirst: false,
    read: readCamt,
    shows: kind === 'intraday' ? 'both' : 'booked',
    write: (statement) => writeOneCamt(statement, kind, version),
  };
}

function writeOneCamt(statement: BankStatement, kind: StatementKind, version: CamtVersion): Uint8Array {
  const { iban, currency, number, openingMinor, lines } = statement;
  const own = { place: '', raw: '', balanceAfterMinor: null, isBankReferenceTrusted: false };
  const date = lines.at(-1)?.line.bookingDate ?? null;
  const firstDate = lines[0]?.line.bookingDate ?? date;
  const opening = kind === 'notification' ? null : { amountMinor: openingMinor, date: firstDate };
  const counted = lines.filter(({ line }) => line.currency === currency);
  const balance = { amountMinor: closingMinor(openingMinor, counted), date };
  const account = { iban, number: null, currency };
  const header = { kind, account, statementId: `S${number}`, sequenceNumber: String(number), page: 1 };
  const groups = kind === 'notification' ? batchesOf(lines) : lines.map((planned) => [planned]);
  const written = {
    header: { ...header, opening },
    entries: groups.map((group) => group.map(({ line }) => ({ ...line, ...own }))),
    end: { closing: kind === 'statement' ? balance : null, isLastPage: true },
    ...(kind === 'intraday' && { interim: balance }),
  };
  return Buffer.from(writeCamt([written], { version, hasTimes: number % 2 === 0 }));
}

/** Some banks notify of several payments in one entry, and list them separately in the statement. */
function batchesOf(lines: readonly WrittenLine[]): readonly (readonly WrittenLine[])[] {
  const batches: WrittenLine[][] = [];
  for (const planned of lines) {
    const last = batches.at(-1);
    const [first] = last ?? [];
    const isSame = (['status', 'bookingDate', 'direction', 'isReversal', 'currency'] as const).every(
      (key) => first?.line[key] === planned.line[key],
    );
    if (last && isSame && last.length < LARGEST_BATCH) last.push(planned);
    else batches.push([planned]);
  }
  return batches;
}

function mt940(dialect: MtDialect, currencies: readonly string[]): BankFormat {
  return {
    name: `MT940, ${dialect}`,
    hasPending: false,
    isNewestFirst: false,
    read: readMt940,
    statesCurrencies: false,
    currencies,
    reports: [
      {
        name: `MT942, ${dialect}`,
        isNewestFirst: false,
        read: readMt940,
        shows: 'pending',
        statesCurrencies: false,
        write: (statement) => writeOneMt(statement, dialect, true),
      },
    ],
    write: (statement) => writeOneMt(statement, dialect, false),
  };
}

function writeOneMt(statement: BankStatement, dialect: MtDialect, isIntraday: boolean): Uint8Array {
  const { iban, currency, openingMinor, number, lines } = statement;
  const day = lines.at(-1)?.line.valueDate ?? '2026-09-01';
  const page = lines.map(({ line }) => ({
    valueDate: line.valueDate ?? day,
    bookingDate: line.bookingDate,
    isCredit: line.direction === 'credit',
    isReversal: line.isReversal,
    amountMinor: line.amountMinor,
    text: textOf(line),
    name: line.counterpartyName ?? '',
    ultimateName: '',
    iban: line.counterpartyIban ?? '',
    endToEndId: line.endToEndId ?? '',
    bankReference: '',
  }));
  const half = Math.ceil(page.length / 2);
  const text = writeMt940({
    dialect,
    isIntraday,
    account: iban,
    currency,
    openingMinor,
    day,
    pages: number % 3 === 0 ? [page.slice(0, half), page.slice(half)] : [page],
    lineEnd: '\r\n',
    hasEnvelope: number % 2 === 0,
    isPadded: dialect === 'free text',
  });
  return Buffer.from(text);
}

/** Reads a whole file. */
export function readAll({ read }: FileForm, bytes: Uint8Array): readonly StatementPart[] {
  return [...read(bytes, READ_LIMITS)];
}
