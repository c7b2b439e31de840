import { randomUUID } from 'node:crypto';
import { importFile } from '../../src/reconciliation/import.ts';
import {
  call,
  DEMO_BANK_ID,
  DEPOSIT,
  depositFields,
  MERCHANT,
  OPERATOR,
  type TestService,
} from '../harness.ts';
import { createAccount } from './entities.ts';
import type { Input } from './graphql-calls.ts';
import { expectData } from './responses.ts';
import { bankFile } from './statements/bank-file.ts';

const NO = 'not_authorized';
const FOR_STAFF = [NO, 'done', 'done', 'done'] as const;
const FOR_OPERATORS = [NO, NO, 'done', 'done'] as const;
const FOR_ADMINS = [NO, NO, NO, 'done'] as const;

const PROFILE = JSON.stringify({
  id: 'matrix',
  title: 'Matrix',
  decimal: 'comma',
  dates: ['dd.mm.yyyy'],
  defaultCurrency: 'TRY',
  columns: { date: ['Gün'], amount: ['Para'] },
  direction: { kind: 'signed' },
});

const DEMO_IBAN = 'TR640099900000999000001001';
/** Enough for each call of the matrix, of which every one uses up its own. */
const LINES = 190;
const HELD = 30;

/** Lines and held statements that no call has used yet. */
interface Imported {
  readonly lineIds: string[];
  readonly heldIds: string[];
}

const imported = new WeakMap<TestService, Promise<Imported>>();

/** Imports a file once for all calls: an import for each of them would take most of the time. */
function importedBy(service: TestService): Promise<Imported> {
  const known = imported.get(service) ?? importMany(service);
  imported.set(service, known);
  return known;
}

async function importMany(service: TestService): Promise<Imported> {
  const { dependencies } = service;
  const { db } = dependencies;
  const { iban } = await createAccount(service, { bankId: DEMO_BANK_ID });
  const lines = Array.from({ length: LINES }, (_, index) => ({ amountMinor: 77, text: `line ${index}` }));
  const held = Array.from({ length: HELD }, (_, index) =>
    bankFile({ iban, isBroken: true, lines: [{ amountMinor: 78, text: `held ${index}` }] }),
  );
  const text = [bankFile({ iban, lines }), ...held].join('');
  const given = { name: 'matrix.sta', bytes: Buffer.from(text) };
  const { file } = await importFile(dependencies, given, { clientId: null, audit: undefined });
  await service.statementMatcher.matchNow();
  const found = await db.query('listStatementLines', {
    filter: { fileId: file.id },
    page: { limit: LINES + HELD },
  });
  const statements = await db.query('listStatements', {
    filter: { fileId: file.id, isHeld: true },
    page: { limit: HELD },
  });
  return {
    lineIds: found.items.filter(({ line }) => line.amountMinor === 77).map(({ id }) => id),
    heldIds: statements.items.map(({ id }) => id),
  };
}

/** A file of a demo account that nobody has imported yet. */
function newFile(): string {
  return bankFile({ iban: DEMO_IBAN, lines: [{ amountMinor: 79, text: randomUUID() }] });
}

async function oneLine(service: TestService): Promise<{ lineId: string }> {
  const lineId = (await importedBy(service)).lineIds.pop();
  if (lineId === undefined) throw new Error('the matrix has more calls about lines than it has lines');
  return { lineId };
}

async function putAway(service: TestService): Promise<{ lineId: string }> {
  const { lineId } = await oneLine(service);
  const { statements, clients } = service.dependencies;
  const clientId = (await clients.findByAppKey(OPERATOR.appKey))?.id ?? '';
  await statements.desk.putAway({ lineId, clientId, note: 'of the bank itself', audit: undefined });
  return { lineId };
}

async function oneDeposit(service: TestService): Promise<{ transactionId: string }> {
  const { transactionId } = expectData(await call(service, DEPOSIT, { as: MERCHANT, body: depositFields() }));
  return { transactionId };
}

/** The rights about bank statements: see role-matrix.ts. */
export const STATEMENT_ROWS = [
  row('importStatementFile', FOR_OPERATORS, () => ({ name: 'matrix.sta', bytes: newFile() })),
  row('importStatementText', FOR_OPERATORS, () => ({
    name: 'matrix.sta',
    content: newFile(),
    isPasted: false,
  })),
  row('previewStatementFile', FOR_OPERATORS, () => ({ name: 'matrix.sta', bytes: newFile() })),
  row('previewStatementText', FOR_OPERATORS, () => ({
    name: 'matrix.sta',
    content: newFile(),
    isPasted: false,
  })),
  row('listBankProfiles', FOR_OPERATORS, () => ({})),
  row('getBankProfile', FOR_OPERATORS, () => ({ profileId: 'akbank' })),
  row('saveBankProfile', FOR_ADMINS, () => ({ profile: PROFILE })),
  row('tryBankProfile', FOR_ADMINS, () => ({ profile: PROFILE, content: 'Gün;Para\n22.11.2026;5,00\n' })),
  row('removeBankProfile', FOR_ADMINS, async ({ dependencies: { statements } }) => {
    await statements.profiles.store.save({ id: 'matrix', title: 'Matrix', json: PROFILE }, undefined);
    return { profileId: 'matrix' };
  }),
  row('listStatementFiles', FOR_STAFF, () => ({ limit: 2 })),
  row('listStatements', FOR_STAFF, () => ({ limit: 2 })),
  row('listAccountDays', FOR_STAFF, async ({ dependencies: { db } }) => ({
    accountId: (await db.read('listEveryAccount'))[0]?.id,
  })),
  row('releaseStatement', FOR_OPERATORS, async (service) => ({
    statementId: (await importedBy(service)).heldIds.pop(),
    reason: 'a page is missing',
  })),
  row('listStatementLines', FOR_STAFF, () => ({ limit: 2 })),
  row('countStatementLines', FOR_STAFF, () => ({})),
  row('getStatementLine', FOR_STAFF, oneLine),
  row('confirmStatementLine', FOR_OPERATORS, async (service) => ({
    ...(await oneLine(service)),
    ...(await oneDeposit(service)),
    acceptDifference: true,
    reason: 'paid by another',
  })),
  row('confirmStatementLines', FOR_OPERATORS, async (service) => ({
    lineIds: [(await oneLine(service)).lineId, (await oneLine(service)).lineId],
    ...(await oneDeposit(service)),
    acceptDifference: true,
    reason: 'paid by another',
  })),
  row('putAwayStatementLine', FOR_OPERATORS, async (service) => ({
    ...(await oneLine(service)),
    note: 'of the bank itself',
  })),
  row('undoStatementLine', FOR_OPERATORS, async (service) => ({
    ...(await putAway(service)),
    reason: 'it was a deposit',
  })),
  row('listMatchPolicies', [NO, NO, 'both', 'both'], () => ({})),
  row('updateMatchPolicy', [NO, NO, NO, 'own'], () => ({ appKey: MERCHANT.appKey, late: 'hold' })),
  row('removeMatchPolicy', [NO, NO, NO, 'own'], () => ({ appKey: MERCHANT.appKey })),
];

function row(
  operation: string,
  expected: readonly [merchant: string, viewer: string, operator: string, admin: string],
  input: (service: TestService) => Input | Promise<Input>,
) {
  return { operation, subject: '', expected, input };
}
