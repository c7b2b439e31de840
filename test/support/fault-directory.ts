import { expect } from 'vitest';
import type { CommandName } from '../../db/commands/index.ts';
import { setMetadataIfAbsent } from '../../db/metadata.ts';
import { createBankCopyStore } from '../../db/stores/banks.ts';
import { UNUSED_ACCOUNT } from '../../src/domain/bank.ts';
import {
  type AccountRecord,
  type BankRecord,
  type BlacklistEntry,
  type ClientRecord,
  PLAIN_PAGE,
} from '../../src/operations/admin/directory.ts';
import { createAccount, createBank, createClient, newIban } from './entities.ts';
import type { Scenario, Scenarios, TestRequest } from './fault-cases.ts';
import type { Fixture } from './fault-fixtures.ts';

/** A scenario with one request. */
export function withOneRequest(prepare: (fixture: Fixture) => TestRequest | Promise<TestRequest>): Scenario {
  return { prepare: async (fixture) => [await prepare(fixture)] };
}

/** Returns a function that runs a query and checks whether its value is 1. */
export function finds({ database }: Fixture, sql: string, ...values: readonly unknown[]): () => boolean {
  const found = database
    .prepare(sql)
    .pluck()
    .bind(...values);
  return () => found.get() === 1;
}

function newRecord({ appContext, clock }: Fixture) {
  return { id: appContext.dependencies.runtime.newId(), createdAtMs: clock.nowMs() };
}

const creatingClient = withOneRequest((fixture) => {
  const { appContext, database } = fixture;
  const client: ClientRecord = {
    ...newRecord(fixture),
    ...{ appKey: `app-${newIban()}`, name: 'New', role: 'merchant', callbackUrl: null },
    ...{ ipAllowlist: [], requiresTimedSign: false, disabledAtMs: null, ...PLAIN_PAGE },
  };
  const secrets = database.prepare('select count(*) from client_secrets where client_id = ?').pluck();
  const isStored = finds(fixture, 'select count(*) from clients where id = ?', client.id);
  return {
    send: () => appContext.dependencies.clients.create(client, 'a-secret'),
    isDone() {
      expect(secrets.get(client.id)).toBe(isStored() ? 1 : 0);
      return isStored();
    },
    expectResult: (result, wasDone) => expect(result).toEqual(wasDone ? undefined : client),
  };
});

const updatingClient = withOneRequest(async (fixture) => {
  const { appKey } = await createClient(fixture.appContext);
  return {
    send: () => fixture.appContext.dependencies.clients.update(appKey, { requiresTimedSign: true }),
    isDone: finds(fixture, 'select requires_timed_sign from clients where app_key = ?', appKey),
    expectResult: (result) => expect(result).toMatchObject({ appKey, requiresTimedSign: true }),
  };
});

const renamingClient = withOneRequest(async (fixture) => {
  const { appKey } = await createClient(fixture.appContext);
  return {
    send: () => fixture.appContext.dependencies.clients.update(appKey, { name: 'Renamed' }),
    isDone: finds(fixture, "select name = 'Renamed' from clients where app_key = ?", appKey),
    expectResult: (result) => expect(result).toMatchObject({ appKey, name: 'Renamed' }),
  };
});

/** A repeat rotates once more: the second secret then has the grace, and the first one is removed. */
const rotating = withOneRequest(async (fixture) => {
  const { appContext, clock, database } = fixture;
  const { id, appKey } = await createClient(appContext);
  const sql = 'select count(expires_at_ms) ended, count(*) known from client_secrets where client_id = ?';
  const secrets = database.prepare(sql);
  const rotation = { secret: 'another', nowMs: clock.nowMs(), previousEndsAtMs: clock.nowMs() + 1000 };
  return {
    send: () => appContext.dependencies.clients.rotateSecret(appKey, rotation),
    isDone() {
      const state = secrets.get(id);
      expect([
        { ended: 0, known: 1 },
        { ended: 1, known: 2 },
      ]).toContainEqual(state);
      return (state as { known: number }).known === 2;
    },
    expectResult: (result) => expect(result).toMatchObject({ appKey }),
  };
});

const everyAmount = { minAmountMinor: 1, maxAmountMinor: 100 };

