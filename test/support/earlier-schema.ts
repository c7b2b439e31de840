import { sql } from 'kysely';
import { withDatabase } from './rows-of.ts';

/** The newest migration. */
export const NEWEST = '1.4.0-supplemented-lines';

/** Makes a database one of the version before, which lacks the newest migration. */
export async function takeBackNewest(databasePath: string): Promise<void> {
  await withDatabase(databasePath, async (db) => {
    for (const statement of [
      'alter table statement_lines drop column is_supplemented',
      `delete from kysely_migration where name = '${NEWEST}'`,
    ])
      await sql.raw(statement).execute(db);
  });
}
