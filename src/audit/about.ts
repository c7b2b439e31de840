import { readAllAccounts, readAllClients } from '../admin/read-pages.ts';
import { foldWords } from '../kernel/fold-letters.ts';
import { firstIdAt } from '../kernel/ids.ts';
import type { Context } from '../operations/operation.ts';
import { findLines } from '../reconciliation/lines.ts';
import { toConditions } from '../transactions/filter.ts';

/** The most transactions, and the most lines, by which rows are found. */
const MAX_OF_KIND = 50;

interface Search {
  readonly query: string;
  /** Only transactions and lines from before this second count, in epoch milliseconds. */
  readonly untilMs: number;
}

/**
 * Finds what rows of the audit log can be about that somebody describes: the target with this id, keys, banks and accounts
 * by their names, and the newest transactions and statement lines that a search finds, with their last events.
 */
export async function findTargets(context: Context, { query, untilMs }: Search): Promise<readonly string[]> {
  const named = await findNamed(context, query);
  const transactionIds = await findTransactions(context, { query, untilMs });
  const events = await context.dependencies.db.read('findLastEvents', transactionIds);
  const lineIds = context.principal.client.isTest
    ? []
    : (await findLines(context, { query }, { after: firstIdAt(untilMs), limit: MAX_OF_KIND })).items.map(
        ({ id }) => id,
      );
  return [...new Set([query, ...named, ...transactionIds, ...events.map(({ id }) => id), ...lineIds])];
}

/** Every word must be in the name, in any case and with any accents. */
async function findNamed({ dependencies }: Context, query: string): Promise<readonly string[]> {
  const words = foldWords(query).split(' ').filter(Boolean);
  const matches = (...texts: readonly string[]) => {
    const folded = texts.map(foldWords).join(' ');
    return words.length > 0 && words.every((word) => folded.includes(word));
  };
  const clients = (await readAllClients(dependencies)).filter(({ name }) => matches(name));
  const banks = (await dependencies.db.read('listBanks')).filter(({ name }) => matches(name));
  const accounts = (await readAllAccounts(dependencies)).filter(({ accountName, iban }) =>
    matches(accountName, iban.replaceAll(' ', '')),
  );
  const ids = [...banks, ...accounts].map(({ id }) => id);
  return [...clients.map(({ appKey }) => appKey), ...ids].slice(0, MAX_OF_KIND);
}

async function findTransactions(context: Context, { query, untilMs }: Search): Promise<readonly string[]> {
  const { db, scans } = context.dependencies;
  const conditions = await toConditions(context, { query, to: untilMs });
  const page = await scans.run(context.principal, () =>
    db.query('listTransactions', { filter: conditions, page: { limit: MAX_OF_KIND } }),
  );
  return page.items.map(({ id }) => id);
}
