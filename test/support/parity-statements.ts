import { DEMO_BANK_ID } from '../harness.ts';
import type { Input } from './graphql-calls.ts';
import { accountDayCases } from './parity-account-days.ts';
import { type BadValue, badTexts, type CaseOptions, type ParityCase, parityCase } from './parity-cases.ts';
import { BAD_HOLDS, BAD_SEQUENCES } from './parity-desk.ts';
import type { Caller } from './parity-fixtures.ts';
import { UNKNOWN_ID } from './parity-transitions.ts';
import { bankFile } from './statements/bank-file.ts';

/** An account of the demo bank. */
const IBAN = 'TR640099900000999000001001';
const OTHERS: readonly Caller[] = ['merchant', 'viewer', 'disabled', 'unknown', 'nobody'];
const EVERYONE: readonly Caller[] = [...OTHERS, 'operator', 'admin'];
const BYTES_ONLY = 'it takes the bytes of a file: bodies of REST have them, and the command line';
const FILE = {
  name: 'first.sta',
  content: bankFile({
    iban: IBAN,
    lines: [
      { amountMinor: 25_050, text: 'FAST of nobody ü & <b>' },
      { amountMinor: 25_050, text: 'FAST of nobody ü & <b>' },
      { amountMinor: 1999, text: 'paid out', isDebit: true },
      { amountMinor: 300, text: 'interest' },
    ],
  }),
  isPasted: false,
};
const BROKEN = bankFile({ iban: IBAN, lines: [{ amountMinor: 5000, text: 'held back' }], isBroken: true });

function ask(
  operation: string,
  name: string,
  input: ParityCase['input'],
  options: CaseOptions = {},
): ParityCase {
  return parityCase(operation, name, input, { as: 'operator', ...options });
}

/** It may be left out. */
const optional = (values: readonly BadValue[]) =>
  values.filter(([what]) => what !== 'missing' && what !== 'null');

function imports(): ParityCase[] {
  const text = (name: string, changes: Input, options: CaseOptions = {}) =>
    ask('importStatementText', name, { ...FILE, ...changes }, options);
  const cannotOf = (cannot: ParityCase['cannot']) => (cannot ? { cannot } : {});
  return [
    ...OTHERS.map((as) => text(`as ${as}`, {}, { as })),
    ...badTexts(200).map(([what, name, cannot]) => text(`name ${what}`, { name }, cannotOf(cannot))),
    ...optional(badTexts(128)).map(([what, accountId, cannot]) =>
      text(`accountId ${what}`, { accountId }, cannotOf(cannot)),
    ),
    ...['', undefined, 'x'.repeat(60_001)].map((content) =>
      text(`content of ${content?.length} characters`, { content }),
    ),
    text('of an unknown account', { content: bankFile({ iban: 'NO9386011117947', lines: [] }) }),
    text('of another account than the chosen one', { accountId: UNKNOWN_ID }),
    text('of no format', { content: 'a;b\n1;2\n' }),
    text('of an unknown profile', { content: 'a;b\n1;2\n', profileId: 'none' }),
    text('with a wrong amount', { content: FILE.content.replace('250,5', '250,555') }),
    text('well', {}, { keep: 'a file' }),
    text('the same bytes again', { name: 'again.sta' }),
    text('held', { name: 'held.sta', content: BROKEN }, { as: 'admin', keep: 'a held file' }),
    text('pasted', { content: 'Tarih\tTutar\tAçıklama\n', isPasted: true }),
    ask('importStatementFile', 'the same bytes again', ofBytes(FILE.content), bytesOnly()),
    ask('importStatementFile', 'of another day', ofBytes(anotherDay()), bytesOnly()),
    ask('importStatementFile', 'of no format', ofBytes('a;b\n1;2\n'), bytesOnly()),
    ask('importStatementFile', 'without a name', { bytes: FILE.content }, bytesOnly()),
    ...OTHERS.map((as) => ask('importStatementFile', `as ${as}`, ofBytes(FILE.content), bytesOnly(as))),
  ];
}

