import { expect } from 'vitest';
import type { CommandName } from '../../db/commands.ts';
import { keyPart } from '../../src/reconciliation/domain/keyed-line.ts';
import { READ_LIMITS } from '../../src/reconciliation/domain/statement.ts';
import { createAccountFinder } from '../../src/reconciliation/find-account.ts';
import { toStage } from '../../src/reconciliation/import.ts';
import type { StagedPart } from '../../src/reconciliation/import-store.ts';
import { LineResolver } from '../../src/reconciliation/resolve-lines.ts';
import { Surveyor } from '../../src/reconciliation/survey.ts';
import { readCamt } from '../../src/statements/camt.ts';
import { deskTerms } from './desk-terms.ts';
import type { Scenario, Scenarios } from './fault-cases.ts';
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
  /** Of each line. */
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
  const { imports } = fixture.appContext.dependencies.statements;
  return {
    send: () => imports.begin(file),
    isDone: finds(
      fixture,
      "select count(*) from statement_files where state = 'staging' and id = ?",
      file.id,
    ),
    expectResult: (result, wasDone) => expect(result).toEqual({ kind: wasDone ? 'busy' : 'begun' }),
  };
});

const staging = withOneRequest(async (fixture) => {
  const { id, part, file } = await fileOf(fixture, references(LINES));
  const { imports } = fixture.appContext.dependencies.statements;
  await imports.begin(file);
  const { database } = fixture;
  const counted = database.prepare('select line_count from statement_files where id = ?').pluck().bind(id);
  const stored = database.prepare('select count(*) from statement_lines').pluck();
  return {
    // A part is stored once: a caller whose part may be stored drops the file and begins again.
    send: () => (counted.get() === 0 ? imports.stage(id, part) : Promise.resolve(LINES)),
    isDone() {
      expect(stored.get()).toBe(counted.get());
      return counted.get() === LINES;
    },
    expectResult: (result) => expect(result).toBe(LINES),
  };
});

const finishing = ofOnePerson(async (fixture) => {
  const { id, part, file } = await fileOf(fixture, references(LINES));
  const { imports } = fixture.appContext.dependencies.statements;
  await imports.begin(file);
  await imports.stage(id, part);
  const isImported = finds(
    fixture,
    "select count(*) from statement_files where state = 'imported' and id = ?",
    id,
  );
  const hasImporter = finds(fixture, 'select count(*) from payee_sources where source_id = ?', id);
  return {
    send: (audit) => imports.finish(id, { audit, importer: { person: 'a person', clientId: 'c' } }),
    isDone() {
      expect(hasImporter()).toBe(isImported());
      return isImported();
    },
  };
});

const dropping = withOneRequest(async (fixture) => {
  const { id, part, file } = await fileOf(fixture, references(LINES));
  const { imports } = fixture.appContext.dependencies.statements;
  await imports.begin(file);
  await imports.stage(id, part);
  const left = ['statement_lines', 'statements', 'statement_files'].map((table) =>
    fixture.database.prepare(`select count(*) from ${table}`).pluck(),
  );
  return {
    send: () => imports.drop(id),
    isDone() {
      const counts = left.map((rows) => rows.get());
      expect([
        [0, 0, 0],
        [LINES, 1, 1],
      ]).toContainEqual(counts);
      return counts[2] === 0;
    },
    expectResult: () => {},
  };
});

/** A line that pays a deposit, beside one that pays nothing. */
const matching: Scenario = {
  async prepare(fixture) {
    const { transactionId, file } = await storePayment(fixture);
    const { matching: store } = fixture.appContext.dependencies.statements;
    const status = fixture.database.prepare('select status from transactions where id = ?').pluck();
    const decided = fixture.database.prepare(
      `select count(*) from line_decisions as d join statement_lines as l on l.decision_id = d.id
       join events as e on e.id = d.event_id
       where l.state = 'matched' and l.transaction_id = e.transaction_id and d.settles = 1`,
    );
    return [
      {
        send: () => store.match(file.id).next(),
        isDone() {
          const isDone = status.get(transactionId) === 'successful';
          expect(decided.pluck().get()).toBe(isDone ? 1 : 0);
          return isDone;
        },
        expectResult: (result, wasDone) =>
          expect(result).toMatchObject(wasDone ? { done: true } : { value: { lineCount: 1 } }),
      },
    ];
  },
};

