import type { AccountAdmin, AccountRecord } from '../src/operations/admin-ports.ts';
import { available } from './available.ts';
import type { Engine } from './dialect.ts';
import { type BankAccountsTable, toFlag } from './tables.ts';

/** Adds and changes the accounts that deposits are paid into. */
export function createAccountAdmin(engine: Engine): AccountAdmin {
  return {
    async list(bankId) {
      let query = engine.reader.selectFrom('bank_accounts').selectAll();
      if (bankId !== undefined) query = query.where('bank_id', '=', bankId);
      const rows = await available(engine, query.orderBy('bank_id').orderBy('id').execute());
      return rows.map(accountFromRow);
    },
    async create(account) {
      const row = {
        id: account.id,
        bank_id: account.bankId,
        account_name: account.accountName,
        iban: account.iban,
        daily_limit_minor: account.dailyLimitMinor,
        active: toFlag(account.active),
        assigned_order: account.assignedOrder,
        used_day: account.usedDay,
        used_minor: account.usedMinor,
        created_at_ms: account.createdAtMs,
      };
      const work = engine.write(async (trx) => {
        // Looked up where nobody can get in between: one IBAN in two accounts would have two daily limits.
        const holder = await trx
          .selectFrom('bank_accounts')
          .selectAll()
          .where('iban', '=', account.iban)
          .executeTakeFirst();
        return holder ?? trx.insertInto('bank_accounts').values(row).returningAll().executeTakeFirstOrThrow();
      });
      return accountFromRow(await available(engine, work));
    },
    async update(id, changes) {
      const work = engine.write((trx) =>
        trx
          .updateTable('bank_accounts')
          .set({
            id,
            daily_limit_minor: changes.dailyLimitMinor,
            active: changes.active === undefined ? undefined : toFlag(changes.active),
          })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst(),
      );
      const row = await available(engine, work);
      return row && accountFromRow(row);
    },
  };
}

/** An account as it is stored. */
export function accountFromRow(row: BankAccountsTable): AccountRecord {
  return {
    id: row.id,
    bankId: row.bank_id,
    accountName: row.account_name,
    iban: row.iban,
    dailyLimitMinor: row.daily_limit_minor,
    active: row.active === 1,
    assignedOrder: row.assigned_order,
    usedDay: row.used_day,
    usedMinor: row.used_minor,
    createdAtMs: row.created_at_ms,
  };
}