function previews(): ParityCase[] {
  const text = (name: string, changes: Input, options: CaseOptions = {}) =>
    ask('previewStatementText', name, { ...FILE, ...changes }, options);
  return [
    ...OTHERS.map((as) => text(`as ${as}`, {}, { as })),
    text('well', {}),
    text('held', { content: BROKEN }),
    text('with a wrong amount', { content: FILE.content.replace('250,5', '250,555') }),
    text('of an unknown account', { content: bankFile({ iban: 'NO9386011117947', lines: [] }) }),
    text('of an account that does not exist', { accountId: UNKNOWN_ID }),
    text('of no format', { content: 'a;b\n1;2\n' }),
    text('without content', { content: '' }),
    text('pasted', { content: 'Tarih\tTutar\tAçıklama\n22.11.2026\t5,00\tx\n', isPasted: true }),
    ask('previewStatementFile', 'well', ofBytes(FILE.content), bytesOnly()),
    ask('previewStatementFile', 'without a name', { bytes: FILE.content }, bytesOnly()),
    ...OTHERS.map((as) => ask('previewStatementFile', `as ${as}`, ofBytes(FILE.content), bytesOnly(as))),
  ];
}

const PROFILE = JSON.stringify({
  id: 'parity-bank',
  title: 'Parity Bank',
  decimal: 'comma',
  dates: ['dd.mm.yyyy'],
  columns: { date: ['Gün'], amount: ['Para'], description: ['Not'] },
  direction: { kind: 'signed' },
});

function profiles(): ParityCase[] {
  const sample = { profile: PROFILE, content: 'Gün;Para;Not\n22.11.2026;5,00;x\n22.11.2026;5,0x;y\n' };
  const profileId = 'parity-bank';
  const noAdmins = EVERYONE.filter((as) => as !== 'admin');
  const asAdmin = { as: 'admin' } as const;
  return [
    ...EVERYONE.map((as) => ask('listBankProfiles', `as ${as}`, {}, { as })),
    ...EVERYONE.map((as) => ask('getBankProfile', `as ${as}`, { profileId: 'akbank' }, { as })),
    ask('getBankProfile', 'unknown', { profileId: 'none' }),
    ...noAdmins.map((as) => ask('saveBankProfile', `as ${as}`, { profile: PROFILE }, { as })),
    ...['', '[]', '{}', '{"id":"akbank"', `${PROFILE} ${'x'.repeat(20_000)}`].map((profile) =>
      ask('saveBankProfile', `of ${profile.slice(0, 30)}`, { profile }, asAdmin),
    ),
    ask('saveBankProfile', 'of a known id', { profile: PROFILE.replace(profileId, 'akbank') }, asAdmin),
    ask('saveBankProfile', 'well', { profile: PROFILE }, asAdmin),
    ...noAdmins.map((as) => ask('tryBankProfile', `as ${as}`, sample, { as })),
    ask('tryBankProfile', 'well', { ...sample, isPasted: false }, asAdmin),
    ask('tryBankProfile', 'of other columns', { ...sample, content: 'a;b\n1;2\n' }, asAdmin),
    ask('removeBankProfile', 'well', { profileId }, asAdmin),
    // Equal bytes of one second have one sign.
    ...noAdmins.map((as) => ask('removeBankProfile', `as ${as}`, { profileId }, { as })),
    ask('removeBankProfile', 'of the service', { profileId: 'akbank' }, asAdmin),
    ask('removeBankProfile', 'again', { profileId }, asAdmin),
  ];
}

function ofBytes(bytes: string): Input {
  return { name: 'bytes.sta', bytes };
}

function bytesOnly(as: Caller = 'operator'): CaseOptions {
  return { as, cannot: { graphql: BYTES_ONLY, trpc: BYTES_ONLY } };
}

function anotherDay(): string {
  return bankFile({ iban: IBAN, day: '2026-11-19', lines: [{ amountMinor: 7, text: 'a day before' }] });
}

