import { READ_LIMITS, type StatementPart, type StatementReader } from '../../src/domain/statement.ts';
import { readCamt } from '../../src/statements/camt.ts';
import { readMt940 } from '../../src/statements/mt940.ts';
import { writeCamt } from '../../test/support/statements/write-camt.ts';
import type { CamtVersion } from '../../test/support/statements/write-camt-entry.ts';
import { type MtDialect, writeMt940 } from '../../test/support/statements/write-mt940.ts';
import { BANK_TABLES, readBankTable, tableFile } from './bank-tables.ts';
import { closingMinor, textOf } from './line-texts.ts';
import type { BankStatement } from './plan.ts';

/** A form in which banks export statements. The writers know nothing of the readers. */
export interface BankFormat {
  readonly name: string;
  /** Whether its files have lines that are not booked. */
  readonly hasPending: boolean;
  readonly isNewestFirst: boolean;
  /** The currencies of the accounts that it is used for. */
  readonly currencies: readonly string[];
  write(statement: BankStatement): Uint8Array;
  readonly read: StatementReader;
}

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
    ...{ name: table.name, hasPending: false, isNewestFirst: table.isNewestFirst },
    currencies: table.currencies,
    write: (statement: BankStatement) => tableFile(table, statement),
    read: readBankTable(table),
  })),
];

function camt(version: CamtVersion): BankFormat {
  return {
    ...{ name: `camt.053.001.${version}`, hasPending: true, isNewestFirst: false, read: readCamt },
    currencies: ['TRY', 'EUR'],
    write({ iban, currency, number, openingMinor, lines }) {
      const own = { place: '', raw: '', balanceAfterMinor: null, isBankReferenceTrusted: false };
      const date = lines.at(-1)?.line.bookingDate ?? null;
      const account = { iban, number: null, currency };
      const opening = { amountMinor: openingMinor, date: lines[0]?.line.bookingDate ?? null };
      const header = { kind: 'statement', account, statementId: `S${number}`, page: 1, opening } as const;
      const entries = lines.map(({ line }) => [{ ...line, ...own }]);
      const closing = { amountMinor: closingMinor(openingMinor, lines), date };
      const statement = {
        ...{ header: { ...header, sequenceNumber: String(number) }, entries },
        end: { closing, isLastPage: true },
      };
      return Buffer.from(writeCamt([statement], { version, hasTimes: number % 2 === 0 }));
    },
  };
}

function mt940(dialect: MtDialect, currencies: readonly string[]): BankFormat {
  return {
    ...{ name: `MT940, ${dialect}`, hasPending: false, isNewestFirst: false, read: readMt940 },
    currencies,
    write({ iban, currency, openingMinor, number, lines }) {
      const day = lines.at(-1)?.line.bookingDate ?? '2026-09-01';
      const page = lines.map(({ line }) => ({
        ...{ valueDate: line.valueDate ?? day, bookingDate: line.bookingDate },
        ...{ isCredit: line.direction === 'credit', isReversal: line.isReversal },
        ...{ amountMinor: line.amountMinor, text: textOf(line), name: line.counterpartyName ?? '' },
        ...{ ultimateName: '', iban: line.counterpartyIban ?? '', endToEndId: line.endToEndId ?? '' },
        bankReference: '',
      }));
      const half = Math.ceil(page.length / 2);
      const model = { dialect, isIntraday: false, account: iban, currency, openingMinor, day } as const;
      const text = writeMt940({
        ...{ ...model, pages: number % 3 === 0 ? [page.slice(0, half), page.slice(half)] : [page] },
        ...{ lineEnd: '\r\n', hasEnvelope: number % 2 === 0, isPadded: dialect === 'free text' },
      });
      return Buffer.from(text);
    },
  };
}

/** Reads a whole file. */
export function readAll({ read }: BankFormat, bytes: Uint8Array): readonly StatementPart[] {
  return [...read(bytes, READ_LIMITS)];
}
