import fc from 'fast-check';
import type {
  StatementHeader,
  StatementKind,
  StatementLine,
} from '../../../src/reconciliation/domain/statement.ts';
import { STATEMENT_KINDS } from '../../../src/reconciliation/domain/statement.ts';
import type { WrittenStatement } from './write-camt.ts';
import { CAMT_VERSIONS, type CamtForm } from './write-camt-entry.ts';

const OWN_IBANS = ['DE89370400440532013000', 'TR330006100519786457841326'];
const OTHER_IBANS = ['NL91ABNA0417164300', 'GB29NWBK60161331926819', 'FR1420041010050500013M02606'];

/** Any characters that XML 1.0 has, but for those that break lines or blank ends. */
const text = (maxLength: number) =>
  fc
    .string({ unit: 'binary', minLength: 1, maxLength })
    .map((drawn) =>
      drawn
        .replace(/[\0-\x1f\x7f-\x9f\u2028\ufffe\uffff]/g, '#')
        .trim()
        .slice(0, maxLength),
    )
    .filter((cleaned) => cleaned !== '' && cleaned.isWellFormed());
const orNull = <T>(values: fc.Arbitrary<T>) => fc.option(values, { freq: 3, nil: null });
const id = fc.stringMatching(/^[A-Z][A-Z0-9]{3,20}[1-9]$/);
const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const currency = fc.constantFrom('EUR', 'TRY', 'USD');
const amountMinor = fc.oneof(fc.integer({ min: 1, max: 99_999 }), fc.integer({ min: 1, max: 2 ** 50 }));
const direction = fc.constantFrom('credit' as const, 'debit' as const);

const line: fc.Arbitrary<StatementLine> = fc.record({
  bookingDate: orNull(day),
  valueDate: orNull(day),
  direction,
  amountMinor,
  currency,
  status: fc.constantFrom('booked' as const, 'pending' as const),
  isReversal: fc.boolean(),
  isCollective: fc.constant(false),
  paymentId: fc.constant(null),
  paymentCount: fc.constant(null),
  returnReason: orNull(fc.constantFrom('AC04', 'MD07', 'NO SUCH ACCOUNT')),
  counterpartyName: orNull(text(70)),
  ultimateName: orNull(text(70)),
  counterpartyIban: orNull(fc.oneof(fc.constantFrom(...OTHER_IBANS), id)),
  remittance: fc.array(text(140), { maxLength: 4 }),
  structuredReference: orNull(id),
  endToEndId: orNull(id),
  bankReference: orNull(id),
  isBankReferenceTrusted: fc.constant(false),
  transactionCode: orNull(fc.constantFrom('PMNT-RCDT-ESCT', 'PMNT-ICDT-RRTN', 'NTRF+166', 'HAVALE')),
  balanceAfterMinor: fc.constant(null),
  place: fc.constant(''),
  raw: fc.constant(''),
});

/** A payment that came back by its code alone has the code as its reason. */
function completed(drawn: StatementLine): StatementLine {
  const isReturn = drawn.transactionCode?.endsWith('RRTN') ?? false;
  return { ...drawn, returnReason: drawn.returnReason ?? (isReturn ? 'RRTN' : null) };
}

/** Lines of one entry have in common what an entry has once. They do not make zero together. */
function together(lines: readonly StatementLine[], hasOneDirection: boolean): readonly StatementLine[] {
  const [first] = lines;
  if (first === undefined) return [];
  const { bookingDate, valueDate, currency, status, isReversal } = first;
  const common = { bookingDate, valueDate, currency, status, isReversal };
  const entry = lines.map((one) => ({
    ...completed(one),
    ...common,
    direction: hasOneDirection ? first.direction : one.direction,
  }));
  const total = entry.reduce((sum, one) => sum + (one.direction === 'credit' ? 1 : -1) * one.amountMinor, 0);
  return total === 0 ? [] : entry;
}

const balance = orNull(fc.record({ amountMinor: fc.integer({ min: -1e9, max: 1e9 }), date: day }));

const header = (kind: StatementKind): fc.Arbitrary<StatementHeader> =>
  fc.record({
    kind: fc.constant(kind),
    account: fc.oneof(
      fc.record({ iban: fc.constantFrom(...OWN_IBANS), number: fc.constant(null), currency }),
      fc.record({ iban: fc.constant(null), number: fc.constantFrom('0059-00372/666009999'), currency }),
    ),
    statementId: id,
    sequenceNumber: orNull(fc.integer({ min: 1, max: 9999 }).map(String)),
    page: fc.integer({ min: 1, max: 3 }),
    opening: kind === 'notification' ? fc.constant(null) : balance,
  });

const form: fc.Arbitrary<CamtForm> = fc.record({
  version: fc.constantFrom(...CAMT_VERSIONS),
  prefix: fc.constantFrom('', 'n0', 'camt'),
  hasNamespace: fc.boolean(),
  hasTimes: fc.boolean(),
  hasFiveDecimals: fc.boolean(),
});

function statement(kind: StatementKind, version: CamtForm['version']): fc.Arbitrary<WrittenStatement> {
  return fc
    .record({
      header: header(kind),
      entries: fc.array(fc.array(line, { minLength: 1, maxLength: 4 }), { maxLength: 6 }),
      end: fc.record({
        closing: kind === 'notification' ? fc.constant(null) : balance,
        isLastPage: fc.boolean(),
      }),
    })
    .map((drawn) => {
      const entries = drawn.entries.map((lines) => together(lines, version === '02'));
      const isAlone = kind === 'notification';
      // Pages take interim balances in their places only if both are there.
      const hasBoth = drawn.header.opening !== null && drawn.end.closing !== null;
      const whole = { page: 1, isLastPage: true };
      const { page, isLastPage } =
        isAlone || hasBoth ? { page: drawn.header.page, isLastPage: drawn.end.isLastPage } : whole;
      return {
        header: { ...drawn.header, page },
        entries: entries.filter((lines) => lines.length > 0),
        end: { ...drawn.end, isLastPage },
      };
    });
}

/** A file of one message: its statements, and the form that it is written in. */
export const camtFile = fc
  .record({ form, kind: fc.constantFrom(...STATEMENT_KINDS) })
  .chain(({ form: drawn, kind }) =>
    fc.record({
      form: fc.constant(drawn),
      // Before .08 pages are those of the message, so a statement is alone in it.
      statements: fc.array(statement(kind, drawn.version), {
        minLength: 1,
        maxLength: drawn.version < '08' ? 1 : 3,
      }),
    }),
  );
