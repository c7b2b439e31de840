import type { Database } from '../tables.ts';

/** Whether a test key has asked that something goes wrong with its callbacks. */
export async function hasAskedFailures(db: Database, clientId: string): Promise<boolean> {
  const row = await db
    .selectFrom('callback_failures')
    .select('id')
    .where('client_id', '=', clientId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
