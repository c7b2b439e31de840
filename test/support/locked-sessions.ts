import type pg from 'pg';
import { expect } from 'vitest';

/** Waits until so many sessions of the database of a connection wait for a lock. */
export async function untilLocked(connection: pg.Client, sessions: number): Promise<void> {
  const waiting = async () => {
    // A transaction sees the activity of its first look otherwise.
    await connection.query('select pg_stat_clear_snapshot()');
    const { rows } = await connection.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length;
  };
  await expect.poll(waiting, { interval: 5, timeout: 10_000 }).toBe(sessions);
}
