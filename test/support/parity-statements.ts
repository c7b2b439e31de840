import type { Input } from './graphql-calls.ts';
import { type CaseOptions, deposit, type ParityCase, parityCase, UNKNOWN_ID } from './parity-cases.ts';
import { bankFile } from './statements/bank-file.ts';

/** An account of the demo bank. */
const IBAN = 'TR640099900000999000001001';
const NO_BYTES = 'bodies of REST carry the bytes of a file, and the command line';
const BYTES_ONLY = { cannot: { graphql: NO_BYTES, trpc: NO_BYTES } };
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
const AS_ADMIN = { as: 'admin' } as const;
const BROKEN = bankFile({ iban: IBAN, lines: [{ amountMinor: 5000, text: 'held back' }], isBroken: true });

function ask(
  operation: string,
  name: string,
  input: ParityCase['input'],
  options: CaseOptions = {},
): ParityCase {
  return parityCase(operation, name, input, { as: 'operator', ...options });
}

function imports(): ParityCase[] {
  const text = (name: string, changes: Input, options: CaseOptions = {}) =>
    ask('importStatementText', name, { ...FILE, ...changes }, options);
  return [
    ...refusedFiles('importStatementText'),
    text('well', {}, { keep: 'a file' }),
    text('the same bytes again', { name: 'again.sta' }),
    text('held', { name: 'held.sta', content: BROKEN }, { as: 'admin', keep: 'a held file' }),
    text('pasted', { content: 'Tarih\tTutar\tAçıklama\n', isPasted: true }),
    ask('importStatementFile', 'the same bytes again', ofBytes(FILE.content), BYTES_ONLY),
    ask('importStatementFile', 'of another day', ofBytes(anotherDay()), BYTES_ONLY),
    ask('importStatementFile', 'of no format', ofBytes('a;b\n1;2\n'), BYTES_ONLY),
    ...refusedFiles('previewStatementText'),
    ask('previewStatementText', 'well', FILE),
    ask('previewStatementText', 'held', { ...FILE, content: BROKEN }),
    ask('previewStatementText', 'pasted', {
      ...FILE,
      content: 'Tarih\tTutar\tAçıklama\n22.11.2026\t5,00\tx\n',
      isPasted: true,
    }),
    ask('previewStatementFile', 'well', ofBytes(FILE.content), BYTES_ONLY),
  ];
}

