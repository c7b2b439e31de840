import { createHash } from 'node:crypto';
import type { AccountRecord } from '../banks/bank-directory.ts';
import { fieldError } from '../kernel/errors.ts';
import { fault } from '../kernel/problems.ts';
import type { Dependencies } from '../operations/dependencies.ts';
import { createAccountNames } from './account-names.ts';
import type { GivenFile } from './import-store.ts';

/** The statements of a file whose accounts are compared, and the accounts that a message names. */
const LOOKED_AT = 100;
const NAMED = 3;

/**
 * SHA-256 of the bytes of a file, in hex: by it the same file is known again, whatever its name is. A file of which
 * statements were left out is another one than the whole file.
 */
export function hashOf({ bytes }: GivenFile, skippedAccounts: readonly string[] = []): string {
  const hash = createHash('sha256').update(bytes);
  if (skippedAccounts.length > 0) hash.update(JSON.stringify(skippedAccounts.toSorted()));
  return hash.digest('hex');
}

interface Known {
  readonly db: Dependencies['db'];
  readonly known: readonly AccountRecord[];
}

/**
 * A file that was imported is of the accounts that it was imported for: the same bytes are none of another one.
 * @throws ServiceError error_validation that names these accounts.
 */
export async function refuseAnotherAccount(
  { db, known }: Known,
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
