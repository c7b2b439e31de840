import type { AccountStore, BankAdmin, BankDirectory, BankRecord } from '../../src/banks/bank-directory.ts';
import type { Bank } from '../../src/banks/domain/bank.ts';
import type { BankCopyStore } from '../../src/banks/remote/copy-store.ts';
import type { Engine } from '../engine.ts';
import type { Database } from '../tables.ts';
import { accountFromRow } from './rows/accounts.ts';
import { bankFromRow } from './rows/banks.ts';

/** The directory over the local table. It is cached until any process changes a bank. */
export function createLocalBankDirectory(engine: Engine): BankDirectory {
  let cached: { readonly version: number; readonly banks: ReadonlyMap<string, Bank> } | undefined;

  async function banks(): Promise<ReadonlyMap<string, Bank>> {
    const version = engine.directoryVersion();
    if (cached?.version === version) return cached.banks;
    const records = await engine.read(listBanks);
    cached = { version, banks: new Map(records.map((bank) => [bank.id, bank])) };
    return cached.banks;
  }

  return {
    find: async (bankId) => (await banks()).get(bankId) ?? 'missing',
    list: async () => [...(await banks()).values()],
    health: () => ({ source: 'local', fresh: true, usable: true, detail: 'banks come from the local table' }),
  };
}

/** Reads and changes the banks of the local table. */
export function createBankAdmin(engine: Engine): BankAdmin {
  return {
    list: () => engine.read(listBanks),
    async create(bank, audit) {
      const created = await engine.run('createBank', { bank, audit });
      engine.directoryChanged();
      return created;
    },
    async update(bankId, changes, audit) {
      const updated = await engine.run('updateBank', { bankId, changes, audit });
      engine.directoryChanged();
      return updated;
    },
  };
}

/** Keeps the last good response of a remote directory. */
export function createBankCopyStore(engine: Engine): BankCopyStore {
  return {
    async load(url) {
      const row = await engine.read((db) =>
        db.selectFrom('bank_copies').selectAll().where('url', '=', url).executeTakeFirst(),
      );
      return row && { body: row.body, fetchedAtMs: row.fetched_at_ms };
    },
    save: (url, copy) => engine.run('saveBankCopy', { url, ...copy }),
  };
}

/** Reads and changes the accounts that deposits are paid into. */
export function createAccountStore(engine: Engine): AccountStore {
  return {
    async list() {
      const rows = await engine.read((db) =>
        db.selectFrom('bank_accounts').selectAll().orderBy('bank_id').orderBy('id').execute(),
      );
      return rows.map(accountFromRow);
    },
    listPage: (page) => engine.query('listAccounts', page),
    create: (account, audit) => engine.run('createAccount', { account, audit }),
    update: (accountId, changes, audit) => engine.run('updateAccount', { accountId, changes, audit }),
  };
}

async function listBanks(db: Database): Promise<BankRecord[]> {
  const rows = await db.selectFrom('banks').selectAll().orderBy('name').orderBy('id').execute();
  return rows.map(bankFromRow);
}