function refusedFiles(operation: string): ParityCase[] {
  const text = (name: string, changes: Input) => ask(operation, name, { ...FILE, ...changes });
  return [
    text('of an unknown account', { content: bankFile({ iban: 'NO9386011117947', lines: [] }) }),
    text('of another account than the chosen one', { accountId: UNKNOWN_ID }),
    text('of no format', { content: 'a;b\n1;2\n' }),
    text('of an unknown profile', { content: 'a;b\n1;2\n', profileId: 'none' }),
    text('with a wrong amount', { content: FILE.content.replace('250,5', '250,555') }),
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
  const save = (name: string, profile: string) => ask('saveBankProfile', name, { profile }, AS_ADMIN);
  return [
    ask('getBankProfile', 'unknown', { profileId: 'none' }),
    ...['[]', '{}', '{"id":"akbank"'].map((profile) => save(`of ${profile}`, profile)),
    save('of a known id', PROFILE.replace(profileId, 'akbank')),
    save('well', PROFILE),
    ask('listBankProfiles', 'with one more', {}),
    ask('getBankProfile', 'well', { profileId }),
    ask('tryBankProfile', 'well', { ...sample, isPasted: false }, AS_ADMIN),
    ask('tryBankProfile', 'of other columns', { ...sample, content: 'a;b\n1;2\n' }, AS_ADMIN),
    ask('removeBankProfile', 'well', { profileId }, AS_ADMIN),
    ask('removeBankProfile', 'of the service', { profileId: 'akbank' }, AS_ADMIN),
    ask('removeBankProfile', 'again', { profileId }, AS_ADMIN),
  ];
}

function ofBytes(bytes: string): Input {
  return { name: 'bytes.sta', bytes };
}

function anotherDay(): string {
  return bankFile({ iban: IBAN, day: '2026-11-19', lines: [{ amountMinor: 7, text: 'a day before' }] });
}

/** Good ranges, those that are empty, and those that are too long. */
const RANGES: readonly Input[] = [
  { fromDay: '2026-11-19', toDay: '2026-11-20' },
  { fromDay: '2026-11-20' },
  { toDay: '2026-11-20' },
  { fromDay: '2026-11-20', toDay: '2026-11-19' },
  { fromDay: '2024-11-20', toDay: '2026-11-19' },
];

function reads(): ParityCase[] {
  return [
    ...['listStatementFiles', 'listStatements', 'listStatementLines'].flatMap((operation) => [
      ...[{}, { limit: 1 }, { limit: 100 }].map((page) => ask(operation, JSON.stringify(page), page)),
      ask(operation, 'after an unknown one', { after: UNKNOWN_ID }),
    ]),
    ask('listStatementFiles', 'the second page', (responseTo) => ({
      after: responseTo('a file').file.fileId,
    })),
    ask('listStatementFiles', 'one', linesOf),
    ...[true, false].map((isHeld) => ask('listStatements', `isHeld ${isHeld}`, { isHeld })),
    ask('listStatements', 'of a file', linesOf),
    ask('listStatementLines', 'of a file', linesOf, { keep: 'lines' }),
    ...['new', 'matched', 'put-away'].map((state) => ask('listStatementLines', `state ${state}`, { state })),
    ask('listStatementLines', 'of no account', { accountId: UNKNOWN_ID }),
    ...RANGES.flatMap((range) => [
      ask('listAccountDays', JSON.stringify(range), (responseTo) => ({
        accountId: responseTo('a file').file.accountIds[0],
        ...range,
      })),
      ask('listStatementLines', `in ${JSON.stringify(range)}`, range),
    ]),
    ...(['viewer', 'operator', 'admin'] as const).map((as) =>
      ask('getStatementLine', `a line as ${as}`, line(0), { as }),
    ),
  ];
}

const linesOf: ParityCase['input'] = (responseTo) => ({ fileId: responseTo('a file').file.fileId });

/** The input about a line of the first file. Of its four lines, the last is the first in the list. */
function line(index: number, more: Input = {}): Exclude<ParityCase['input'], Input> {
  return (responseTo) => ({ lineId: responseTo('lines').items[index].lineId, ...more });
}

function decisions(): ParityCase[] {
  const confirm = (name: string, index: number, more: Input = {}) => {
    const ofLine = line(index, more);
    return ask('confirmStatementLine', name, (responseTo) => ({
      transactionId: responseTo('a deposit of a line').transactionId,
      ...ofLine(responseTo),
    }));
  };
  const decide = (operation: string, name: string, index: number, more: Input, options: CaseOptions = {}) =>
    ask(operation, name, line(index, more), options);
  return [
    deposit('a deposit of a line', { amount: 50 }),
    confirm('of nothing', 0, { transactionId: UNKNOWN_ID }),
    confirm('of no line', 0, { lineId: UNKNOWN_ID }),
    confirm('money out for a deposit', 1),
    confirm('of another sequence', 2, { sequence: 7 }),
    confirm('of an unusual amount', 2, { sequence: 1 }),
    confirm('well', 2, { sequence: 1, acceptDifference: true, reason: 'so' }),
    confirm('again', 2),
    confirm('with another line', 3),
    decide('putAwayStatementLine', 'well', 0, { note: 'interest' }),
    decide('putAwayStatementLine', 'again', 0, { note: 'interest again' }),
    ask('countStatementLines', 'with one that is put away', {}),
    decide('undoStatementLine', 'of another decision', 0, { decisionId: UNKNOWN_ID, reason: 'a' }),
    decide('undoStatementLine', 'well', 0, { reason: 'not interest' }, AS_ADMIN),
    decide('undoStatementLine', 'again', 0, { reason: 'not interest again' }),
    decide('undoStatementLine', 'of a match', 2, { reason: 'another payer' }),
    ...together(),
    ...releases(),
  ];
}

/** Confirms of lines together: the last one alone is accepted. */
function together(): ParityCase[] {
  const confirm = (name: string, indexes: readonly number[], more: Input = {}) =>
    ask('confirmStatementLines', name, (responseTo) => ({
      lineIds: indexes.map((index) => responseTo('lines').items[index].lineId),
      transactionId: responseTo('a deposit of a line').transactionId,
      ...more,
    }));
  return [
    confirm('of an unusual sum', [2, 3], { reason: 'a' }),
    confirm('of one line twice', [2, 2]),
    confirm('of money in and out', [1, 2]),
    confirm('of another sequence', [2, 3], { sequence: 7 }),
    confirm('of nothing', [2, 3], { transactionId: UNKNOWN_ID }),
    confirm('well', [2, 3], { acceptDifference: true, holdSeconds: 0, reason: 'both' }),
    ask('undoStatementLine', 'of one of several', line(3, { reason: 'one of them' })),
  ];
}

function releases(): ParityCase[] {
  const reason = 'the bank sent a corrected one';
  return ['well', 'again'].map((name) =>
    ask('releaseStatement', name, (responseTo) => ({
      statementId: responseTo('a held file').statements[0].statementId,
      reason,
    })),
  );
}

/** Match policies of the desk and of a merchant. */
function policies(): ParityCase[] {
  const [merchant, late] = ['demo-merchant', 'accept'];
  const set = (name: string, input: Input, options: CaseOptions = AS_ADMIN) =>
    ask('updateMatchPolicy', name, input, { ...AS_ADMIN, ...options });
  const remove = (name: string, input: Input) => ask('removeMatchPolicy', name, input, AS_ADMIN);
  return [
    set('of nothing', { desk: true }),
    set('without a target', { late }),
    set('of a merchant and the desk', { appKey: merchant, desk: true, late }),
    set('of no merchant and not of the desk', { desk: false, late }),
    set('of an unknown key', { appKey: 'nobody-here', late }),
    set('of an operator', { appKey: 'demo-operator', late }),
    set('with a tolerance too large', { desk: true, overpaidTolerance: 1000.01 }),
    set('of the desk', { desk: true, underpaidTolerance: 2.5, late }),
    set('of a merchant', {
      appKey: merchant,
      otherPayer: 'accept',
      underpaidBeyond: 'return',
      overpaidTolerance: 1,
      overpaidTolerancePerMille: 5,
      overpaidBeyond: 'return',
      late: 'return',
    }),
    set('of a merchant again', { appKey: merchant, otherPayer: 'hold' }),
    set(
      'without a tolerance',
      { appKey: merchant, overpaidTolerance: null },
      { cannot: { 'rest form': 'a form carries text only' } },
    ),
    ask('listMatchPolicies', 'of both', {}),
    remove('of a merchant', { appKey: merchant }),
    remove('of a merchant again', { appKey: merchant }),
    remove('without a target', {}),
    remove('of a merchant and the desk', { appKey: merchant, desk: true }),
    remove('of the desk', { desk: true }),
  ];
}

/** The cases of bank statements. Their matching stands still, so that the rows of two services can be compared. */
export function statementCases(): ParityCase[] {
  return [...imports(), ...profiles(), ...reads(), ...decisions(), ...policies()];
}
