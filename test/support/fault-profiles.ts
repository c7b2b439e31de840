import type { CommandName } from '../../db/names.ts';
import type { StoredProfile } from '../../src/reconciliation/profile-store.ts';
import type { Scenarios } from './fault-cases.ts';
import { ofOnePerson } from './fault-requests.ts';

const kind = 'statement';

/** A profile that is not stored. */
export const NEW_PROFILE: StoredProfile = { id: 'a-bank', title: 'A bank', json: '{"id":"a-bank"}' };

const adding = ofOnePerson((fixture) => {
  const { db } = fixture.appContext.dependencies;
  return (audit) => db.run('saveBankProfile', { kind, profile: NEW_PROFILE, audit });
});

const changing = ofOnePerson(async (fixture) => {
  const { db } = fixture.appContext.dependencies;
  await db.run('saveBankProfile', { kind, profile: NEW_PROFILE });
  const changed = { ...NEW_PROFILE, title: 'Another bank' };
  return (audit) => db.run('saveBankProfile', { kind, profile: changed, audit });
});

const removing = ofOnePerson(async (fixture) => {
  const { db } = fixture.appContext.dependencies;
  await db.run('saveBankProfile', { kind, profile: NEW_PROFILE });
  return (audit) => db.run('removeBankProfile', { kind, id: NEW_PROFILE.id, audit });
});

export const profileScenarios = {
  saveBankProfile: { 'a new one': adding, 'one that is stored': changing },
  removeBankProfile: { 'one that is stored': removing },
} as const satisfies Partial<Record<CommandName, Scenarios>>;
