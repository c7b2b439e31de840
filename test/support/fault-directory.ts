import { expect } from 'vitest';
import type { CommandName } from '../../db/commands.ts';
import type { BlacklistEntry } from '../../src/admin/blacklist-store.ts';
import { type ClientRecord, PLAIN_CLIENT } from '../../src/admin/client-directory.ts';
import type { AccountRecord, BankRecord } from '../../src/banks/bank-directory.ts';
import { UNUSED_ACCOUNT } from '../../src/banks/domain/bank.ts';
import { createAccount, createBank, createClient, newIban } from './entities.ts';
import type { Scenarios } from './fault-cases.ts';
import type { Fixture } from './fault-fixtures.ts';
import { finds, ofOnePerson } from './fault-requests.ts';

function newRecord({ appContext, clock }: Fixture) {
  return { id: appContext.dependencies.runtime.newId(), createdAtMs: clock.nowMs() };
}

const creatingClient = ofOnePerson((fixture) => {
  const { appContext, database } = fixture;
  const client: ClientRecord = {
    ...newRecord(fixture),
    appKey: `app-${newIban()}`,
    name: 'New',
    role: 'merchant',
    callbackUrl: null,
    ipAllowlist: [],
    requiresTimedSign: false,
    disabledAtMs: null,
    ...PLAIN_CLIENT,
  };
  const secrets = database.prepare('select count(*) from client_secrets where client_id = ?').pluck();
  const isStored = finds(fixture, 'select count(*) from clients where id = ?', client.id);
  return {
    send: (audit) => appContext.dependencies.clients.create(client, 'a-secret', audit),
    isDone() {
      expect(secrets.get(client.id)).toBe(isStored() ? 1 : 0);
      return isStored();
    },
    expectResult: (result, wasDone) => expect(result).toEqual(wasDone ? undefined : client),
  };
});

const updatingClient = ofOnePerson(async (fixture) => {
  const { appKey } = await createClient(fixture.appContext);
  return {
    send: (audit) =>
      fixture.appContext.dependencies.clients.update(appKey, { requiresTimedSign: true }, audit),
    isDone: finds(fixture, 'select requires_timed_sign from clients where app_key = ?', appKey),
    expectResult: (result) => expect(result).toMatchObject({ appKey, requiresTimedSign: true }),
  };
});

const renamingClient = ofOnePerson(async (fixture) => {
  const { appKey } = await createClient(fixture.appContext);
  return {
    send: (audit) => fixture.appContext.dependencies.clients.update(appKey, { name: 'Renamed' }, audit),
    isDone: finds(fixture, "select name = 'Renamed' from clients where app_key = ?", appKey),
    expectResult: (result) => expect(result).toMatchObject({ appKey, name: 'Renamed' }),
  };
});

/** The logo is a row of its own. */
const brandingClient = ofOnePerson(async (fixture) => {
  const { id, appKey } = await createClient(fixture.appContext);
  const { clients } = fixture.appContext.dependencies;
  const brandLogo = { file: `${'0'.repeat(64)}.png`, bytes: Buffer.from('a picture') };
  const sql =
    'select count(*) from clients c join client_logos l on l.client_id = c.id and l.file = c.brand_logo where c.id = ?';
  return {
    send: (audit) =>
      clients.update(appKey, { brandLogo, brandColor: '#1f4fa3', returnHosts: ['shop.example.com'] }, audit),
    isDone: finds(fixture, sql, id),
    expectResult: (result) => expect(result).toMatchObject({ appKey, brandLogo: brandLogo.file }),
  };
});

/** A repeat rotates once more: the second secret then has the grace, and the first one is removed. */
const rotating = ofOnePerson(async (fixture) => {
  const { appContext, clock, database } = fixture;
  const { id, appKey } = await createClient(appContext);
  const sql = 'select count(expires_at_ms) ended, count(*) known from client_secrets where client_id = ?';
  const secrets = database.prepare(sql);
  const rotation = { secret: 'another', nowMs: clock.nowMs(), previousEndsAtMs: clock.nowMs() + 1000 };
  return {
    send: (audit) => appContext.dependencies.clients.rotateSecret(appKey, rotation, audit),
    isDone() {
      const state = secrets.get(id);
      expect([
        { ended: 0, known: 1 },
        { ended: 1, known: 2 },
      ]).toContainEqual(state);
      return (state as { known: number }).known === 2;
    },
    expectResult: (result) => expect(result).toMatchObject({ appKey }),
    isRepeatable: true,
  };
});

