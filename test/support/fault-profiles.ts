import { expect } from 'vitest';
import type { CommandName } from '../../db/commands.ts';
import type { StoredProfile } from '../../src/reconciliation/profile-store.ts';
import type { Scenarios } from './fault-cases.ts';
import type { Fixture } from './fault-fixtures.ts';
import { finds, withOneRequest } from './fault-requests.ts';

const kind = 'statement';

/** A profile that is not stored. There can be only so many, and those of earlier cases are not wanted. */
export function newProfile({ database }: Fixture): StoredProfile {
  database.exec('delete from bank_profiles');
  return { id: 'a-bank', title: 'A bank', json: '{"id":"a-bank"}' };
}

const adding = withOneRequest((fixture) => {
  const profile = newProfile(fixture);
  return {
    send: () => fixture.appContext.dependencies.db.run('saveBankProfile', { kind, profile }),
    isDone: finds(fixture, 'select count(*) from bank_profiles where id = ?', profile.id),
    expectResult: (result) => expect(result).toBe('saved'),
  };
});

const changing = withOneRequest(async (fixture) => {
  const { db } = fixture.appContext.dependencies;
  const profile = newProfile(fixture);
  await db.run('saveBankProfile', { kind, profile });
  return {
    send: () => db.run('saveBankProfile', { kind, profile: { ...profile, title: 'Another bank' } }),
    isDone: finds(fixture, "select title = 'Another bank' from bank_profiles where id = ?", profile.id),
    expectResult: (result) => expect(result).toBe('saved'),
  };
});

const removing = withOneRequest(async (fixture) => {
  const { db } = fixture.appContext.dependencies;
  const profile = newProfile(fixture);
  await db.run('saveBankProfile', { kind, profile });
  return {
    send: () => db.run('removeBankProfile', { kind, id: profile.id }),
    isDone: finds(fixture, 'select count(*) = 0 from bank_profiles where id = ?', profile.id),
    expectResult: (result, wasDone) => expect(result).toBe(!wasDone),
  };
});

export const profileScenarios = {
  saveBankProfile: { 'a new one': adding, 'one that is stored': changing },
  removeBankProfile: { 'one that is stored': removing },
} as const satisfies Partial<Record<CommandName, Scenarios>>;
