import { EXAMPLE_PROFILE } from '../../src/operations/examples.ts';
import type { Input } from './graphql-calls.ts';
import { deposit, idOf, type ParityCase, parityCase, type ResponseTo, UNKNOWN_ID } from './parity-cases.ts';
import type { Caller } from './parity-fixtures.ts';
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
      ...Array(2).fill({ amountMinor: 25_050, text: 'FAST of nobody ü & <b>' }),
      { amountMinor: 1999, text: 'paid out', isDebit: true },
      { amountMinor: 300, text: 'interest' },
    ],
  }),
  isPasted: false,
};
const BROKEN = bankFile({ iban: IBAN, lines: [{ amountMinor: 5000, text: 'held back' }], isBroken: true });

const NO_NULL = { cannot: { 'rest form': 'a form carries text only' } };
const PASTED = 'Tarih\tTutar\tAçıklama\n22.11.2026\t5,00\tx\n';
const LINES = [{ amountMinor: 7, text: 'a day before' }];
const ANOTHER_DAY = bankFile({ iban: IBAN, day: '2026-11-19', lines: LINES });

const ask = (operation: string, name: string, input: Input, as: Caller = 'operator') =>
  parityCase(operation, name, input, as);

const ofBytes = (operation: string, name: string, bytes: string) =>
  parityCase(operation, name, { name: 'bytes.sta', bytes }, 'operator', BYTES_ONLY);

const keeping = (keep: string, made: ParityCase): ParityCase => ({ ...made, keep });

