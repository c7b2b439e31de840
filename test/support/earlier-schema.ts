import { sql } from 'kysely';
import { withDatabase } from './rows-of.ts';

/** The newest migration. */
export const NEWEST = '1.4.0-statement-line-days';

/** Makes a database one of the version before, which lacks the newest migration. */
export async function takeBackNewest(databasePath: string): Promise<void> {
  await withDatabase(databasePath, async (db) => {
    for (const statement of [
      'alter table statements drop column first_line_date',
      'alter table statements drop column last_line_date',
      `delete from kysely_migration where name = '${NEWEST}'`,
    ])
      await sql.raw(statement).execute(db);
  });
}
