import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lineKeyOf } from '../../src/reconciliation/domain/line-key.ts';
import {
  READ_LIMITS,
  STATEMENT_KINDS,
  type StatementHeader,
  type StatementKind,
  type StatementLine,
  type StatementPart,
} from '../../src/reconciliation/domain/statement.ts';
import { readCamt } from '../../src/statements/camt.ts';
import { createRecordNode } from '../../src/statements/iso20022/elements.ts';
import { ANY_CHARACTER, holds } from '../support/properties.ts';
import {
  between,
  entry,
  fileOf,
  OUR_IBAN,
  party,
  THEIR_IBAN,
  transaction,
} from '../support/statements/camt-texts.ts';
import { changesOf } from '../support/statements/mutations.ts';
import { lineOf, linesOf } from '../support/statements/read-camt.ts';
import { CountedBytes, readParts, sortParts } from '../support/statements/read-parts.ts';
import { type WrittenStatement, writeCamt } from '../support/statements/write-camt.ts';
import { CAMT_VERSIONS, type CamtForm } from '../support/statements/write-camt-entry.ts';

const OWN_IBANS = ['DE89370400440532013000', 'TR330006100519786457841326'];
const OTHER_IBANS = ['NL91ABNA0417164300', 'GB29NWBK60161331926819', 'FR1420041010050500013M02606'];

/** Any characters that XML 1.0 has, but for those that break lines or blank ends. */
const text = (maxLength: number) =>
  fc
    .string({ unit: ANY_CHARACTER, minLength: 1, maxLength })
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
  isSupplemented: fc.constant(false),
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
const camtFile = fc
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

describe('an entry with several transactions', () => {
  test('is one line for each of them, if these make its amount', () => {
    const details = transaction('60.00', 'first') + transaction('40.00', 'second');
    const lines = linesOf(fileOf(entry(), entry({ details })));
    expect(lines.slice(1).map((line) => [line.place, line.amountMinor, line.remittance])).toEqual([
      ['entry 2, transaction 1', 6000, ['first']],
      ['entry 2, transaction 2', 4000, ['second']],
    ]);
    expect(lines[1]?.raw).toMatch(/^<TxDtls>.*60\.00.*<\/TxDtls>$/);
  });

  test('is one line for each also when details stand in several groups, or take money back', () => {
    const back = transaction('20.00', 'back', '<CdtDbtInd>DBIT</CdtDbtInd>');
    const details = `${transaction('120.00', 'in')}</NtryDtls><NtryDtls>${back}`;
    expect(linesOf(fileOf(entry({ details }))).map((line) => [line.direction, line.amountMinor])).toEqual([
      ['credit', 12_000],
      ['debit', 2000],
    ]);
  });

  test('is read by the amounts in the currency of the account', () => {
    const exchanged = (amount: string) =>
      `<TxDtls><AmtDtls><InstdAmt><Amt Ccy="USD">99.00</Amt></InstdAmt><TxAmt><Amt Ccy="EUR">${amount}</Amt></TxAmt></AmtDtls></TxDtls>`;
    const lines = linesOf(fileOf(entry({ details: exchanged('30.00') + exchanged('70.00') })));
    expect(lines.map((line) => [line.amountMinor, line.currency])).toEqual([
      [3000, 'EUR'],
      [7000, 'EUR'],
    ]);
  });

  test('is one line with all texts, if they do not make its amount', () => {
    const details = transaction('60.00', 'first') + transaction('40.01', 'second');
    expect(lineOf(fileOf(entry({ details })))).toMatchObject({
      amountMinor: 10_000,
      remittance: ['first', 'second'],
      place: 'entry 1',
    });
  });

  test('is one line that names nobody, if the details are of different people', () => {
    const named = (name: string, iban: string, id: string) =>
      between(party('Dbtr', name, iban)).replace(
        '<RltdPties>',
        `<Refs><EndToEndId>${id}</EndToEndId></Refs><RltdPties>`,
      );
    const same = named('Ada Byron', THEIR_IBAN, 'E1');
    const other = named('Grace Hopper', 'GB29NWBK60161331926819', 'E2');
    expect(lineOf(fileOf(entry({ details: same + other })))).toMatchObject({
      counterpartyName: null,
      counterpartyIban: null,
      endToEndId: null,
    });
    expect(lineOf(fileOf(entry({ details: same + same })))).toMatchObject({
      counterpartyName: 'Ada Byron',
      counterpartyIban: THEIR_IBAN,
      endToEndId: 'E1',
    });
  });

  test('of which the bank gives only one, or only the total, is one line that names nobody', () => {
    const batch =
      '<Btch><PmtInfId>B1</PmtInfId><NbOfTxs>12</NbOfTxs><TtlAmt Ccy="EUR">100.00</TtlAmt></Btch>';
    expect(lineOf(fileOf(entry({ details: batch, words: 'SAMMLER' })))).toMatchObject({
      amountMinor: 10_000,
      remittance: ['SAMMLER'],
      counterpartyName: null,
    });
    const one = lineOf(fileOf(entry({ details: batch + between(party('Dbtr', 'Ada Byron', THEIR_IBAN)) })));
    expect(one).toMatchObject({ amountMinor: 10_000, counterpartyName: null, counterpartyIban: null });
  });
});

