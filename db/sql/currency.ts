import type { Database } from '../tables.ts';
import { readMetadata } from './metadata.ts';

/** The metadata that holds the currency of all amounts. The first service on a database stores it, and it stays. */
export const CURRENCY = 'currency';

/**
 * Reads the currency of all amounts, a code of ISO 4217; undefined where no service has started yet. A database from
 * before it was stored has that of its newest transaction.
 */
export async function readCurrency(db: Database): Promise<string | undefined> {
  const stored = await readMetadata(db, CURRENCY);
  if (stored !== undefined) return stored;
  const newest = await db
    .selectFrom('transactions')
    .select('currency')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.currency;
}
