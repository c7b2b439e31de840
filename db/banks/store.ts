import type { BankDirectory } from '../../src/banks/bank-directory.ts';
import type { Bank } from '../../src/banks/domain/bank.ts';
import type { BankCopyStore } from '../../src/banks/remote/copy-store.ts';
import { type Engine, MAX_CLOCK_DIFFERENCE_MS } from '../engine.ts';
import { listBanks } from './queries.ts';

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

/** Keeps the last good response of a remote directory. */
export function createBankCopyStore(engine: Engine): BankCopyStore {
  return {
    async load(url) {
      const row = await engine.read((db) =>
        db.selectFrom('bank_copies').selectAll().where('url', '=', url).executeTakeFirst(),
      );
      return row && { body: row.body, fetchedAtMs: row.fetched_at_ms };
    },
    save: (url, copy, nowMs) =>
      engine.run('saveBankCopy', { url, ...copy, latestMs: nowMs + MAX_CLOCK_DIFFERENCE_MS }),
  };
}
