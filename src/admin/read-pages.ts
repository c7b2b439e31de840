import type { AccountRecord } from '../banks/bank-directory.ts';
import type { Dependencies } from '../operations/dependencies.ts';
import type { ClientRecord } from './client-directory.ts';

/** The most clients or accounts of one page. */
export const DIRECTORY_PAGE_LIMIT = 1000;

const limit = DIRECTORY_PAGE_LIMIT;

type Stores = Pick<Dependencies, 'db'>;

/** Reads all clients by appKey, a page after the other, so that others are served in between. */
export function readAllClients({ db }: Stores): Promise<ClientRecord[]> {
  return readAll(
    (after) => db.query('listClients', { after, limit }),
    ({ appKey }) => appKey,
  );
}

/** Reads all accounts by bank, a page after the other. */
export function readAllAccounts({ db }: Stores): Promise<AccountRecord[]> {
  return readAll(
    async (after) => (await db.query('listAccounts', { after, limit })) ?? [],
    ({ id }) => id,
  );
}

async function readAll<T>(
  readPage: (after: string | undefined) => Promise<readonly T[]>,
  keyOf: (item: T) => string,
): Promise<T[]> {
  const items: T[] = [];
  for (;;) {
    const last = items.at(-1);
    const page = await readPage(last && keyOf(last));
    items.push(...page);
    if (page.length < limit) return items;
  }
}