test.each([
  ['<RtrInf/>', 'RTRN'],
  ['<RtrInf><OrgnlBkTxCd><Prtry><Cd>NTRF</Cd></Prtry></OrgnlBkTxCd></RtrInf>', 'RTRN'],
  ['<RtrInf><Orgtr><Nm>A Bank</Nm></Orgtr></RtrInf>', 'RTRN'],
  ['<RtrInf><AddtlInf>Account closed</AddtlInf></RtrInf>', 'Account closed'],
  ['<RtrInf><Rsn><Cd>AC04</Cd></Rsn><AddtlInf>Account closed</AddtlInf></RtrInf>', 'AC04'],
  ['', null],
])('A detail with %s has the return reason %s', (information, reason) => {
  const details = `<TxDtls><RmtInf><Ustrd>K7M29QXT</Ustrd></RmtInf>${information}</TxDtls>`;
  expect(lineOf(fileOf(entry({ details }))).returnReason).toBe(reason);
});

const bankCode = (subFamily: string) =>
  `<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>${subFamily}</SubFmlyCd></Fmly></Domn></BkTxCd>`;

test.each([
  ['RRTN', 'RRTN'],
  ['RPCR', 'RPCR'],
  ['ARET', 'ARET'],
  ['UPDD', 'UPDD'],
  ['ESCT', null],
])('A line of the kind %s, of its entry or its detail, has the return reason %s', (subFamily, reason) => {
  const details = between('', `${bankCode('ESCT')}<RmtInf><Ustrd>K7M29QXT</Ustrd></RmtInf>`);
  expect(lineOf(fileOf(entry({ more: bankCode(subFamily) }))).returnReason).toBe(reason);
  expect(lineOf(fileOf(entry({ more: bankCode(subFamily), details }))).returnReason).toBe(reason);
  const own = between('', bankCode(subFamily));
  expect(lineOf(fileOf(entry({ more: bankCode('ESCT'), details: own }))).returnReason).toBe(reason);
});