function reads(): ParityCase[] {
  const pages = [{}, { limit: 1 }, { limit: 100 }, { limit: 0 }, { limit: 201 }, { limit: 1.5 }];
  const lists = ['listStatementFiles', 'listStatements', 'listStatementLines'] as const;
  return [
    ...lists.flatMap((operation) => [
      ...EVERYONE.map((as) => ask(operation, `as ${as}`, {}, { as })),
      ...pages.map((page) => ask(operation, JSON.stringify(page), page)),
      ask(operation, 'after an unknown one', { after: UNKNOWN_ID }),
      ask(operation, 'after an id too long', { after: 'x'.repeat(129) }),
    ]),
    ask('listStatementFiles', 'the second page', (responseTo) => ({
      after: responseTo('a file').file.fileId,
    })),
    ...[true, false].map((isHeld) => ask('listStatements', `isHeld ${isHeld}`, { isHeld })),
    ask('listStatements', 'of a file', (responseTo) => ({ fileId: responseTo('a file').file.fileId })),
    ask('listStatementLines', 'of a file', linesOf, { keep: 'lines' }),
    ...['new', 'matched', 'put-away', 'none', ''].map((state) =>
      ask('listStatementLines', `state ${state}`, { state }),
    ),
    ask('listStatementLines', 'of no account', { accountId: UNKNOWN_ID }),
    ask('listStatementFiles', 'one', linesOf),
    ...accountDayCases(),
    ...EVERYONE.map((as) => ask('countStatementLines', `as ${as}`, {}, { as })),
    ...EVERYONE.map((as) => ask('getStatementLine', `as ${as}`, line(0), { as })),
    ask('getStatementLine', 'unknown', { lineId: UNKNOWN_ID }),
    ask('getStatementLine', 'of an id too long', { lineId: 'x'.repeat(129) }),
  ];
}

const linesOf: ParityCase['input'] = (responseTo) => ({ fileId: responseTo('a file').file.fileId });

/** The input about a line of the first file. Of its four lines, the last is the first in the list. */
function line(index: number, more: Input = {}): Exclude<ParityCase['input'], Input> {
  return (responseTo) => ({ lineId: responseTo('lines').items[index].lineId, ...more });
}

function decisions(): ParityCase[] {
  const deposit = {
    bankId: DEMO_BANK_ID,
    processId: 'process of a line',
    userId: 'user of a line',
    amount: 3,
    userName: 'testUserName',
    name: 'Test User',
  };
  const confirm = (index: number, more: Input = {}): ParityCase['input'] => {
    const ofLine = line(index, more);
    return (responseTo) => ({
      transactionId: responseTo('a deposit of a line').transactionId,
      ...ofLine(responseTo),
    });
  };
  const bad = badTexts(500);
  return [
    ask(
      'createDeposit',
      'for a line',
      { ...deposit, amount: 50 },
      { as: 'other', keep: 'a deposit of a line' },
    ),
    ...OTHERS.map((as) => ask('confirmStatementLine', `as ${as}`, confirm(0), { as })),
    ask('confirmStatementLine', 'of nothing', confirm(0, { transactionId: UNKNOWN_ID })),
    ask('confirmStatementLine', 'of no line', confirm(0, { lineId: UNKNOWN_ID })),
    ask('confirmStatementLine', 'money out for a deposit', confirm(1)),
    ...optional(bad).map(([what, reason, cannot]) =>
      ask('confirmStatementLine', `reason ${what}`, confirm(0, { reason }), cannot ? { cannot } : {}),
    ),
    ...BAD_SEQUENCES.map(([what, sequence]) =>
      ask('confirmStatementLine', `sequence ${what}`, confirm(0, { sequence })),
    ),
    ...BAD_HOLDS.map(([what, holdSeconds]) =>
      ask('confirmStatementLine', `holdSeconds ${what}`, confirm(0, { holdSeconds })),
    ),
    ask('confirmStatementLine', 'of another sequence', confirm(2, { sequence: 7 })),
    ask('confirmStatementLine', 'of an unusual amount', confirm(2, { sequence: 1 })),
    ask('confirmStatementLine', 'well', confirm(2, { sequence: 1, acceptDifference: true, reason: 'so' })),
    ask('confirmStatementLine', 'again', confirm(2)),
    ask('confirmStatementLine', 'with another line', confirm(3)),
    ...OTHERS.map((as) => ask('putAwayStatementLine', `as ${as}`, line(0, { note: 'a' }), { as })),
    ...bad.map(([what, note, cannot]) =>
      ask('putAwayStatementLine', `note ${what}`, line(0, { note }), cannot ? { cannot } : {}),
    ),
    ask('putAwayStatementLine', 'well', line(0, { note: 'interest' })),
    ask('putAwayStatementLine', 'again', line(0, { note: 'interest again' })),
    ask('putAwayStatementLine', 'of no line', { lineId: UNKNOWN_ID, note: 'a' }),
    ...OTHERS.map((as) => ask('undoStatementLine', `as ${as}`, line(0, { reason: 'a' }), { as })),
    ...bad.map(([what, reason, cannot]) =>
      ask('undoStatementLine', `reason ${what}`, line(0, { reason }), cannot ? { cannot } : {}),
    ),
    ask('undoStatementLine', 'of another decision', line(0, { decisionId: UNKNOWN_ID, reason: 'a' })),
    ask('undoStatementLine', 'well', line(0, { reason: 'not interest' }), { as: 'admin' }),
    ask('undoStatementLine', 'again', line(0, { reason: 'not interest again' })),
    ask('undoStatementLine', 'of a match', line(2, { reason: 'another payer' })),
    ask('undoStatementLine', 'of no line', { lineId: UNKNOWN_ID, reason: 'a' }),
    ...together(),
    ...releases(),
  ];
}

