import { expect } from 'vitest';
import type { CommandName } from '../../db/commands/index.ts';
import { setMetadataIfAbsent } from '../../db/metadata.ts';
import { createBankCopyStore } from '../../db/stores/banks.ts';
import type {
  AccountRecord,
  BankRecord,
  BlacklistEntry,
  ClientRecord,
} from '../../src/operations/admin/directory.ts';
import { createAccount, createBank, createClient, newIban } from './entities.ts';
import type { Asked, Subject, Subjects } from './fault-cases.ts';
import type { Stage } from './fault-fixtures.ts';

/** A subject with one caller. */
function alone(prepare: (stage: Stage) => Asked | Promise<Asked>): Subject {
  return { prepare: async (stage) => [await prepare(stage)] };
}

/** Whether a query of the database, with these values, finds what is wanted. */
function finds({ database }: Stage, sql: string, ...values: readonly unknown[]): () => boolean {
  const found = database
    .prepare(sql)
    .pluck()
    .bind(...values);
  return () => found.get() === 1;
}

function newRecord({ appContext, clock }: Stage) {
  return { id: appContext.dependencies.runtime.newId(), createdAtMs: clock.nowMs() };
}

const creatingClient = alone((stage) => {
  const { appContext, database } = stage;
  const client: ClientRecord = {
    ...newRecord(stage),
    ...{ appKey: `app-${newIban()}`, name: 'New', role: 'merchant', callbackUrl: null },
    ...{ ipAllowlist: [], requiresTimedSign: false, disabledAtMs: null },
  };
  const secrets = database.prepare('select count(*) from client_secrets where client_id = ?').pluck();
  const isStored = finds(stage, 'select count(*) from clients where id = ?', client.id);
  return {
    ask: () => appContext.dependencies.clientAdmin.create(client, 'a-secret'),
    isDone() {
      expect(secrets.get(client.id)).toBe(isStored() ? 1 : 0);
      return isStored();
    },
    expectTold: (told, wasDone) => expect(told).toEqual(wasDone ? undefined : client),
  };
});

const updatingClient = alone(async (stage) => {
  const { appKey } = await createClient(stage.appContext);
  return {
    ask: () => stage.appContext.dependencies.clientAdmin.update(appKey, { requiresTimedSign: true }),
    isDone: finds(stage, 'select requires_timed_sign from clients where app_key = ?', appKey),
    expectTold: (told) => expect(told).toMatchObject({ appKey, requiresTimedSign: true }),
  };
});

/** A repeat of what was done rotates once more: the secret before it has its grace, and the first one is gone. */
const rotating = alone(async (stage) => {
  const { appContext, clock, database } = stage;
  const { id, appKey } = await createClient(appContext);
  const sql = 'select count(expires_at_ms) ended, count(*) known from client_secrets where client_id = ?';
  const secrets = database.prepare(sql);
  const rotation = { secret: 'another', nowMs: clock.nowMs(), previousEndsAtMs: clock.nowMs() + 1000 };
  return {
    ask: () => appContext.dependencies.clientAdmin.rotateSecret(appKey, rotation),
    isDone() {
      const state = secrets.get(id);
      expect([
        { ended: 0, known: 1 },
        { ended: 1, known: 2 },
      ]).toContainEqual(state);
      return (state as { known: number }).known === 2;
    },
    expectTold: (told) => expect(told).toMatchObject({ appKey }),
  };
});

const everyAmount = { minAmountMinor: 1, maxAmountMinor: 100 };

const creatingBank = alone((stage) => {
  const { appContext } = stage;
  const bank: BankRecord = {
    ...newRecord(stage),
    ...{ name: 'New', active: true, deposit: everyAmount, withdrawal: null },
  };
  return {
    ask: () => appContext.dependencies.bankAdmin.create(bank),
    isDone: finds(stage, 'select count(*) from banks where id = ?', bank.id),
    expectTold: (told, wasDone) => expect(told).toEqual(wasDone ? undefined : bank),
  };
});

