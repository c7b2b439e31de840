import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../../db/engine.ts';
import { openPostgres } from '../../db/engines/postgres/postgres.ts';
import type { Database } from '../../db/tables.ts';
import { temporaryFolder } from '../harness.ts';
import { withDatabase } from '../support/rows-of.ts';
import { databaseUrlOf, dropTestDatabase, makeTestDatabase, onPostgres } from '../support/test-database.ts';

const LAST_YEAR_MS = Date.UTC(2025, 4, 1);
const MONTH = 'callback_attempts_2025_05';
/** The room of the indexes of a month without rows. */
const EMPTY_BYTES = 64 * 1024;

const folder = temporaryFolder();
let engine: Engine;
beforeAll(async () => {
  if (!onPostgres) return;
  await makeTestDatabase(folder.path);
  engine = openPostgres({ url: databaseUrlOf(folder.path), lockTimeoutMs: 1000 });
  await engine.prepare(LAST_YEAR_MS);
});
afterAll(async () => {
  await engine?.close();
  await dropTestDatabase(folder.path);
  folder[Symbol.dispose]();
});

const onDatabase = <T>(work: (db: Database) => Promise<T>) => withDatabase(databaseUrlOf(folder.path), work);

/** Stores attempts of one month, and deletes all but some of them. */
async function fillAndDrop(left: number): Promise<void> {
  const id = Math.floor(LAST_YEAR_MS / 1000 + 86_400).toString(16);
  await onDatabase(async (db) => {
    await sql`
      insert into callback_attempts (event_id, transaction_id, client_id, started_at_ms, duration_ms)
      select 'e', ${id} || lpad(i::text, 16, '0'), 'client', 1, 1 from generate_series(1, 20000) as i`.execute(
      db,
    );
    await sql`
      delete from callback_attempts where position > (select min(position) - 1 + ${left}::int from callback_attempts)
    `.execute(db);
    // The server counts rows with a delay.
    await sql`select pg_stat_force_next_flush()`.execute(db);
  });
}

const sizes = () =>
  onDatabase(async (db) => {
    const { rows } = await sql<{ readonly indexes: number; readonly attempts: number }>`
      select pg_indexes_size(${sql.lit(MONTH)}::regclass) as indexes,
        (select count(*) from callback_attempts) as attempts`.execute(db);
    return rows[0] ?? { indexes: Number.NaN, attempts: Number.NaN };
  });

describe.runIf(onPostgres)('of a month whose attempts were dropped', () => {
  test('nothing is given back while one attempt is left', async () => {
    await fillAndDrop(1);
    await engine.optimize();
    const { indexes, attempts } = await sizes();
    expect(attempts).toBe(1);
    expect(indexes).toBeGreaterThan(1_048_576);
  });

  test('the disk is given back, but not while somebody may still see a row or uses the table', async () => {
    await onDatabase(async (reader) => {
      await reader
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (trx) => {
          const { rows } = await sql`select from metadata`.execute(trx);
          expect(rows.length).toBeGreaterThan(0);
          await fillAndDrop(0);
          await engine.optimize();
          // This reader sees the state from before the attempts were dropped.
          expect((await sql`select from callback_attempts`.execute(trx)).rows).toHaveLength(1);
          await engine.optimize();
          expect((await sizes()).indexes).toBeGreaterThan(1_048_576);
        });
    });
    await engine.optimize();
    const { indexes, attempts } = await sizes();
    expect(attempts).toBe(0);
    expect(indexes).toBeLessThan(EMPTY_BYTES);
    await fillAndDrop(3);
    expect((await sizes()).attempts).toBe(3);
  });
});