describe('a line of several payments', () => {
  const hasSeveral = (details: string, amount?: string) =>
    linesOf(fileOf(entry({ details, ...(amount !== undefined && { amount }) }))).map(
      (line) => line.isCollective,
    );
  const count = (number: number | string) => `<Btch><NbOfTxs>${number}</NbOfTxs></Btch>`;
  const charged = (own: string, charges: string) => transaction(own, 'x', charges);

  test('is one whose only detail has the other direction', () => {
    const directed = (direction: string) => transaction('100.00', 'a', `<CdtDbtInd>${direction}</CdtDbtInd>`);
    expect(hasSeveral(directed('DBIT'))).toEqual([true]);
    expect(hasSeveral(directed('CRDT'))).toEqual([false]);
  });

  test('is one whose details do not make its amount, or have none', () => {
    expect(hasSeveral(transaction('60.00', 'a') + between('b'))).toEqual([true]);
    expect(hasSeveral(between('a') + between('b'))).toEqual([true]);
    expect(hasSeveral(transaction('60.00', 'a') + transaction('40.01', 'b'))).toEqual([true]);
    expect(hasSeveral(`${between('a')}</NtryDtls><NtryDtls>${between('b')}`)).toEqual([true]);
  });

  test('is none of those into which its details split it', () => {
    expect(hasSeveral(transaction('60.00', 'a') + transaction('40.00', 'b'))).toEqual([false, false]);
    expect(hasSeveral(count(2) + transaction('60.00', 'a') + transaction('40.00', 'b'))).toEqual([
      false,
      false,
    ]);
  });

  test('is one of which the bank gives the number, or several groups of details', () => {
    expect(hasSeveral(count(40) + transaction('100.00', 'a'))).toEqual([true]);
    expect(hasSeveral(count(40))).toEqual([true]);
    expect(hasSeveral(count('many'))).toEqual([true]);
    expect(hasSeveral(`${count(1)}</NtryDtls><NtryDtls>${count(1)}`)).toEqual([true]);
    expect(hasSeveral(`${between('a')}</NtryDtls><NtryDtls>`)).toEqual([true]);
  });

  test('is one whose only detail has another amount, which no charges explain', () => {
    expect(hasSeveral(transaction('30.00', 'a'))).toEqual([true]);
    expect(hasSeveral(charged('99.00', '<Chrgs><Rcrd><Amt Ccy="EUR">2.00</Amt></Rcrd></Chrgs>'))).toEqual([
      true,
    ]);
    expect(hasSeveral(charged('99.00', '<Chrgs><Rcrd><Amt Ccy="USD">1.00</Amt></Rcrd></Chrgs>'))).toEqual([
      true,
    ]);
  });

  test('is none for a single payment, whole, in another currency, or less charges', () => {
    expect(hasSeveral(transaction('100.00', 'a'))).toEqual([false]);
    expect(hasSeveral(between('a'))).toEqual([false]);
    expect(hasSeveral(count(1) + between('a'))).toEqual([false]);
    const instructed = '<AmtDtls><InstdAmt><Amt Ccy="USD">111.00</Amt></InstdAmt></AmtDtls>';
    expect(hasSeveral(`<TxDtls>${instructed}</TxDtls>`)).toEqual([false]);
    for (const charges of [
      '<Chrgs><TtlChrgsAndTaxAmt Ccy="EUR">26.00</TtlChrgsAndTaxAmt></Chrgs>',
      '<Chrgs><Rcrd><Amt Ccy="EUR">20.00</Amt></Rcrd><Rcrd><Amt Ccy="EUR">6.00</Amt></Rcrd></Chrgs>',
      '<Chrgs><Amt Ccy="EUR">26.00</Amt></Chrgs>',
    ])
      for (const own of ['126.00', '74.00']) expect(hasSeveral(charged(own, charges)), own).toEqual([false]);
  });
});

describe('the message of a payment', () => {
  const named = (direction: string, id: string) =>
    lineOf(fileOf(entry({ direction, details: `<TxDtls><Refs><MsgId>${id}</MsgId></Refs></TxDtls>` })));
  const FILE_ID = 'P000000042';

  test('names the file of a debit', () => {
    expect(named('DBIT', FILE_ID).paymentId).toBe(FILE_ID);
  });

  test('names no file of a credit, whose payer has made it', () => {
    expect(named('CRDT', 'P20261123001').paymentId).toBeNull();
  });

  test('tells no debit from the same one in a report without it', () => {
    expect(lineKeyOf(named('DBIT', FILE_ID))).toBe(lineKeyOf(named('DBIT', 'OTHER')));
  });

  test('names the file of a debit whose transactions are of several payments', () => {
    const of = (id: string) => `<TxDtls><Refs><PmtInfId>${id}</PmtInfId></Refs></TxDtls>`;
    const details = `<Btch><MsgId>${FILE_ID}</MsgId></Btch>${of('A')}${of('B')}`;
    expect(lineOf(fileOf(entry({ direction: 'DBIT', details }))).paymentId).toBe(FILE_ID);
  });
});

describe('two equal entries without any id', () => {
  test('are two lines', () => {
    const [first, second] = linesOf(fileOf(entry(), entry()));
    expect({ ...first, place: '' }).toEqual({ ...second, place: '' });
    expect([first?.place, second?.place]).toEqual(['entry 1', 'entry 2']);
  });
});

