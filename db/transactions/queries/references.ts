import { sql } from 'kysely';
import { createReferences, type References } from '../../../src/transactions/domain/reference.ts';
import { compileOnce } from '../../sql/compiled.ts';
import type { Database } from '../../tables.ts';

/** The metadata that holds the key of a database, which references are made with. */
export const REFERENCE_KEY = 'reference_key';

const selectKey = compileOnce((db) =>
  db.selectFrom('metadata').select('value').where('key', '=', sql.lit(REFERENCE_KEY)),
);

/** The references of the last database: a thread uses one. */
let last: { readonly key: string; readonly references: References } | undefined;

/** The references by the key of a database. */
export async function readReferences(db: Database): Promise<References> {
  const { rows } = await selectKey(db, []);
  const key = rows[0]?.value ?? '';
  if (last?.key !== key) last = { key, references: createReferences(key) };
  return last.references;
}
