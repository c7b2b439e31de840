import { sql } from 'kysely';
import { assignAccount, type BankAccount, chooseAccount } from '../src/domain/bank.ts';
import type { TransactionDraft } from '../src/domain/transaction.ts';
import { accountFromRow } from './accounts.ts';
import type { DatabaseTransaction } from './dialect.ts';
import { padToPowerOfTwo, prepareQuery } from './prepared.ts';

const selectAccounts = prepareQuery((trx, size) =>
  trx
    .selectFrom('bank_accounts')
    .selectAll()
    .where('bank_id', 'in', new Array<string>(size).fill(''))
    .where('active', '=', sql.lit(1))
    .orderBy('id'),
);

const updateUse = prepareQuery((trx) =>
  trx
    .updateTable('bank_accounts')
    .set({ assigned_order: 0, used_day: 0, used_minor: 0 })
    .where('id', '=', ''),
);

/** The active accounts of the banks that the deposits among the drafts name. */
export async function findAccounts(
  trx: DatabaseTransaction,
  drafts: readonly TransactionDraft[],
): Promise<BankAccount[]> {
  const banks = new Set<string>();
  for (const draft of drafts) if (draft.type === 'deposit') banks.add(draft.bankId);
  const ids = padToPowerOfTwo([...banks]);
  if (ids.length === 0) return [];
  const { rows } = await selectAccounts.run(trx, ids.length, ids);
  return rows.map(accountFromRow);
}

/** The accounts while deposits are assigned to them inside one transaction, each counting what was before it. */
export class AccountBook {
  readonly #today: number;
  readonly #byBank = new Map<string, BankAccount[]>();
  readonly #assigned = new Map<string, BankAccount>();

  constructor(accounts: readonly BankAccount[], today: number) {
    this.#today = today;
    for (const account of accounts) {
      const ofBank = this.#byBank.get(account.bankId);
      if (ofBank) ofBank.push(account);
      else this.#byBank.set(account.bankId, [account]);
    }
  }

  /** Assigns the account whose turn it is among those with room; undefined when there is none. */
  assign(bankId: string, amountMinor: number): BankAccount | undefined {
    const accounts = this.#byBank.get(bankId) ?? [];
    const chosen = chooseAccount(accounts, amountMinor, this.#today);
    if (!chosen) return undefined;
    const order = 1 + Math.max(...accounts.map((account) => account.assignedOrder));
    const assigned = assignAccount(chosen, { amountMinor, today: this.#today, order });
    accounts[accounts.indexOf(chosen)] = assigned;
    this.#assigned.set(assigned.id, assigned);
    return assigned;
  }

  /** Writes what was assigned. */
  async save(trx: DatabaseTransaction): Promise<void> {
    const updates = Array.from(this.#assigned.values(), ({ id, assignedOrder, usedDay, usedMinor }) =>
      updateUse.run(trx, 1, [assignedOrder, usedDay, usedMinor, id]),
    );
    await Promise.all(updates);
  }
}
