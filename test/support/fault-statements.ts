import { expect } from 'vitest';
import type { CommandName } from '../../db/names.ts';
import { keyPart } from '../../src/reconciliation/domain/keyed-line.ts';
import { READ_LIMITS } from '../../src/reconciliation/domain/statement.ts';
import { createAccountFinder } from '../../src/reconciliation/find-account.ts';
import { toStage } from '../../src/reconciliation/import.ts';
import type { StagedPart } from '../../src/reconciliation/import-store.ts';
import { LineResolver } from '../../src/reconciliation/resolve-lines.ts';
import { Surveyor } from '../../src/reconciliation/survey.ts';
import { readCamt } from '../../src/statements/camt.ts';
import { deskTerms } from './desk-terms.ts';
import type { Scenarios } from './fault-cases.ts';
import type { Fixture } from './fault-fixtures.ts';
import { finds, ofOnePerson, withOneRequest } from './fault-requests.ts';
import { storeDeposits } from './manual-clock-service.ts';
import { type BankStatement, camtOf } from './statements/bank-files.ts';

const LINES = 4;

interface GivenFile {
  readonly id: string;
  readonly part: StagedPart;
  readonly file: Parameters<Fixture['appContext']['dependencies']['statements']['imports']['begin']>[0];
}

interface GivenStatement extends Partial<BankStatement> {
  /** The amount of each line. */
  readonly amountMinor?: number;
}

/** A file of the first account, whose lines name these references. */
export async function fileOf(
  fixture: Fixture,
  references: readonly string[],
  { amountMinor = 50_000, ...given }: GivenStatement = {},
): Promise<GivenFile> {
  const { dependencies } = fixture.appContext;
  const accounts = await dependencies.db.read('listEveryAccount');
  const used = fixture.database.prepare('select bank_account_id from transactions limit 1').pluck().get();
  const account = accounts.find(({ id }) => id === used) ?? accounts[0];
  const lines = references.map((text) => ({
    amountMinor,
    name: 'TEST USER',
    iban: 'TR330006100519786457841326',
    text,
  }));
  const bytes = camtOf({ iban: account?.iban ?? '', lines, ...given });
  const { newId } = dependencies.runtime;
  const parts = [...readCamt(bytes, READ_LIMITS)];
  const finder = createAccountFinder(accounts, undefined);
  const surveyor = new Surveyor({ newId, finder, skipsUnknown: false });
  surveyor.add(parts);
  const survey = surveyor.finish();
  expect(survey.problems).toEqual([]);
  const { begun, resolved } = await new LineResolver(newId, survey, dependencies.statements.imports).take(
    parts.map(keyPart),
  );
  const part = toStage({ begun, resolved });
  const id = newId();
  const sizes = { sizeBytes: bytes.length, format: 'camt', profileId: null, clientId: null } as const;
  const createdAtMs = fixture.clock.nowMs();
  return { id, part, file: { id, name: 'a.xml', sha256: id.repeat(2), ...sizes, createdAtMs } };
}

