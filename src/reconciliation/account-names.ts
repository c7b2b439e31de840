import type { AccountRecord } from '../banks/bank-directory.ts';

/** Makes a function that names an account of the operator for people: by its holder and its IBAN, or by its id if it is gone. */
export function createAccountNames(
  accounts: readonly Pick<AccountRecord, 'id' | 'accountName' | 'iban'>[],
): (accountId: string) => string {
  const names = new Map(accounts.map(({ id, accountName, iban }) => [id, `${accountName}, ${iban}`]));
  return (accountId) => names.get(accountId) ?? accountId;
}