describe('the other side of a line', () => {
  const both = party('Dbtr', 'Payer', THEIR_IBAN) + party('Cdtr', 'Merchant', OUR_IBAN);
  const paidOut = party('Dbtr', 'Merchant', OUR_IBAN) + party('Cdtr', 'Payee', THEIR_IBAN);
  const nameOf = (texts: Parameters<typeof entry>[0]) => lineOf(fileOf(entry(texts))).counterpartyName;

  test('is the debtor of a credit and the creditor of a debit', () => {
    expect(nameOf({ details: between(both) })).toBe('Payer');
    expect(nameOf({ direction: 'DBIT', details: between(paidOut) })).toBe('Payee');
  });

  test('is of the payment that a return or a reversal takes back', () => {
    const returned = between(paidOut, '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>');
    expect(lineOf(fileOf(entry({ details: returned })))).toMatchObject({
      direction: 'credit',
      returnReason: 'AC04',
      counterpartyName: 'Payee',
      counterpartyIban: THEIR_IBAN,
    });
    expect(nameOf({ more: '<RvslInd>true</RvslInd>', details: between(paidOut) })).toBe('Payee');
    expect(nameOf({ direction: 'DBIT', more: '<RvslInd>1</RvslInd>', details: between(both) })).toBe('Payer');
  });

  test("is never the operator's, whatever the roles are", () => {
    expect(nameOf({ details: between(paidOut) })).toBe('Payee');
    expect(nameOf({ details: between(party('Dbtr', 'Merchant', OUR_IBAN)) })).toBe(null);
    const alone = between(party('Dbtr', 'Merchant', OUR_IBAN), '<RtrInf><AddtlInf>IADE</AddtlInf></RtrInf>');
    expect(nameOf({ details: alone })).toBe(null);
    const turned = between(both, '<RtrInf><AddtlInf>IADE</AddtlInf></RtrInf>');
    expect(lineOf(fileOf(entry({ details: turned })))).toMatchObject({
      counterpartyName: 'Payer',
      returnReason: 'IADE',
    });
  });

  test('is found by the roles alone where no accounts are', () => {
    const parties = party('Dbtr', 'Merchant') + party('Cdtr', 'Payee');
    expect(nameOf({ details: between(parties, '<RtrInf/>'), more: '<RvslInd>true</RvslInd>' })).toBe('Payee');
    expect(nameOf({ details: between(parties) })).toBe('Merchant');
  });

  test('shows by its role that money comes back without any other sign of it', () => {
    const reasonOf = (texts: Parameters<typeof entry>[0]) => lineOf(fileOf(entry(texts))).returnReason;
    expect(reasonOf({ details: between(paidOut) })).toBe('RTRN');
    expect(reasonOf({ direction: 'DBIT', details: between(both) })).toBe('RTRN');
    expect(reasonOf({ details: between(both) })).toBe(null);
    expect(reasonOf({ direction: 'DBIT', details: between(paidOut) })).toBe(null);
    const own = party('Dbtr', 'Merchant', OUR_IBAN);
    expect(reasonOf({ details: between(own) })).toBe(null);
    expect(reasonOf({ details: between(own + party('Cdtr', 'Merchant', OUR_IBAN)) })).toBe(null);
  });

  test('has the name of its account, if it has no other', () => {
    const named = '<DbtrAcct><Id><Othr><Id>1</Id></Othr></Id><Nm>Payer</Nm></DbtrAcct>';
    expect(nameOf({ details: between(named) })).toBe('Payer');
    expect(nameOf({ details: between(`<Dbtr><Nm>Owner</Nm></Dbtr>${named}`) })).toBe('Owner');
  });

  test('has its names as old versions write them, agents, and people behind it', () => {
    const old = '<Dbtr><Nm>Old Form</Nm></Dbtr><UltmtDbtr><Nm>Child</Nm></UltmtDbtr>';
    expect(lineOf(fileOf(entry({ details: between(old) })))).toMatchObject({
      counterpartyName: 'Old Form',
      ultimateName: 'Child',
    });
    const agent = '<Dbtr><Agt><FinInstnId><Nm>A Bank</Nm></FinInstnId></Agt></Dbtr>';
    expect(nameOf({ details: between(agent) })).toBe('A Bank');
  });

  test('has an account in its electronic form, or another number without blanks around it', () => {
    const account = (id: string) => between(`<DbtrAcct><Id>${id}</Id></DbtrAcct>`);
    const ibanOf = (id: string) => lineOf(fileOf(entry({ details: account(id) }))).counterpartyIban;
    expect(ibanOf('<IBAN>nl91 ABNA 0417 1643 00</IBAN>')).toBe(THEIR_IBAN);
    expect(ibanOf(`<Othr><Id>${THEIR_IBAN}</Id></Othr>`)).toBe(THEIR_IBAN);
    expect(ibanOf('<Othr><Id>   0123456</Id></Othr>')).toBe('0123456');
  });
});

