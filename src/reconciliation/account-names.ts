import type { AccountRecord } from '../banks/bank-directory.ts';

/**
 * Creates a function that names an operator's account for people: by its holder and IBAN, or by its id if it is gone.
 */
export function createAccountNames(
  accounts: readonly Pick<AccountRecord, 'id' | 'accountName' | 'iban'>[],
): (accountId: string) => string {
  const names = new Map(accounts.map(({ id, accountName, iban }) => [id, `${accountName}, ${iban}`]));
  return (accountId) => names.get(accountId) ?? accountId;
}
