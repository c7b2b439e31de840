import type { Account, BlacklistEntry, Client } from '../service/types.ts';
import type { Session } from '../session/session.ts';
import {
  BanksDocument,
  type BanksQuery,
  BlacklistDocument,
  ClientsDocument,
  MoreAccountsDocument,
} from './gql/graphql.ts';

/** The number of items that the service returns at once. */
const PAGE_SIZE = 1000;

type Requests = Pick<Session, 'request'>;

/** Reads the pages after the first one. */
async function readRest<T>(first: readonly T[], readAfter: (last: T) => Promise<readonly T[]>): Promise<T[]> {
  const items = [...first];
  for (let last = first.at(PAGE_SIZE - 1); last !== undefined; ) {
    const page = await readAfter(last);
    items.push(...page);
    last = page.at(PAGE_SIZE - 1);
  }
  return items;
}

export async function readBlacklist({ request }: Requests): Promise<BlacklistEntry[]> {
  const read = async (after?: string) => (await request(BlacklistDocument, { after })).blacklist;
  return readRest(await read(), ({ entryId }) => read(entryId));
}

export async function readClients({ request }: Requests): Promise<Client[]> {
  const read = async (after?: string) => (await request(ClientsDocument, { after })).clients;
  return readRest(await read(), ({ appKey }) => read(appKey));
}

/** Reads the banks and all accounts. */
export async function readBanks({ request }: Requests): Promise<BanksQuery> {
  const { allBanks, bankAccounts } = await request(BanksDocument);
  const readAfter = async ({ accountId }: Account) =>
    (await request(MoreAccountsDocument, { after: accountId })).bankAccounts;
  return { allBanks, bankAccounts: await readRest(bankAccounts, readAfter) };
}
