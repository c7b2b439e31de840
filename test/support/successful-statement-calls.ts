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
import { deskTerms } from './desk-terms.ts';
import { createAccount, createClient } from './entities.ts';
import type { Input } from './graphql-calls.ts';
import { expectData } from './responses.ts';
import { bankFile } from './statements/bank-file.ts';
import { camtOf } from './statements/bank-files.ts';

/** A profile that was not saved before. */
const newProfile = () =>
  JSON.stringify({
    id: 'matrix',
    title: randomUUID(),
    decimal: 'comma',
    dates: ['dd.mm.yyyy'],
    defaultCurrency: 'TRY',
    columns: { date: ['Gün'], amount: ['Para'] },
    direction: { kind: 'signed' },
  });

const DEMO_IBAN = 'TR640099900000999000001001';
/** Enough for each call of the matrix, of which every one uses up its own. */
const LINES = 230;
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
    bankFile({
      iban,
      isBroken: true,
      openingMinor: index,
      lines: [{ amountMinor: 78, text: `held ${index}` }],
    }),
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

export async function oneLine(service: TestService): Promise<{ lineId: string }> {
  const lineId = (await importedBy(service)).lineIds.pop();
  if (lineId === undefined) throw new Error('the matrix has more calls about lines than it has lines');
  return { lineId };
}

async function putAway(service: TestService): Promise<{ lineId: string }> {
  const { lineId } = await oneLine(service);
  const { db, clients } = service.dependencies;
  const clientId = (await clients.findByAppKey(OPERATOR.appKey))?.id ?? '';
  const note = 'of the bank itself';
  await db.run('putLineAway', { ...deskTerms(service.dependencies), lineId, clientId, note });
  return { lineId };
}

async function oneDeposit(service: TestService): Promise<{ transactionId: string }> {
  const { transactionId } = expectData(await call(service, DEPOSIT, { as: MERCHANT, body: depositFields() }));
  return { transactionId };
}

/** A deposit of somebody, and a line of the same name and amount that does not name it. */
async function oneProposal(service: TestService) {
  const letters = randomUUID()
    .replaceAll('-', '')
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '');
  const name = `${letters.slice(0, 12)} ${letters.slice(12, 24)}`;
  const amount = `${200 + Math.floor(Math.random() * 700)}.${10 + Math.floor(Math.random() * 90)}`;
  const body = depositFields({ userId: randomUUID(), name, amount });
  const { transactionId } = expectData(await call(service, DEPOSIT, { as: MERCHANT, body }));
  const accounts = await service.dependencies.db.read('listEveryAccount');
  const [stored] = await service.dependencies.db.read('findTransactions', [transactionId]);
  const { iban } = accounts.find(({ id }) => stored?.type === 'deposit' && id === stored.bankAccountId) ?? {};
  const date = new Date().toISOString().slice(0, 10);
  const lines = [{ amountMinor: Math.round(Number(amount) * 100), name, text: 'oyun', date }];
  const given = { name: 'matrix.xml', bytes: camtOf({ iban: iban ?? '', lines }) };
  const { file } = await importFile(service.dependencies, given, { clientId: null, audit: undefined });
  await service.statementMatcher.matchNow();
  const page = { limit: 1 };
  const found = await service.dependencies.db.query('listStatementLines', {
    filter: { fileId: file.id },
    page,
  });
  return { items: [{ lineId: found.items[0]?.id ?? '', transactionId, sequence: 1 }] };
}

/** Calls about bank statements: see successful-calls.ts. */
export const STATEMENT_CALLS: readonly {
  readonly operation: string;
  readonly input: (service: TestService) => Input | Promise<Input>;
}[] = [
  { operation: 'importStatementFile', input: () => ({ name: 'matrix.sta', bytes: newFile() }) },
  {
    operation: 'importStatementText',
    input: () => ({
      name: 'matrix.sta',
      content: newFile(),
      isPasted: false,
    }),
  },
  { operation: 'saveBankProfile', input: () => ({ profile: newProfile() }) },
  {
    operation: 'removeBankProfile',
    input: async ({ dependencies: { db } }) => {
      const profile = { id: 'matrix', title: 'Matrix', json: newProfile() };
      await db.run('saveBankProfile', { kind: 'statement', profile });
      return { profileId: 'matrix' };
    },
  },
  {
    operation: 'releaseStatement',
    input: async (service) => ({
      statementId: (await importedBy(service)).heldIds.pop(),
      reason: 'a page is missing',
    }),
  },
  {
    operation: 'takeBackStatementFile',
    input: async (service) => {
      const given = { name: 'matrix.sta', bytes: Buffer.from(newFile()) };
      const { file } = await importFile(service.dependencies, given, { clientId: null, audit: undefined });
      return { fileId: file.id, reason: 'of the other account' };
    },
  },
  { operation: 'confirmProposals', input: oneProposal },
  {
    operation: 'confirmStatementLine',
    input: async (service) => ({
      ...(await oneLine(service)),
      ...(await oneDeposit(service)),
      acceptDifference: true,
      reason: 'paid by another',
    }),
  },
  {
    operation: 'confirmStatementLines',
    input: async (service) => ({
      lineIds: [(await oneLine(service)).lineId, (await oneLine(service)).lineId],
      ...(await oneDeposit(service)),
      acceptDifference: true,
      reason: 'paid by another',
    }),
  },
  {
    operation: 'putAwayStatementLine',
    input: async (service) => ({
      ...(await oneLine(service)),
      note: 'of the bank itself',
    }),
  },
  {
    operation: 'undoStatementLine',
    input: async (service) => ({
      ...(await putAway(service)),
      reason: 'it was a deposit',
    }),
  },
  {
    operation: 'updateMatchPolicy',
    input: async (service) => ({ appKey: (await createClient(service)).appKey, late: 'accept' }),
  },
  {
    operation: 'removeMatchPolicy',
    input: async (service) => {
      const { id, appKey } = await createClient(service);
      const { db, runtime } = service.dependencies;
      const change = {
        target: { clientId: id, name: appKey },
        bookedSince: '2026-01-01',
        nowMs: runtime.nowMs(),
      };
      await db.run('updateMatchPolicy', { ...change, changes: { late: 'accept' }, audit: undefined });
      return { appKey };
    },
  },
];