const updatingBank = alone(async (stage) => {
  const { id } = await createBank(stage.appContext, { withAccount: false });
  const changes = { name: 'Renamed', deposit: null, withdrawal: everyAmount };
  return {
    ask: () => stage.appContext.dependencies.bankAdmin.update(id, changes),
    isDone: finds(stage, "select name = 'Renamed' from banks where id = ?", id),
    expectTold: (told) => expect(told).toMatchObject({ id, ...changes }),
  };
});

const savingCopy = alone(async (stage) => {
  const copies = createBankCopyStore(stage.appContext.engine);
  const url = `http://banks.example.com/${newIban()}`;
  await copies.save(url, { body: 'old', fetchedAtMs: 1 });
  return {
    ask: () => copies.save(url, { body: 'new', fetchedAtMs: 2 }),
    isDone: finds(stage, "select body = 'new' and fetched_at_ms = 2 from bank_copies where url = ?", url),
    expectTold: () => {},
  };
});

const creatingAccount = alone((stage) => {
  const account: AccountRecord = {
    ...newRecord(stage),
    ...{ bankId: 'a-bank', accountName: 'New', iban: newIban(), dailyLimitMinor: null, active: true },
    ...{ assignedOrder: 0, usedDay: 0, usedMinor: 0 },
  };
  return {
    ask: () => stage.appContext.dependencies.accountAdmin.create(account),
    isDone: finds(stage, 'select count(*) from bank_accounts where iban = ?', account.iban),
    expectTold: (told) => expect(told).toEqual(account),
  };
});

const updatingAccount = alone(async (stage) => {
  const { id } = await createAccount(stage.appContext, { bankId: 'a-bank' });
  const changes = { dailyLimitMinor: 5, active: false };
  return {
    ask: () => stage.appContext.dependencies.accountAdmin.update(id, changes),
    isDone: finds(stage, 'select daily_limit_minor = 5 and not active from bank_accounts where id = ?', id),
    expectTold: (told) => expect(told).toMatchObject({ id, ...changes }),
  };
});

function newEntry(stage: Stage): BlacklistEntry {
  return { ...newRecord(stage), clientId: null, kind: 'userId', value: newIban(), reason: null };
}

const blacklisting = alone((stage) => {
  const entry = newEntry(stage);
  return {
    ask: () => stage.appContext.dependencies.blacklist.add(entry),
    isDone: finds(stage, 'select count(*) from blacklist where value = ?', entry.value),
    expectTold: (told) => expect(told).toEqual(entry),
  };
});

const forgiving = alone(async (stage) => {
  const { blacklist } = stage.appContext.dependencies;
  const { id } = await blacklist.add(newEntry(stage));
  return {
    ask: () => blacklist.remove(id),
    isDone: finds(stage, 'select count(*) = 0 from blacklist where id = ?', id),
    expectTold: (told, wasDone) => expect(told).toBe(!wasDone),
  };
});

function noting(note: (stage: Stage, key: string, value: string) => Promise<unknown>): Subject {
  return alone((stage) => {
    const key = newIban();
    return {
      ask: () => note(stage, key, 'noted'),
      isDone: finds(stage, "select count(*) from metadata where value = 'noted' and key = ?", key),
      expectTold: (told) => expect([undefined, 'noted']).toContain(told),
    };
  });
}

export const directorySubjects = {
  createClient: { 'with a secret': creatingClient },
  updateClient: { 'one setting': updatingClient },
  rotateSecret: { 'with grace': rotating },
  createBank: { 'for deposits': creatingBank },
  updateBank: { 'for withdrawals instead': updatingBank },
  saveBankCopy: { 'in place of another': savingCopy },
  createAccount: { 'with a new IBAN': creatingAccount },
  updateAccount: { 'two settings': updatingAccount },
  addToBlacklist: { 'a new entry': blacklisting },
  removeFromBlacklist: { 'an entry': forgiving },
  setMetadata: {
    'a new key': noting(({ appContext }, key, value) => appContext.engine.run('setMetadata', { key, value })),
  },
  setMetadataIfAbsent: {
    'a new key': noting(({ appContext }, key, value) => setMetadataIfAbsent(appContext.engine, key, value)),
  },
} as const satisfies Partial<Record<CommandName, Subjects>>;
