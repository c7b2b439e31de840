import type { CommandName } from '../../db/commands.ts';
import type { StoredProfile } from '../../src/reconciliation/profile-store.ts';
import type { Scenarios } from './fault-cases.ts';
import type { Fixture } from './fault-fixtures.ts';
import { ofOnePerson } from './fault-requests.ts';

const kind = 'statement';

/** A profile that is not stored. There can be only so many, and those of earlier cases are not wanted. */
export function newProfile({ database }: Fixture): StoredProfile {
  database.exec('delete from bank_profiles');
  return { id: 'a-bank', title: 'A bank', json: '{"id":"a-bank"}' };
}

const adding = ofOnePerson((fixture) => {
  const { db } = fixture.appContext.dependencies;
  const profile = newProfile(fixture);
  return (audit) => db.run('saveBankProfile', { kind, profile, audit });
});

const changing = ofOnePerson(async (fixture) => {
  const { db } = fixture.appContext.dependencies;
  const profile = newProfile(fixture);
  await db.run('saveBankProfile', { kind, profile });
  const changed = { ...profile, title: 'Another bank' };
  return (audit) => db.run('saveBankProfile', { kind, profile: changed, audit });
});

const removing = ofOnePerson(async (fixture) => {
  const { db } = fixture.appContext.dependencies;
  const profile = newProfile(fixture);
  await db.run('saveBankProfile', { kind, profile });
  return (audit) => db.run('removeBankProfile', { kind, id: profile.id, audit });
});

export const profileScenarios = {
  saveBankProfile: { 'a new one': adding, 'one that is stored': changing },
  removeBankProfile: { 'one that is stored': removing },
} as const satisfies Partial<Record<CommandName, Scenarios>>;
