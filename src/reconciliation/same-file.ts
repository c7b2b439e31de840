import { createHash } from 'node:crypto';
import type { AccountRecord } from '../banks/bank-directory.ts';
import { fieldError } from '../kernel/errors.ts';
import { fault } from '../kernel/problems.ts';
import type { Dependencies } from '../operations/dependencies.ts';
import { createAccountNames } from './account-names.ts';
import type { GivenFile } from './import-store.ts';

/** How many statements of a file have their accounts compared, and how many accounts a message names. */
const LOOKED_AT = 100;
const NAMED = 3;

/**
 * Returns the SHA-256 of a file's bytes in hex, by which the same file is recognized under any name. A file from which
 * statements were left out differs from the whole file.
 */
export function hashOf({ bytes }: GivenFile, skippedAccounts: readonly string[] = []): string {
  const hash = createHash('sha256').update(bytes);
  if (skippedAccounts.length > 0) hash.update(JSON.stringify(skippedAccounts.toSorted()));
  return hash.digest('hex');
}

interface KnownAccounts {
  readonly db: Dependencies['db'];
  readonly known: readonly AccountRecord[];
}

/**
 * Refuses to import the same bytes for another account: an imported file belongs to the accounts for which it was
 * imported.
 * @throws ServiceError error_validation that names these accounts.
 */
export async function refuseAnotherAccount(
  { db, known }: KnownAccounts,
  accountId: string | undefined,
  fileId: string,
): Promise<void> {
  if (accountId === undefined) return;
  const { items } = await db.query('listStatements', { filter: { fileId }, page: { limit: LOOKED_AT } });
  const accountIds = [...new Set(items.map((statement) => statement.accountId))];
  if (accountIds.length === 0 || accountIds.includes(accountId)) return;
  const names = accountIds.slice(0, NAMED).map(createAccountNames(known)).join('; ');
  throw fieldError('accountId', fault('imported_for_another', { accounts: names }));
}