const everyAmount = { minAmountMinor: 1, maxAmountMinor: 100 };

const creatingBank = ofOnePerson((fixture) => {
  const { appContext } = fixture;
  const bank: BankRecord = {
    ...newRecord(fixture),
    name: 'New',
    active: true,
    deposit: everyAmount,
    withdrawal: null,
  };
  return {
    send: (audit) => appContext.dependencies.db.run('createBank', { bank, audit }),
    isDone: finds(fixture, 'select count(*) from banks where id = ?', bank.id),
    expectResult: (result, wasDone) => expect(result).toEqual(wasDone ? undefined : bank),
  };
});

const updatingBank = ofOnePerson(async (fixture) => {
  const { id } = await createBank(fixture.appContext, { withAccount: false });
  const changes = { name: 'Renamed', deposit: null, withdrawal: everyAmount };
  return {
    send: (audit) => fixture.appContext.dependencies.db.run('updateBank', { bankId: id, changes, audit }),
    isDone: finds(fixture, "select name = 'Renamed' from banks where id = ?", id),
    expectResult: (result) => expect(result).toMatchObject({ id, ...changes }),
  };
});

const creatingAccount = ofOnePerson((fixture) => {
  const account: AccountRecord = {
    ...newRecord(fixture),
    bankId: 'a-bank',
    accountName: 'New',
    iban: newIban(),
    dailyLimitMinor: null,
    active: true,
    ...UNUSED_ACCOUNT,
  };
  return {
    send: (audit) => fixture.appContext.dependencies.db.run('createAccount', { account, audit }),
    isDone: finds(fixture, 'select count(*) from bank_accounts where iban = ?', account.iban),
    expectResult: (result) => expect(result).toEqual(account),
  };
});

const updatingAccount = ofOnePerson(async (fixture) => {
  const { id } = await createAccount(fixture.appContext, { bankId: 'a-bank' });
  const changes = { dailyLimitMinor: 5, active: false };
  return {
    send: (audit) =>
      fixture.appContext.dependencies.db.run('updateAccount', { accountId: id, changes, audit }),
    isDone: finds(fixture, 'select daily_limit_minor = 5 and active = 0 from bank_accounts where id = ?', id),
    expectResult: (result) => expect(result).toMatchObject({ id, ...changes }),
  };
});

function newEntry(fixture: Fixture): BlacklistEntry {
  return { ...newRecord(fixture), clientId: null, kind: 'userId', value: newIban(), reason: null };
}

const addingEntry = ofOnePerson((fixture) => {
  const entry = newEntry(fixture);
  return {
    send: (audit) => fixture.appContext.dependencies.db.run('addToBlacklist', { entry, audit }),
    isDone: finds(fixture, 'select count(*) from blacklist where value = ?', entry.value),
    expectResult: (result) => expect(result).toEqual(entry),
  };
});

const removingEntry = ofOnePerson(async (fixture) => {
  const { db } = fixture.appContext.dependencies;
  const entry = await db.run('addToBlacklist', { entry: newEntry(fixture) });
  return {
    send: (audit) => db.run('removeFromBlacklist', { entryId: entry.id, audit }),
    isDone: finds(fixture, 'select count(*) = 0 from blacklist where id = ?', entry.id),
    expectResult: (result, wasDone) => expect(result).toEqual(wasDone ? undefined : entry),
  };
});

export const directoryScenarios = {
  createClient: { 'with a secret': creatingClient },
  updateClient: { 'one setting': updatingClient, 'the name': renamingClient, 'the brand': brandingClient },
  rotateSecret: { 'with grace': rotating },
  createBank: { 'for deposits': creatingBank },
  updateBank: { 'for withdrawals instead': updatingBank },
  createAccount: { 'with a new IBAN': creatingAccount },
  updateAccount: { 'two settings': updatingAccount },
  addToBlacklist: { 'a new entry': addingEntry },
  removeFromBlacklist: { 'an entry': removingEntry },
} as const satisfies Partial<Record<CommandName, Scenarios>>;
