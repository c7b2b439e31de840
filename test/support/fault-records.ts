import { expect } from 'vitest';
import { createBankCopyStore } from '../../db/banks/store.ts';
import type { CommandName } from '../../db/commands.ts';
import { setMetadataIfAbsent } from '../../db/maintenance/metadata/metadata.ts';
import { newIban } from './entities.ts';
import type { Scenario, Scenarios } from './fault-cases.ts';
import { storePlanned } from './fault-desk.ts';
import type { Fixture } from './fault-fixtures.ts';
import { finds, ofOnePerson, withOneRequest } from './fault-requests.ts';

const savingCopy = withOneRequest(async (fixture) => {
  const copies = createBankCopyStore(fixture.appContext.engine);
  const url = `http://banks.example.com/${newIban()}`;
  await copies.save(url, { body: 'old', fetchedAtMs: 1 }, 1);
  return {
    send: () => copies.save(url, { body: 'new', fetchedAtMs: 2 }, 2),
    isDone: finds(fixture, "select body = 'new' and fetched_at_ms = 2 from bank_copies where url = ?", url),
    expectResult: () => {},
  };
});

function settingMetadata(set: (fixture: Fixture, key: string, value: string) => Promise<unknown>): Scenario {
  return withOneRequest((fixture) => {
    const key = newIban();
    return {
      send: () => set(fixture, key, 'a value'),
      isDone: finds(fixture, "select count(*) from metadata where value = 'a value' and key = ?", key),
      expectResult: (result) => expect([undefined, 'a value']).toContain(result),
    };
  });
}

const usingSign = withOneRequest((fixture) => {
  const { appContext, clock, database } = fixture;
  const { clients } = appContext.dependencies;
  const nowMs = clock.nowMs();
  // Signs that have ended: the command removes them.
  const insert = database.prepare('insert into used_signs values (?, ?)');
  for (const digest of ['first', 'second']) insert.run(`${digest} ${newIban()}`, nowMs - 1);
  const left = database.prepare('select count(*) from used_signs where ends_at_ms < ?').pluck();
  const sign = { digest: newIban(), endsAtMs: nowMs + 600_000 };
  const isStored = finds(fixture, 'select count(*) from used_signs where digest = ?', sign.digest);
  return {
    send: () => clients.useSign(sign),
    isDone() {
      expect(left.get(nowMs)).toBe(isStored() ? 0 : 2);
      return isStored();
    },
    expectResult: (result, wasDone) => expect(result).toBe(!wasDone),
  };
});

const signingIn = ofOnePerson((fixture) => {
  const appKey = `person-${newIban()}`;
  return {
    send: (audit) => fixture.appContext.dependencies.db.run('recordSignIn', { appKey, audit }),
    isDone: finds(fixture, 'select count(*) > 0 from audit where target_id = ?', appKey),
    isRepeatable: true,
  };
});

const copying = ofOnePerson((fixture) => {
  const file = `/backups/${newIban()}.db`;
  const contents = { transactions: 1, newestAtMs: 0 };
  return {
    send: (audit) => fixture.appContext.engine.run('recordCopy', { audit, kind: 'backup', file, contents }),
    isDone: finds(fixture, "select count(*) > 0 from audit where after_json like '%' || ? || '%'", file),
    isRepeatable: true,
  };
});

const moving = ofOnePerson((fixture) => {
  const mark = JSON.stringify({ side: 'target', id: newIban(), startedAtMs: 1, finishedAtMs: 2 });
  return {
    send: (audit) => fixture.appContext.engine.run('recordMove', { audit, mark, values: { to: mark } }),
    isDone: finds(fixture, "select count(*) > 0 from metadata where key = 'move' and value = ?", mark),
    isRepeatable: true,
  };
});

let restores = 0;
const goingOn = ofOnePerson(async (fixture) => {
  restores += 1;
  const nowMs = fixture.clock.nowMs() + restores;
  await storePlanned(fixture, 1);
  const plans = fixture.database.prepare('select count(*) from planned_transitions').pluck();
  const isMarked = finds(
    fixture,
    "select count(*) > 0 from metadata where key = 'payouts_held_before_ms' and value = ?",
    String(nowMs),
  );
  return {
    send: (audit) => fixture.appContext.engine.run('afterRestore', { audit, nowMs }),
    isDone() {
      expect(plans.get()).toBe(isMarked() ? 0 : 1);
      return isMarked();
    },
    isRepeatable: true,
  };
});

const resuming = ofOnePerson(async (fixture) => {
  await fixture.appContext.engine.run('afterRestore', { nowMs: fixture.clock.nowMs() });
  return {
    send: (audit) => fixture.appContext.engine.run('resumePayouts', { audit }),
    isDone: finds(fixture, "select count(*) = 0 from metadata where key = 'payouts_held_before_ms'"),
  };
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