/** Confirms of lines together: the last one alone is accepted. */
function together(): ParityCase[] {
  const confirm = (name: string, indexes: readonly number[], more: Input = {}, as: Caller = 'operator') =>
    ask(
      'confirmStatementLines',
      name,
      (responseTo) => ({
        lineIds: indexes.map((index) => responseTo('lines').items[index].lineId),
        transactionId: responseTo('a deposit of a line').transactionId,
        ...more,
      }),
      { as, cannot: { 'rest form': 'a form carries no list' } },
    );
  return [
    ...OTHERS.map((as) => confirm(`as ${as}`, [2, 3], {}, as)),
    confirm('of an unusual sum', [2, 3], { reason: 'a' }),
    confirm('of one line', [2]),
    confirm('of one line twice', [2, 2]),
    confirm('of money in and out', [1, 2]),
    confirm('of another sequence', [2, 3], { sequence: 7 }),
    confirm('of nothing', [2, 3], { transactionId: UNKNOWN_ID }),
    confirm('well', [2, 3], { acceptDifference: true, holdSeconds: 0, reason: 'both' }),
    ask('undoStatementLine', 'of one of several', line(3, { reason: 'one of them' })),
  ];
}

function releases(): ParityCase[] {
  const held = (more: Input): ParityCase['input'] => {
    return (responseTo) => ({ statementId: responseTo('a held file').statements[0].statementId, ...more });
  };
  const reason = 'the bank sent a corrected one';
  return [
    ...OTHERS.map((as) => ask('releaseStatement', `as ${as}`, held({ reason }), { as })),
    ...badTexts(500).map(([what, value, cannot]) =>
      ask('releaseStatement', `reason ${what}`, held({ reason: value }), cannot ? { cannot } : {}),
    ),
    ask('releaseStatement', 'of nothing', { statementId: UNKNOWN_ID, reason }),
    ask('releaseStatement', 'well', held({ reason })),
    ask('releaseStatement', 'again', held({ reason })),
  ];
}

/** The cases of bank statements. Their matching stands still, so that the rows of two services can be compared. */
export function statementCases(): ParityCase[] {
  return [...imports(), ...previews(), ...profiles(), ...reads(), ...decisions()];
}