/** A line that waits for a payout, in a file that is done. */
const decidingAgain = withOneRequest(async (fixture) => {
  const file = await fileOf(fixture, references(1));
  const [lineId = ''] = await storeFile(fixture, file);
  const { appContext, database } = fixture;
  for await (const _ of appContext.dependencies.statements.matching.match(file.id));
  for (const table of ['statement_lines', 'line_decisions'])
    database.exec(`update ${table} set state = 'payout-back'`);
  const isNew = stateOf(fixture, lineId, 'new');
  const isOpen = finds(fixture, 'select count(*) from statement_files where matched_at_ms is null');
  return {
    send: () =>
      appContext.dependencies.db.run('decidePayoutLinesAgain', {
        lineIds: [lineId],
        nowMs: appContext.dependencies.runtime.nowMs(),
      }),
    isDone() {
      expect(isOpen()).toBe(isNew());
      return isNew();
    },
    expectResult: (result, wasDone) => expect(result).toBe(wasDone ? 0 : 1),
  };
});

export const stateOf = (fixture: Fixture, lineId: string, state: string) =>
  finds(fixture, 'select count(*) from statement_lines where id = ? and state = ?', lineId, state);

const confirming = ofOnePerson(async (fixture) => {
  const { transactionId, lineId } = await storePayment(fixture);
  const { appContext, merchants, database } = fixture;
  const status = database.prepare('select status from transactions where id = ?').pluck();
  const isMatched = stateOf(fixture, lineId, 'matched');
  return {
    send: (audit) =>
      appContext.dependencies.db.run('confirmLines', {
        ...deskTerms(appContext.dependencies),
        lineIds: [lineId],
        decisionIds: [appContext.dependencies.runtime.newId()],
        transactionId,
        clientId: merchants[1].id,
        holdMs: 0,
        audit,
      }),
    isDone() {
      expect(status.get(transactionId)).toBe(isMatched() ? 'successful' : 'pending');
      return isMatched();
    },
  };
});

const puttingAway = ofOnePerson(async (fixture) => {
  const [lineId = ''] = await storeFile(fixture, await fileOf(fixture, references(1)));
  const { appContext, merchants } = fixture;
  return {
    send: (audit) =>
      appContext.dependencies.db.run('putLineAway', {
        ...deskTerms(appContext.dependencies),
        lineId,
        note: 'Rent',
        clientId: merchants[1].id,
        audit,
      }),
    isDone: stateOf(fixture, lineId, 'put-away'),
  };
});

const undoing = ofOnePerson(async (fixture) => {
  const { transactionId, lineId, file } = await storePayment(fixture);
  const { appContext, merchants, database } = fixture;
  await appContext.dependencies.statements.matching.match(file.id).next();
  const status = database.prepare('select status from transactions where id = ?').pluck();
  const isUndone = stateOf(fixture, lineId, 'undone');
  return {
    send: (audit) =>
      appContext.dependencies.db.run('undoLine', {
        ...deskTerms(appContext.dependencies),
        lineId,
        reason: 'Another one',
        person: 'ada',
        clientId: merchants[1].id,
        audit,
      }),
    isDone() {
      expect(status.get(transactionId)).toBe(isUndone() ? 'unsuccessful' : 'successful');
      return isUndone();
    },
  };
});

const releasing = ofOnePerson(async (fixture) => {
  const { lineId, file } = await storePayment(fixture, { closingMinor: 1 });
  const { appContext, merchants, database } = fixture;
  await appContext.dependencies.statements.matching.match(file.id).next();
  expect(stateOf(fixture, lineId, 'held')()).toBe(true);
  const [statementId = ''] = file.part.statements.map(({ id }) => id);
  const released = database.prepare('select count(released_at_ms) from statements').pluck();
  return {
    send: (audit) =>
      appContext.dependencies.db.run('releaseStatement', {
        nowMs: appContext.dependencies.runtime.nowMs(),
        statementId,
        reason: 'The bank says so',
        clientId: merchants[1].id,
        audit,
      }),
    isDone() {
      expect(stateOf(fixture, lineId, 'new')()).toBe(released.get() === 1);
      return released.get() === 1;
    },
  };
});

const takingBack = ofOnePerson(async (fixture) => {
  const { id } = await storedFile(fixture);
  const { merchants, appContext } = fixture;
  const { imports } = appContext.dependencies.statements;
  return {
    send: (audit) =>
      imports.takeBack({ fileId: id, reason: 'Of another account', clientId: merchants[1].id, audit }),
    isDone: finds(fixture, "select count(*) from statement_files where state = 'staging' and id = ?", id),
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
