import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { codeOf } from '../../db/engines/error-code.ts';
import { transact } from '../../db/engines/postgres/transact.ts';
import { withDatabase } from '../support/rows-of.ts';
import { useService } from '../support/shared-service.ts';

const DIVISION_BY_ZERO = '22012';

const service = useService();

/** Passes its failure on later than another statement does. */
async function failSlowly(failing: Promise<unknown>): Promise<void> {
  await failing.finally(async () => {
    for (let turn = 0; turn < 10; turn += 1) await null;
  });
}

test('when statements that were sent together fail, the error is that of the first which failed', async () => {
  const failure = await withDatabase(service().databasePath, (db) =>
    transact(db, async (trx) => {
      const failing = failSlowly(sql`select 1 / 0`.execute(trx));
      await Promise.all([failing, sql`select 1`.execute(trx)]);
    }).catch((error: unknown) => error),
  );
  expect(codeOf(failure)).toBe(DIVISION_BY_ZERO);
});

test('a statement that is sent with the commit belongs to it, also when the first statement waits for the begin', async () => {
  const key = 'sent with the commit';
  const failure = await withDatabase(service().databasePath, (db) =>
    transact(db, (trx) => trx.insertInto('metadata').values({ key, value: '' }).execute(), {
      lastOf: () => sql`select 1 / 0`,
    }).catch((error: unknown) => error),
  );
  expect(codeOf(failure)).toBe(DIVISION_BY_ZERO);
  const stored = await withDatabase(service().databasePath, (db) =>
    db.selectFrom('metadata').select('key').where('key', '=', key).execute(),
  );
  expect(stored).toEqual([]);
});
