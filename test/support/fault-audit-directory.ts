import type { CommandName } from '../../db/commands.ts';
import { type ClientRecord, PLAIN_CLIENT } from '../../src/admin/client-directory.ts';
import { UNUSED_ACCOUNT } from '../../src/banks/domain/bank.ts';
import { DEMO_BANK_ID } from '../harness.ts';
import { createAccount, createBank, createClient, newIban } from './entities.ts';
import { ofOnePerson } from './fault-audited.ts';
import type { Scenarios } from './fault-cases.ts';
import type { Fixture } from './fault-fixtures.ts';
import { newProfile } from './fault-profiles.ts';
import { finds } from './fault-requests.ts';

const creatingClient = ofOnePerson((fixture) => {
  const { clients, runtime } = fixture.appContext.dependencies;
  const client: ClientRecord = {
    id: runtime.newId(),
    createdAtMs: 0,
    appKey: `app-${newIban()}`,
    name: 'New',
    role: 'merchant',
    callbackUrl: null,
    ipAllowlist: [],
    requiresTimedSign: false,
    disabledAtMs: null,
    ...PLAIN_CLIENT,
  };
  return {
    send: (audit) => clients.create(client, 'a-secret', audit),
    isChanged: finds(fixture, 'select count(*) from clients where id = ?', client.id),
  };
});

const updatingClient = ofOnePerson(async (fixture) => {
  const { appKey } = await createClient(fixture.appContext);
  return {
    send: (audit) =>
      fixture.appContext.dependencies.clients.update(appKey, { requiresTimedSign: true }, audit),
    isChanged: finds(fixture, 'select requires_timed_sign from clients where app_key = ?', appKey),
  };
});

const rotating = ofOnePerson(async (fixture) => {
  const { id, appKey } = await createClient(fixture.appContext);
  const rotation = { secret: 'another', nowMs: fixture.clock.nowMs(), previousEndsAtMs: 9 };
  return {
    send: (audit) => fixture.appContext.dependencies.clients.rotateSecret(appKey, rotation, audit),
    isChanged: finds(fixture, 'select count(*) = 2 from client_secrets where client_id = ?', id),
    isRepeatable: true,
  };
});

const creatingBank = ofOnePerson(({ appContext, ...fixture }) => {
  const id = appContext.dependencies.runtime.newId();
  const bank = { id, name: 'New', active: true, deposit: null, withdrawal: null, createdAtMs: 0 };
  return {
    send: (audit) => appContext.dependencies.db.run('createBank', { bank: bank, audit }),
    isChanged: finds({ appContext, ...fixture }, 'select count(*) from banks where id = ?', id),
  };
});

const updatingBank = ofOnePerson(async (fixture) => {
  const { id } = await createBank(fixture.appContext, { withAccount: false });
  return {
    send: (audit) =>
      fixture.appContext.dependencies.db.run('updateBank', {
        bankId: id,
        changes: { active: false },
        audit,
      }),
    isChanged: finds(fixture, 'select active = 0 from banks where id = ?', id),
  };
});

const creatingAccount = ofOnePerson((fixture) => {
  const { db, runtime } = fixture.appContext.dependencies;
  const account = {
    id: runtime.newId(),
    bankId: DEMO_BANK_ID,
    accountName: 'New',
    iban: newIban(),
    createdAtMs: 0,
    dailyLimitMinor: null,
    active: true,
    ...UNUSED_ACCOUNT,
  };
  return {
    send: (audit) => db.run('createAccount', { account, audit }),
    isChanged: finds(fixture, 'select count(*) from bank_accounts where id = ?', account.id),
  };
});

const updatingAccount = ofOnePerson(async (fixture) => {
  const { id } = await createAccount(fixture.appContext, { bankId: 'a-bank' });
  return {
    send: (audit) =>
      fixture.appContext.dependencies.db.run('updateAccount', {
        accountId: id,
        changes: { active: false },
        audit,
      }),
    isChanged: finds(fixture, 'select active = 0 from bank_accounts where id = ?', id),
  };
});

function newEntry({ appContext }: Fixture) {
  const id = appContext.dependencies.runtime.newId();
  return { id, clientId: null, kind: 'userId', value: newIban(), reason: null, createdAtMs: 0 } as const;
}

const addingEntry = ofOnePerson((fixture) => {
  const entry = newEntry(fixture);
  return {
    send: (audit) => fixture.appContext.dependencies.db.run('addToBlacklist', { entry, audit }),
    isChanged: finds(fixture, 'select count(*) from blacklist where id = ?', entry.id),
  };
});

const removingEntry = ofOnePerson(async (fixture) => {
  const { db } = fixture.appContext.dependencies;
  const { id } = await db.run('addToBlacklist', { entry: newEntry(fixture) });
  return {
    send: (audit) => db.run('removeFromBlacklist', { entryId: id, audit }),
    isChanged: finds(fixture, 'select count(*) = 0 from blacklist where id = ?', id),
  };
});

const savingTemplate = ofOnePerson((fixture) => {
  const { db, runtime } = fixture.appContext.dependencies;
  fixture.database.exec('delete from reason_templates');
  const template = { id: runtime.newId(), kind: 'reject', text: 'No money came', seenBy: 'payer' } as const;
  return {
    send: (audit) => db.run('saveReasonTemplate', { template, ...{ isNew: true, audit } }),
    isChanged: finds(fixture, 'select count(*) from reason_templates where id = ?', template.id),
  };
});

const removingTemplate = ofOnePerson(async (fixture) => {
  const { db, runtime } = fixture.appContext.dependencies;
  fixture.database.exec('delete from reason_templates');
  const template = { id: runtime.newId(), kind: 'reject', text: 'No money came', seenBy: 'payer' } as const;
  await db.run('saveReasonTemplate', { template, ...{ isNew: true } });
  return {
    send: (audit) => db.run('removeReasonTemplate', { id: template.id, audit }),
    isChanged: finds(fixture, 'select count(*) = 0 from reason_templates where id = ?', template.id),
  };
});

const savingProfile = ofOnePerson((fixture) => {
  const { db } = fixture.appContext.dependencies;
  const profile = newProfile(fixture);
  return {
    send: (audit) => db.run('saveBankProfile', { kind: 'statement', profile, audit }),
    isChanged: finds(fixture, 'select count(*) from bank_profiles where id = ?', profile.id),
  };
});

const removingProfile = ofOnePerson(async (fixture) => {
  const { db } = fixture.appContext.dependencies;
  const profile = newProfile(fixture);
  await db.run('saveBankProfile', { kind: 'statement', profile });
  return {
    send: (audit) => db.run('removeBankProfile', { kind: 'statement', id: profile.id, audit }),
    isChanged: finds(fixture, 'select count(*) = 0 from bank_profiles where id = ?', profile.id),
  };
});

export const administrationScenarios = {
  createClient: { 'by an admin': creatingClient },
  updateClient: { 'by an admin': updatingClient },
  rotateSecret: { 'by an admin': rotating },
  createBank: { 'by an admin': creatingBank },
  updateBank: { 'by an admin': updatingBank },
  createAccount: { 'by an admin': creatingAccount },
  updateAccount: { 'by an admin': updatingAccount },
  addToBlacklist: { 'by an admin': addingEntry },
  removeFromBlacklist: { 'by an admin': removingEntry },
  saveReasonTemplate: { 'by an admin': savingTemplate },
  removeReasonTemplate: { 'by an admin': removingTemplate },
  saveBankProfile: { 'by an admin': savingProfile },
  removeBankProfile: { 'by an admin': removingProfile },
} as const satisfies Partial<Record<CommandName, Scenarios>>;