export const references = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`);

/** Stores a file. @returns the ids of its lines. */
export async function storeFile(fixture: Fixture, given: GivenFile): Promise<readonly string[]> {
  const { imports } = fixture.appContext.dependencies.statements;
  expect(await imports.begin(given.file)).toEqual({ kind: 'begun' });
  await imports.stage(given.id, given.part);
  expect(await imports.finish(given.id, { audit: undefined, importer: null })).toMatchObject({
    lineCount: given.part.lines.length,
  });
  return given.part.lines.map(({ id }) => id);
}

/** Stores a deposit, and a file with a line that pays it. */
export async function storePayment(fixture: Fixture, given: GivenStatement = {}) {
  const [transactionId = ''] = await storeDeposits(fixture.appContext, fixture.merchants[0], 1);
  const reference = fixture.database.prepare('select reference from transactions where id = ?').pluck();
  const file = await fileOf(fixture, [String(reference.get(transactionId))], given);
  const [lineId = ''] = await storeFile(fixture, file);
  return { transactionId, lineId, file };
}

const beginning = withOneRequest(async (fixture) => {
  const { file } = await fileOf(fixture, references(1));
  return () => fixture.appContext.dependencies.statements.imports.begin(file);
});

/** Begins to store a file. @returns its id and its part. */
async function begunFile(fixture: Fixture) {
  const { imports } = fixture.appContext.dependencies.statements;
  const { id, part, file } = await fileOf(fixture, references(LINES));
  await imports.begin(file);
  return { id, part, imports };
}

/** A part is stored once: a caller who does not know whether it was stored drops the file and begins again. */
const staging = withOneRequest(async (fixture) => {
  const { id, part, imports } = await begunFile(fixture);
  const lines = fixture.database.prepare('select line_count from statement_files where id = ?').pluck();
  return () => (lines.get(id) === 0 ? imports.stage(id, part) : Promise.resolve(LINES));
});

const finishing = ofOnePerson(async (fixture) => {
  const { id, part, imports } = await begunFile(fixture);
  await imports.stage(id, part);
  return (audit) => imports.finish(id, { audit, importer: { person: 'a person', clientId: 'c' } });
});

const dropping = withOneRequest(async (fixture) => {
  const { id, part, imports } = await begunFile(fixture);
  await imports.stage(id, part);
  return () => imports.drop(id);
});

/** A repeat finds nothing to match, and marks the file as done. */
const matching = withOneRequest(async (fixture) => {
  const { file } = await storePayment(fixture);
  const { matching } = fixture.appContext.dependencies.statements;
  return { send: () => matching.match(file.id).next(), isRepeatable: true, triesAgain: true };
});

/** A line that waits for a payout, in a file that is done. */
const decidingAgain = withOneRequest(async (fixture) => {
  const file = await fileOf(fixture, references(1));
  const lineIds = await storeFile(fixture, file);
  const { db, runtime, statements } = fixture.appContext.dependencies;
  for await (const _ of statements.matching.match(file.id));
  for (const table of ['statement_lines', 'line_decisions'])
    fixture.database.exec(`update ${table} set state = 'payout-back'`);
  return () => db.run('decidePayoutLinesAgain', { lineIds: [...lineIds], nowMs: runtime.nowMs() });
});

/** The fields of every decision of a person at the desk. */
const byPerson = ({ appContext, merchants }: Fixture) => ({
  ...deskTerms(appContext.dependencies),
  clientId: merchants[1].id,
});

const confirming = ofOnePerson(async (fixture) => {
  const { transactionId, lineId } = await storePayment(fixture);
  const { db, runtime } = fixture.appContext.dependencies;
  const decision = { lineIds: [lineId], decisionIds: [runtime.newId()], transactionId, holdMs: 0 };
  return (audit) => db.run('confirmLines', { ...byPerson(fixture), ...decision, audit });
});

const puttingAway = ofOnePerson(async (fixture) => {
  const [lineId = ''] = await storeFile(fixture, await fileOf(fixture, references(1)));
  const { db } = fixture.appContext.dependencies;
  return (audit) => db.run('putLineAway', { ...byPerson(fixture), lineId, note: 'Rent', audit });
});

const undoing = ofOnePerson(async (fixture) => {
  const { lineId, file } = await storePayment(fixture);
  const { db, statements } = fixture.appContext.dependencies;
  await statements.matching.match(file.id).next();
  const undo = { lineId, reason: 'Another one', person: 'ada' };
  return (audit) => db.run('undoLine', { ...byPerson(fixture), ...undo, audit });
});

const releasing = ofOnePerson(async (fixture) => {
  const { lineId, file } = await storePayment(fixture, { closingMinor: 1 });
  const { db, statements, runtime } = fixture.appContext.dependencies;
  await statements.matching.match(file.id).next();
  expect(
    finds(fixture, "select count(*) from statement_lines where id = ? and state = 'held'", lineId)(),
  ).toBe(true);
  const [statementId = ''] = file.part.statements.map(({ id }) => id);
  const release = { statementId, reason: 'The bank says so', clientId: fixture.merchants[1].id };
  return (audit) => db.run('releaseStatement', { ...release, nowMs: runtime.nowMs(), audit });
});

/** Another command removes its lines afterwards. */
const takingBack = ofOnePerson(async (fixture) => {
  const { id: fileId } = await storedFile(fixture);
  const { imports } = fixture.appContext.dependencies.statements;
  const request = { fileId, reason: 'Of another account', clientId: fixture.merchants[1].id };
  return {
    send: (audit) => imports.takeBack({ ...request, audit }),
    isDone: finds(fixture, "select count(*) from statement_files where state = 'staging' and id = ?", fileId),
  };
});

async function storedFile(fixture: Fixture): Promise<GivenFile> {
  const given = await fileOf(fixture, references(LINES));
  await storeFile(fixture, given);
  return given;
}

export const statementScenarios = {
  beginImport: { 'of a new file': beginning },
  stageStatementPart: { 'with a statement': staging },
  finishImport: { 'of a whole file': finishing },
  dropImport: { 'of a part of a file': dropping },
  matchLines: { 'that settle': matching },
  decidePayoutLinesAgain: { 'that waits': decidingAgain },
  confirmLines: { 'of a pending deposit': confirming },
  putLineAway: { 'of a stranger': puttingAway },
  undoLine: { 'that has settled': undoing },
  releaseStatement: { 'that is held': releasing },
  takeBackFile: { 'of which nothing is decided': takingBack },
} as const satisfies Partial<Record<CommandName, Scenarios>>;