function imports(): ParityCase[] {
  const text = (name: string, changes: Input, as?: Caller) =>
    ask('importStatementText', name, { ...FILE, ...changes }, as);
  return [
    ...refusedFiles('importStatementText'),
    keeping('a file', text('well', {})),
    text('the same bytes again', { name: 'again.sta' }),
    keeping('a held file', text('held', { name: 'held.sta', content: BROKEN }, 'admin')),
    text('pasted', { content: PASTED.slice(0, 21), isPasted: true }),
    ofBytes('importStatementFile', 'the same bytes again', FILE.content),
    ofBytes('importStatementFile', 'of another day', ANOTHER_DAY),
    ofBytes('importStatementFile', 'of no format', 'a;b\n1;2\n'),
    ...refusedFiles('previewStatementText'),
    ask('previewStatementText', 'well', FILE),
    ask('previewStatementText', 'held', { ...FILE, content: BROKEN }),
    ask('previewStatementText', 'pasted', { ...FILE, content: PASTED, isPasted: true }),
    ofBytes('previewStatementFile', 'well', FILE.content),
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

function profiles(): ParityCase[] {
  const content = 'Date;Amount;Description\n22.11.2026;5,00;x\n22.11.2026;5,0x;y\n';
  const sample = { profile: EXAMPLE_PROFILE, content };
  const profileId = 'my-bank';
  const save = (name: string, profile: string) => ask('saveBankProfile', name, { profile }, 'admin');
  return [
    ask('getBankProfile', 'unknown', { profileId: 'none' }),
    ...['[]', '{}', '{"id":"akbank"'].map((profile) => save(`of ${profile}`, profile)),
    save('of a known id', EXAMPLE_PROFILE.replace(profileId, 'akbank')),
    save('well', EXAMPLE_PROFILE),
    ask('listBankProfiles', 'with one more', {}),
    ask('getBankProfile', 'well', { profileId }),
    ask('tryBankProfile', 'well', { ...sample, isPasted: false }, 'admin'),
    ask('tryBankProfile', 'of other columns', { ...sample, content: 'a;b\n1;2\n' }, 'admin'),
    ask('removeBankProfile', 'well', { profileId }, 'admin'),
    ask('removeBankProfile', 'of the service', { profileId: 'akbank' }, 'admin'),
    ask('removeBankProfile', 'again', { profileId }, 'admin'),
  ];
}

const FILE_ID = (responseTo: ResponseTo) => responseTo('a file').file.fileId;
const ACCOUNT_ID = (responseTo: ResponseTo) => responseTo('a file').file.accountIds[0];
const HELD_FILE_ID = (responseTo: ResponseTo) => responseTo('a held file').file.fileId;
const HELD_ID = (responseTo: ResponseTo) => responseTo('a held file').statements[0].statementId;

/** Good ranges, those that are empty, and those that are too long. */
const RANGES: readonly Input[] = [
  ...[{ fromDay: '2026-11-19', toDay: '2026-11-20' }, { fromDay: '2026-11-20' }, { toDay: '2026-11-20' }],
  ...[
    { fromDay: '2026-11-20', toDay: '2026-11-19' },
    { fromDay: '2024-11-20', toDay: '2026-11-19' },
  ],
];

function reads(): ParityCase[] {
  return [
    ...['listStatementFiles', 'listStatements', 'listStatementLines'].flatMap((operation) => [
      ...[{}, { limit: 1 }, { limit: 100 }].map((page) => ask(operation, JSON.stringify(page), page)),
      ask(operation, 'after an unknown one', { after: UNKNOWN_ID }),
    ]),
    ask('listStatementFiles', 'the second page', { after: FILE_ID }),
    ask('listStatementFiles', 'one', { fileId: FILE_ID }),
    ...[true, false].map((isHeld) => ask('listStatements', `isHeld ${isHeld}`, { isHeld })),
    ask('listStatements', 'of a file', { fileId: FILE_ID }),
    keeping('lines', ask('listStatementLines', 'of a file', { fileId: FILE_ID })),
    ...['new', 'matched', 'put-away'].map((state) => ask('listStatementLines', `state ${state}`, { state })),
    ...['250,50', 'fast NOBODY', 'interest', 'nothing like it', 'ü'].flatMap((query) => [
      ask('listStatementLines', `with ${query}`, { query, limit: 2 }),
      ask('search', query, { query }),
    ]),
    ask('search', 'too many words', { query: 'a b c d e f g h i j k' }),
    ask('search', 'one result', { query: 'user', limit: 1 }, 'viewer'),
    ask('listLinesOfTransaction', 'of none', { transactionId: UNKNOWN_ID }),
    ask('listStatementLines', 'of no account', { accountId: UNKNOWN_ID }),
    ...RANGES.flatMap((range) => [
      ask('listAccountDays', JSON.stringify(range), { accountId: ACCOUNT_ID, ...range }),
      ask('listStatementLines', `in ${JSON.stringify(range)}`, range),
    ]),
    ...(['viewer', 'operator', 'admin'] as const).map((as) =>
      ask('getStatementLine', `a line as ${as}`, { lineId: line(0) }, as),
    ),
  ];
}

/** A line of the first file. Of its four lines, the last is the first in the list. */
const line = (index: number) => (responseTo: ResponseTo) => responseTo('lines').items[index].lineId;

const PAID = { transactionId: idOf('a deposit of a line') };

function decisions(): ParityCase[] {
  const confirm = (name: string, index: number, more: Input = {}) =>
    ask('confirmStatementLine', name, { lineId: line(index), ...PAID, ...more });
  const together = (name: string, indexes: readonly number[], more: Input = {}) =>
    ask('confirmStatementLines', name, { lineIds: indexes.map(line), ...PAID, ...more });
  const putAway = (name: string, note: string) =>
    ask('putAwayStatementLine', name, { lineId: line(0), note });
  const undo = (name: string, index: number, more: Input = {}, as?: Caller) =>
    ask('undoStatementLine', name, { lineId: line(index), reason: `undone ${name}`, ...more }, as);
  const payer = { iban: 'DE89370400440532013000', accountName: 'Ada', reason: 'of nobody' };
  const giveBack = (name: string) => ask('giveBackStatementLine', name, { lineId: line(0), ...payer });
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
    putAway('well', 'interest'),
    putAway('again', 'interest again'),
    ask('countStatementLines', 'with one that is put away', {}),
    undo('of another decision', 0, { decisionId: UNKNOWN_ID }),
    undo('well', 0, {}, 'admin'),
    undo('again', 0),
    undo('of a match', 2),
    together('of an unusual sum', [2, 3], { reason: 'a' }),
    together('of one line twice', [2, 2]),
    together('of money in and out', [1, 2]),
    together('of another sequence', [2, 3], { sequence: 7 }),
    together('of nothing', [2, 3], { transactionId: UNKNOWN_ID }),
    together('well', [2, 3], { acceptDifference: true, holdSeconds: 0, reason: 'both' }),
    undo('of one of several', 3),
    giveBack('well'),
    giveBack('again'),
    ask('listRefunds', 'of a line', { lineId: line(0) }, 'viewer'),
    ...['well', 'again'].map((name) =>
      ask('releaseStatement', name, { statementId: HELD_ID, reason: 'the bank sent a corrected one' }),
    ),
    ask('listProposals', 'without any', {}),
    ask('listProposals', 'of a file', { fileId: FILE_ID }),
    ask('confirmProposals', 'of none', {
      items: [{ lineId: UNKNOWN_ID, transactionId: UNKNOWN_ID, sequence: 1 }],
    }),
    ask('takeBackStatementFile', 'of nothing', { fileId: UNKNOWN_ID, reason: 'x' }),
    ask('takeBackStatementFile', 'with a line that was settled', { fileId: FILE_ID, reason: 'x' }),
    ask('takeBackStatementFile', 'well', { fileId: HELD_FILE_ID, reason: 'of the other account' }),
    ask('listStatementFiles', 'with one that was taken back', {}),
    ask('countStatementLines', 'of a file', { fileId: FILE_ID }),
  ];
}

/** Match policies of the desk and of a merchant. */
function policies(): ParityCase[] {
  const [merchant, late] = ['demo-merchant', 'accept'];
  const set = (name: string, input: Input) => ask('updateMatchPolicy', name, input, 'admin');
  const remove = (name: string, input: Input) => ask('removeMatchPolicy', name, input, 'admin');
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
      ...{ appKey: merchant, otherPayer: 'accept', underpaidBeyond: 'return', overpaidTolerance: 1 },
      ...{ overpaidTolerancePerMille: 5, overpaidBeyond: 'return', late: 'return' },
    }),
    set('of a merchant again', { appKey: merchant, otherPayer: 'hold' }),
    { ...set('without a tolerance', { appKey: merchant, overpaidTolerance: null }), ...NO_NULL },
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
