import type { AccountAdmin } from '../../src/operations/admin/directory.ts';
import type { Engine } from '../engine.ts';
import { accountFromRow } from '../rows/accounts.ts';

/** Adds and changes the accounts that deposits are paid into. */
export function createAccountAdmin(engine: Engine): AccountAdmin {
  return {
    async list(bankId) {
      const rows = await engine.read((db) => {
        const all = db.selectFrom('bank_accounts').selectAll().orderBy('bank_id').orderBy('id');
        return (bankId === undefined ? all : all.where('bank_id', '=', bankId)).execute();
      });
      return rows.map(accountFromRow);
    },
    create: (account) => engine.run('createAccount', { account }),
    update: (accountId, changes) => engine.run('updateAccount', { accountId, changes }),
  };
}