const PIECE_BYTES = 65_536;

/** The parts of statements, without what belongs to the file: places and texts of elements. */
function withoutSource(parts: readonly StatementPart[]): StatementPart[] {
  return parts.map((part) =>
    part.kind === 'line' ? { kind: 'line', line: { ...part.line, place: '', raw: '' } } : part,
  );
}

function partsOf(statements: readonly WrittenStatement[]): StatementPart[] {
  return statements.flatMap(({ header, entries, end }): StatementPart[] => [
    { kind: 'begin', header },
    ...entries.flat().map((line): StatementPart => ({ kind: 'line', line })),
    { kind: 'end', end },
  ]);
}

/** The hundredths of every number in the text, as a person reads them. */
function numbersIn(text: string): Set<string> {
  const plain = text.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
  const numbers = plain.match(/\d*\.?\d*/g) ?? [];
  return new Set(
    numbers.map((number) => {
      const [units = '', fraction = ''] = number.split('.');
      return `${units}${fraction.slice(0, 2).padEnd(2, '0')}`.replace(/^0+(?=\d)/, '');
    }),
  );
}

/** Reads to the end, and checks what holds for every file. */
function readAnything(bytes: Uint8Array): readonly StatementPart[] {
  const counted = new CountedBytes(bytes);
  const parts: StatementPart[] = [];
  for (const part of readCamt(counted, READ_LIMITS)) {
    parts.push(part);
    expect(parts.length).toBeLessThanOrEqual(bytes.length + 1);
  }
  // The encoding takes one look; every other piece is read once.
  expect(counted.taken).toBeLessThanOrEqual(1 + Math.ceil(bytes.length / PIECE_BYTES));
  const numbers = numbersIn(new TextDecoder().decode(bytes));
  const { lines, problems } = sortParts(parts);
  for (const line of lines) {
    expect(Number.isSafeInteger(line.amountMinor) && line.amountMinor > 0).toBe(true);
    expect(numbers).toContain(String(line.amountMinor));
  }
  const isComplete = parts.at(-1)?.kind === 'end';
  expect(isComplete || problems.length > 0).toBe(true);
  return parts;
}

const bytesOfFile = camtFile.map(({ statements, form }) =>
  new TextEncoder().encode(writeCamt(statements, form)),
);

test.each(['Amt!!', '=Amt', 'text=', '#text=Amt', '!'])('%s is not a path of an element', (word) => {
  expect(() => createRecordNode('entry', `Sts ${word}`)).toThrow(TypeError);
});

describe('a file of camt', () => {
  test('of any version has the lines that were written into it', () =>
    holds(
      fc.property(camtFile, ({ statements, form }) => {
        const file = writeCamt(statements, form);
        const { parts, lines } = readParts(readCamt, file);
        expect(withoutSource(parts)).toEqual(partsOf(statements));
        for (const line of lines) expect(file).toContain(line.raw);
      }),
      150,
    ));

  test('that was changed anywhere gives lines with amounts of the file, or problems, and ends', () =>
    holds(
      fc.property(bytesOfFile.chain(changesOf), (bytes) => void readAnything(bytes)),
      200,
    ));

  test('that was cut off anywhere gives a problem at its end', () =>
    holds(
      fc.property(bytesOfFile, fc.nat(), (bytes, place) => {
        // The last character is a line end, which nobody misses.
        const parts = readAnything(bytes.subarray(0, place % (bytes.length - 1)));
        expect(parts.at(-1)?.kind).toBe('problem');
      }),
      150,
    ));

  test('of random bytes gives one problem', () =>
    holds(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.boolean(), (bytes, isTag) => {
        const parts = readAnything(isTag ? Uint8Array.from([0x3c, ...bytes]) : bytes);
        expect(parts.map((part) => part.kind)).toEqual(['problem']);
      }),
    ));
});
