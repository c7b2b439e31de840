import { sql } from 'kysely';
import { withDatabase } from './rows-of.ts';

/** The newest migration. */
export const NEWEST = '1.4.0-taken-credits';

/** Turns a database into one of the previous version, which lacks the newest migration. */
export async function takeBackNewest(databasePath: string): Promise<void> {
  await withDatabase(databasePath, async (db) => {
    for (const statement of [
      'drop index line_decisions_noting',
      'alter table line_decisions drop column undo_event_id',
      `delete from kysely_migration where name = '${NEWEST}'`,
    ])
      await sql.raw(statement).execute(db);
  });
}
