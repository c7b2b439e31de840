import { createBankCopyStore } from '../../db/banks/store.ts';
import { setMetadataIfAbsent } from '../../db/maintenance/metadata.ts';
import type { CommandName } from '../../db/names.ts';
import { newIban } from './entities.ts';
import type { Scenario, Scenarios } from './fault-cases.ts';
import { storePlanned } from './fault-desk.ts';
import type { Fixture } from './fault-fixtures.ts';
import { type Awaitable, ofOnePerson, type PersonRequest, withOneRequest } from './fault-requests.ts';

const savingCopy = withOneRequest(async ({ appContext }) => {
  const copies = createBankCopyStore(appContext.engine);
  const url = `http://banks.example.com/${newIban()}`;
  await copies.save(url, { body: 'old', fetchedAtMs: 1 }, 1);
  return () => copies.save(url, { body: 'new', fetchedAtMs: 2 }, 2);
});

function settingMetadata(set: (fixture: Fixture, key: string, value: string) => Promise<unknown>): Scenario {
  return withOneRequest((fixture) => {
    const key = newIban();
    return () => set(fixture, key, 'a value');
  });
}

/** The command removes expired signs. */
const usingSign = withOneRequest(({ appContext, clock, database }) => {
  const nowMs = clock.nowMs();
  const insert = database.prepare('insert into used_signs values (?, ?)');
  for (const digest of ['first', 'second']) insert.run(`${digest} ${newIban()}`, nowMs - 1);
  const sign = { digest: newIban(), endsAtMs: nowMs + 600_000 };
  return () => appContext.dependencies.clients.useSign(sign);
});

/** A request of which each repeat adds a record. */
const ofEachTime = (prepare: (fixture: Fixture) => Awaitable<PersonRequest['send']>): Scenario =>
  ofOnePerson(async (fixture) => ({ send: await prepare(fixture), isRepeatable: true }));

const signingIn = ofEachTime(({ appContext }) => {
  const appKey = `person-${newIban()}`;
  return (audit) => appContext.dependencies.db.run('recordSignIn', { appKey, audit });
});

const copying = ofEachTime(({ appContext }) => {
  const file = `/backups/${newIban()}.db`;
  const contents = { transactions: 1, newestAtMs: 0 };
  return (audit) => appContext.engine.run('recordCopy', { audit, kind: 'backup', file, contents });
});

const moving = ofEachTime(({ appContext }) => {
  const mark = JSON.stringify({ side: 'target', id: newIban(), startedAtMs: 1, finishedAtMs: 2 });
  return (audit) => appContext.engine.run('recordMove', { audit, mark, values: { to: mark } });
});

/** It is run again, as it can be. */
const goingOn = ofEachTime(async (fixture) => {
  const { engine } = fixture.appContext;
  const nowMs = fixture.clock.nowMs();
  await engine.run('afterRestore', { nowMs: nowMs - 1 });
  await storePlanned(fixture, 1);
  return (audit) => engine.run('afterRestore', { audit, nowMs });
});

const resuming = ofOnePerson(async ({ appContext, clock }) => {
  await appContext.engine.run('afterRestore', { nowMs: clock.nowMs() });
  return (audit) => appContext.engine.run('resumePayouts', { audit });
});

/** Commands for records that change nothing else. */
export const recordScenarios = {
  recordSignIn: { 'to the console': signingIn },
  recordMove: { 'of the database': moving },
  afterRestore: { 'of the database': goingOn },
  resumePayouts: { 'after a restore': resuming },
  recordCopy: { 'of the database': copying },
  useSigns: { 'beside signs that have ended': usingSign },
  saveBankCopy: { 'in place of another': savingCopy },
  setMetadata: {
    'a new key': settingMetadata(({ appContext }, key, value) =>
      appContext.engine.run('setMetadata', { key, value }),
    ),
  },
  setMetadataIfAbsent: {
    'a new key': settingMetadata(({ appContext }, key, value) =>
      setMetadataIfAbsent(appContext.engine, key, value),
    ),
  },
} as const satisfies Partial<Record<CommandName, Scenarios>>;
