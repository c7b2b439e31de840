import { sql } from 'kysely';
import { assignAccount, type BankAccount, chooseAccount } from '../src/domain/bank.ts';
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

/**
 * The accounts of some banks while deposits are assigned to them inside one transaction. What was chosen is
 * tentative until the deposit is known to be stored; only then does it count.
 */
export class AccountBook {
  readonly #today: number;
  readonly #touched = new Set<string>();
  #confirmed: Map<string, BankAccount[]>;
  #tentative: Map<string, BankAccount[]>;

  private constructor(accounts: readonly BankAccount[], today: number) {
    this.#today = today;
    this.#confirmed = new Map();
    for (const account of accounts)
      this.#confirmed.set(account.bankId, [...(this.#confirmed.get(account.bankId) ?? []), account]);
    this.#tentative = new Map(this.#confirmed);
  }

  static async open(
    trx: DatabaseTransaction,
    bankIds: Iterable<string>,
    today: number,
  ): Promise<AccountBook> {
    const ids = padToPowerOfTwo([...new Set(bankIds)]);
    if (ids.length === 0) return new AccountBook([], today);
    const { rows } = await selectAccounts.run(trx, ids.length, ids);
    return new AccountBook(rows.map(accountFromRow), today);
  }

  /** Chooses an account with room, counting what was chosen before; undefined when there is none. */
  choose(bankId: string, amountMinor: number): BankAccount | undefined {
    const account = chooseAccount(this.#tentative.get(bankId) ?? [], amountMinor, this.#today);
    if (account) this.#assign(this.#tentative, account.id, bankId, amountMinor);
    return account;
  }

  /** Makes a choice count: its deposit is stored. */
  confirm(deposit: { bankAccountId: string; bankId: string; amountMinor: number }): void {
    this.#assign(this.#confirmed, deposit.bankAccountId, deposit.bankId, deposit.amountMinor);
    this.#touched.add(deposit.bankAccountId);
  }

  /** Forgets the choices that were not confirmed. */
  settle(): void {
    this.#tentative = new Map(this.#confirmed);
  }

  /** Writes what the confirmed deposits used. */
  async save(trx: DatabaseTransaction): Promise<void> {
    for (const account of [...this.#confirmed.values()].flat()) {
      if (!this.#touched.has(account.id)) continue;
      await updateUse.run(trx, 1, [account.assignedOrder, account.usedDay, account.usedMinor, account.id]);
    }
  }

  #assign(book: Map<string, BankAccount[]>, accountId: string, bankId: string, amountMinor: number): void {
    const accounts = book.get(bankId) ?? [];
    const order = 1 + Math.max(...accounts.map((account) => account.assignedOrder));
    const assignment = { amountMinor, today: this.#today, order };
    book.set(
      bankId,
      accounts.map((account) => (account.id === accountId ? assignAccount(account, assignment) : account)),
    );
  }
}