const creatingBank = withOneRequest((fixture) => {
  const { appContext } = fixture;
  const bank: BankRecord = {
    ...newRecord(fixture),
    ...{ name: 'New', active: true, deposit: everyAmount, withdrawal: null },
  };
  return {
    send: () => appContext.dependencies.bankAdmin!.create(bank),
    isDone: finds(fixture, 'select count(*) from banks where id = ?', bank.id),
    expectResult: (result, wasDone) => expect(result).toEqual(wasDone ? undefined : bank),
  };
});

const updatingBank = withOneRequest(async (fixture) => {
  const { id } = await createBank(fixture.appContext, { withAccount: false });
  const changes = { name: 'Renamed', deposit: null, withdrawal: everyAmount };
  return {
    send: () => fixture.appContext.dependencies.bankAdmin!.update(id, changes),
    isDone: finds(fixture, "select name = 'Renamed' from banks where id = ?", id),
    expectResult: (result) => expect(result).toMatchObject({ id, ...changes }),
  };
});

const savingCopy = withOneRequest(async (fixture) => {
  const copies = createBankCopyStore(fixture.appContext.engine);
  const url = `http://banks.example.com/${newIban()}`;
  await copies.save(url, { body: 'old', fetchedAtMs: 1 });
  return {
    send: () => copies.save(url, { body: 'new', fetchedAtMs: 2 }),
    isDone: finds(fixture, "select body = 'new' and fetched_at_ms = 2 from bank_copies where url = ?", url),
    expectResult: () => {},
  };
});

const creatingAccount = withOneRequest((fixture) => {
  const account: AccountRecord = {
    ...newRecord(fixture),
    ...{ bankId: 'a-bank', accountName: 'New', iban: newIban(), dailyLimitMinor: null, active: true },
    ...UNUSED_ACCOUNT,
  };
  return {
    send: () => fixture.appContext.dependencies.accounts.create(account),
    isDone: finds(fixture, 'select count(*) from bank_accounts where iban = ?', account.iban),
    expectResult: (result) => expect(result).toEqual(account),
  };
});

const updatingAccount = withOneRequest(async (fixture) => {
  const { id } = await createAccount(fixture.appContext, { bankId: 'a-bank' });
  const changes = { dailyLimitMinor: 5, active: false };
  return {
    send: () => fixture.appContext.dependencies.accounts.update(id, changes),
    isDone: finds(fixture, 'select daily_limit_minor = 5 and not active from bank_accounts where id = ?', id),
    expectResult: (result) => expect(result).toMatchObject({ id, ...changes }),
  };
});

function newEntry(fixture: Fixture): BlacklistEntry {
  return { ...newRecord(fixture), clientId: null, kind: 'userId', value: newIban(), reason: null };
}

const addingEntry = withOneRequest((fixture) => {
  const entry = newEntry(fixture);
  return {
    send: () => fixture.appContext.dependencies.blacklist.add(entry),
    isDone: finds(fixture, 'select count(*) from blacklist where value = ?', entry.value),
    expectResult: (result) => expect(result).toEqual(entry),
  };
});

const removingEntry = withOneRequest(async (fixture) => {
  const { blacklist } = fixture.appContext.dependencies;
  const { id } = await blacklist.add(newEntry(fixture));
  return {
    send: () => blacklist.remove(id),
    isDone: finds(fixture, 'select count(*) = 0 from blacklist where id = ?', id),
    expectResult: (result, wasDone) => expect(result).toBe(!wasDone),
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
    send: () => clients.useSign(sign, nowMs),
    isDone() {
      expect(left.get(nowMs)).toBe(isStored() ? 0 : 2);
      return isStored();
    },
    expectResult: (result, wasDone) => expect(result).toBe(!wasDone),
  };
});

export const directoryScenarios = {
  createClient: { 'with a secret': creatingClient },
  updateClient: { 'one setting': updatingClient, 'the name': renamingClient },
  rotateSecret: { 'with grace': rotating },
  useSign: { 'beside signs that have ended': usingSign },
  createBank: { 'for deposits': creatingBank },
  updateBank: { 'for withdrawals instead': updatingBank },
  saveBankCopy: { 'in place of another': savingCopy },
  createAccount: { 'with a new IBAN': creatingAccount },
  updateAccount: { 'two settings': updatingAccount },
  addToBlacklist: { 'a new entry': addingEntry },
  removeFromBlacklist: { 'an entry': removingEntry },
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
