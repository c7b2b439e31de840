import type { CommandName } from '../../db/names.ts';
import type { BlacklistEntry } from '../../src/admin/blacklist-store.ts';
import { type ClientPatch, type ClientRecord, PLAIN_CLIENT } from '../../src/admin/client-directory.ts';
import type { AccountRecord, BankRecord } from '../../src/banks/bank-directory.ts';
import { UNUSED_ACCOUNT } from '../../src/banks/domain/bank.ts';
import { createAccount, createBank, createClient, newIban } from './entities.ts';
import type { Scenario, Scenarios } from './fault-cases.ts';
import type { Fixture } from './fault-fixtures.ts';
import { ofOnePerson } from './fault-requests.ts';

function newRecord({ appContext, clock }: Fixture) {
  return { id: appContext.dependencies.runtime.newId(), createdAtMs: clock.nowMs() };
}

const creatingClient = ofOnePerson((fixture) => {
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
  return (audit) => fixture.appContext.dependencies.clients.create(client, 'a-secret', audit);
});

function updatingClient(changes: ClientPatch): Scenario {
  return ofOnePerson(async ({ appContext }) => {
    const { appKey } = await createClient(appContext);
    return (audit) => appContext.dependencies.clients.update(appKey, changes, audit);
  });
}

/** The logo is a row of its own. */
const BRAND: ClientPatch = {
  brandLogo: { file: `${'0'.repeat(64)}.png`, bytes: Buffer.from('a picture') },
  brandColor: '#1f4fa3',
  returnHosts: ['shop.example.com'],
};

/** A repeat rotates once more: the second secret then has the grace, and the first one is removed. */
const rotating = ofOnePerson(async ({ appContext, clock }) => {
  const { appKey } = await createClient(appContext);
  const rotation = { secret: 'another', nowMs: clock.nowMs(), previousEndsAtMs: clock.nowMs() + 1000 };
  return {
    send: (audit) => appContext.dependencies.clients.rotateSecret(appKey, rotation, audit),
    isRepeatable: true,
  };
});

const everyAmount = { minAmountMinor: 1, maxAmountMinor: 100 };

const creatingBank = ofOnePerson((fixture) => {
  const { db } = fixture.appContext.dependencies;
  const amounts = { deposit: everyAmount, withdrawal: null };
  const bank: BankRecord = { ...newRecord(fixture), name: 'New', active: true, ...amounts };
  return (audit) => db.run('createBank', { bank, audit });
});

const updatingBank = ofOnePerson(async ({ appContext }) => {
  const { id: bankId } = await createBank(appContext, { withAccount: false });
  const changes = { name: 'Renamed', deposit: null, withdrawal: everyAmount };
  return (audit) => appContext.dependencies.db.run('updateBank', { bankId, changes, audit });
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
  return (audit) => fixture.appContext.dependencies.db.run('createAccount', { account, audit });
});

const updatingAccount = ofOnePerson(async ({ appContext }) => {
  const { id: accountId } = await createAccount(appContext, { bankId: 'a-bank' });
  const changes = { dailyLimitMinor: 5, active: false };
  return (audit) => appContext.dependencies.db.run('updateAccount', { accountId, changes, audit });
});

function newEntry(fixture: Fixture): BlacklistEntry {
  return { ...newRecord(fixture), clientId: null, kind: 'userId', value: newIban(), reason: null };
}

const addingEntry = ofOnePerson((fixture) => {
  const entry = newEntry(fixture);
  return (audit) => fixture.appContext.dependencies.db.run('addToBlacklist', { entry, audit });
});

const removingEntry = ofOnePerson(async (fixture) => {
  const { db } = fixture.appContext.dependencies;
  const { id: entryId } = await db.run('addToBlacklist', { entry: newEntry(fixture) });
  return (audit) => db.run('removeFromBlacklist', { entryId, audit });
});

export const directoryScenarios = {
  createClient: { 'with a secret': creatingClient },
  updateClient: {
    'one setting': updatingClient({ requiresTimedSign: true }),
    'the name': updatingClient({ name: 'Renamed' }),
    'the brand': updatingClient(BRAND),
  },
  rotateSecret: { 'with grace': rotating },
  createBank: { 'for deposits': creatingBank },
  updateBank: { 'for withdrawals instead': updatingBank },
  createAccount: { 'with a new IBAN': creatingAccount },
  updateAccount: { 'two settings': updatingAccount },
  addToBlacklist: { 'a new entry': addingEntry },
  removeFromBlacklist: { 'an entry': removingEntry },
} as const satisfies Partial<Record<CommandName, Scenarios>>;
