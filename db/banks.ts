import type { AmountLimits, Bank } from '../src/domain/bank.ts';
import type { BankAdmin, BankCopyStore, BankRecord } from '../src/operations/admin-ports.ts';
import type { BankDirectory } from '../src/operations/ports.ts';
import { available } from './available.ts';
import type { Engine } from './dialect.ts';
import { type BanksTable, toFlag } from './tables.ts';

/** The directory over the local table, cached until a bank changes, in whichever process. */
export function createLocalBankDirectory(engine: Engine): BankDirectory {
  let cached: { readonly generation: number; readonly banks: ReadonlyMap<string, Bank> } | undefined;

  async function banks(): Promise<ReadonlyMap<string, Bank>> {
    const generation = engine.generation();
    if (cached?.generation === generation) return cached.banks;
    const records = await listBanks(engine);
    cached = { generation, banks: new Map(records.map((bank) => [bank.id, bank])) };
    return cached.banks;
  }

  return {
    find: async (bankId) => (await available(engine, banks())).get(bankId),
    list: async () => [...(await available(engine, banks())).values()],
    health: () => ({ source: 'local', fresh: true, usable: true, detail: 'banks come from the local table' }),
  };
}

/** Adds and changes banks of the local table. */
export function createBankAdmin(engine: Engine): BankAdmin {
  return {
    list: () => available(engine, listBanks(engine)),
    async create(bank) {
      const work = engine.write((trx) =>
        trx
          .insertInto('banks')
          .values({
            id: bank.id,
            name: bank.name,
            active: toFlag(bank.active),
            ...limitColumns('deposit', bank.deposit),
            ...limitColumns('withdrawal', bank.withdrawal),
            created_at_ms: bank.createdAtMs,
          })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .returningAll()
          .executeTakeFirst(),
      );
      const row = await available(engine, work);
      engine.noteChange();
      return row && fromRow(row);
    },
    async update(id, changes) {
      const work = engine.write((trx) =>
        trx
          .updateTable('banks')
          .set({
            id,
            name: changes.name,
            active: changes.active === undefined ? undefined : toFlag(changes.active),
            ...(changes.deposit !== undefined && limitColumns('deposit', changes.deposit)),
            ...(changes.withdrawal !== undefined && limitColumns('withdrawal', changes.withdrawal)),
          })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst(),
      );
      const row = await available(engine, work);
      engine.noteChange();
      return row && fromRow(row);
    },
  };
}

/** Keeps the last good answer of a remote directory. */
export function createBankCopyStore(engine: Engine): BankCopyStore {
  return {
    async load(url) {
      const row = await engine.reader
        .selectFrom('bank_copies')
        .selectAll()
        .where('url', '=', url)
        .executeTakeFirst();
      return row && { body: row.body, fetchedAtMs: row.fetched_at_ms };
    },
    async save(url, copy) {
      const row = { url, body: copy.body, fetched_at_ms: copy.fetchedAtMs };
      await engine.write((trx) =>
        trx
          .insertInto('bank_copies')
          .values(row)
          .onConflict((conflict) => conflict.column('url').doUpdateSet(row))
          .execute(),
      );
    },
  };
}

async function listBanks(engine: Engine): Promise<BankRecord[]> {
  const rows = await engine.reader.selectFrom('banks').selectAll().orderBy('name').orderBy('id').execute();
  return rows.map(fromRow);
}

function fromRow(row: BanksTable): BankRecord {
  return {
    id: row.id,
    name: row.name,
    active: row.active === 1,
    deposit: toLimits(row.deposit_min_minor, row.deposit_max_minor),
    withdrawal: toLimits(row.withdrawal_min_minor, row.withdrawal_max_minor),
    createdAtMs: row.created_at_ms,
  };
}

function toLimits(minAmountMinor: number | null, maxAmountMinor: number | null): AmountLimits | null {
  return minAmountMinor === null || maxAmountMinor === null ? null : { minAmountMinor, maxAmountMinor };
}

function limitColumns<T extends 'deposit' | 'withdrawal'>(type: T, limits: AmountLimits | null) {
  const columns = {
    [`${type}_min_minor`]: limits?.minAmountMinor ?? null,
    [`${type}_max_minor`]: limits?.maxAmountMinor ?? null,
  };
  return columns as Record<`${T}_min_minor` | `${T}_max_minor`, number | null>;
}
