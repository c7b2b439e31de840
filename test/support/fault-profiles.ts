import { expect } from 'vitest';
import type { CommandName } from '../../db/commands.ts';
import type { StoredProfile } from '../../src/reconciliation/profile-store.ts';
import type { Scenarios } from './fault-cases.ts';
import type { Fixture } from './fault-fixtures.ts';
import { finds, ofOnePerson } from './fault-requests.ts';

const kind = 'statement';

/** A profile that is not stored. There can be only so many, and those of earlier cases are not wanted. */
export function newProfile({ database }: Fixture): StoredProfile {
  database.exec('delete from bank_profiles');
  return { id: 'a-bank', title: 'A bank', json: '{"id":"a-bank"}' };
}

const adding = ofOnePerson((fixture) => {
  const profile = newProfile(fixture);
  return {
    send: (audit) => fixture.appContext.dependencies.db.run('saveBankProfile', { kind, profile, audit }),
    isDone: finds(fixture, 'select count(*) from bank_profiles where id = ?', profile.id),
    expectResult: (result) => expect(result).toBe('saved'),
  };
});

const changing = ofOnePerson(async (fixture) => {
  const { db } = fixture.appContext.dependencies;
  const profile = newProfile(fixture);
  await db.run('saveBankProfile', { kind, profile });
  return {
    send: (audit) =>
      db.run('saveBankProfile', { kind, profile: { ...profile, title: 'Another bank' }, audit }),
    isDone: finds(fixture, "select title = 'Another bank' from bank_profiles where id = ?", profile.id),
    expectResult: (result) => expect(result).toBe('saved'),
  };
});

const removing = ofOnePerson(async (fixture) => {
  const { db } = fixture.appContext.dependencies;
  const profile = newProfile(fixture);
  await db.run('saveBankProfile', { kind, profile });
  return {
    send: (audit) => db.run('removeBankProfile', { kind, id: profile.id, audit }),
    isDone: finds(fixture, 'select count(*) = 0 from bank_profiles where id = ?', profile.id),
    expectResult: (result, wasDone) => expect(result).toBe(!wasDone),
  };
});

export const profileScenarios = {
  saveBankProfile: { 'a new one': adding, 'one that is stored': changing },
  removeBankProfile: { 'one that is stored': removing },
} as const satisfies Partial<Record<CommandName, Scenarios>>;
