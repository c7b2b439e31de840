import { expect } from 'vitest';
import type { CommandName } from '../../db/commands.ts';
import type { Scenarios } from './fault-cases.ts';
import type { Fixture } from './fault-fixtures.ts';
import { newProfile } from './fault-profiles.ts';
import { finds, ofOnePerson, withOneRequest } from './fault-requests.ts';

/** Stores a profile of files for payouts, which no account uses. @returns its id. */
async function stored(fixture: Fixture): Promise<string> {
  const profile = newProfile(fixture);
  fixture.database.exec('delete from payout_accounts');
  await fixture.appContext.dependencies.db.run('saveBankProfile', { kind: 'payout', profile });
  return profile.id;
}

function accountOf({ database }: Fixture): string {
  return String(database.prepare('select id from bank_accounts order by id limit 1').pluck().get());
}

const removing = withOneRequest(async (fixture) => {
  const id = await stored(fixture);
  return {
    send: () => fixture.appContext.dependencies.db.run('removePayoutProfile', { id }),
    isDone: finds(fixture, 'select count(*) = 0 from bank_profiles where id = ?', id),
    expectResult: (result, wasDone) => expect(result).toEqual({ kind: wasDone ? 'missing' : 'removed' }),
  };
});

const removingAudited = ofOnePerson(async (fixture) => {
  const id = await stored(fixture);
  return {
    send: (audit) => fixture.appContext.dependencies.db.run('removePayoutProfile', { id, audit }),
    isDone: finds(fixture, 'select count(*) = 0 from bank_profiles where id = ?', id),
  };
});

const choosing = ofOnePerson(async (fixture) => {
  const profileId = await stored(fixture);
  const accountId = accountOf(fixture);
  const changes = { profileId, bic: 'TCZBTR2A' };
  const input = { accountId, changes, addedProfileId: profileId };
  return {
    send: (audit) => fixture.appContext.dependencies.db.run('updatePayoutAccount', { ...input, audit }),
    isDone: finds(fixture, 'select count(*) from payout_accounts where profile_id = ?', profileId),
  };
});

const changing = ofOnePerson(async (fixture) => {
  const { db } = fixture.appContext.dependencies;
  await stored(fixture);
  const accountId = accountOf(fixture);
  const given = { accountId, addedProfileId: undefined };
  await db.run('updatePayoutAccount', { ...given, changes: { profileId: 'sepa', bic: 'TCZBTR2A' } });
  return {
    send: (audit) => db.run('updatePayoutAccount', { ...given, changes: { bic: null }, audit }),
    isDone: finds(
      fixture,
      "select profile_id = 'sepa' and bic is null from payout_accounts where account_id = ?",
      accountId,
    ),
  };
});

export const payoutProfileScenarios = {
  removePayoutProfile: { 'one that no account uses': removing, 'by an admin': removingAudited },
  updatePayoutAccount: { 'one without a profile': choosing, 'one with a profile': changing },
} as const satisfies Partial<Record<CommandName, Scenarios>>;
