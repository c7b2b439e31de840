import type { Database } from '../../tables.ts';

/** Returns the events of a client whose callbacks wait for their next attempt, the next one first. */
export async function findWaitingCallbacks(
  db: Database,
  { clientId, steadyNowMs }: { readonly clientId: string; readonly steadyNowMs: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('callbacks')
    .select('event_id')
    .where('client_id', '=', clientId)
    .where('due_at_ms', '>', steadyNowMs)
    .where('lease', 'is', null)
    .orderBy('due_at_ms')
    .execute();
  return rows.map((row) => row.event_id);
}
