import Sqlite from 'better-sqlite3';
import type { TestService } from '../harness.ts';

/** Works while another process has taken the transactions away: nothing that the service expects. */
export function withoutTransactions<T>(service: TestService, work: () => Promise<T>): Promise<T> {
  return between(service, work, [
    'alter table transactions rename to hidden',
    'alter table hidden rename to transactions',
  ]);
}

/** Works while another process holds the write lock. */
export function withLockHeld<T>(service: TestService, work: () => Promise<T>): Promise<T> {
  return between(service, work, ['begin immediate', 'rollback']);
}

/** Works while every insert fails for a reason that SQLite describes. */
export function withInsertsRefused<T>(service: TestService, work: () => Promise<T>): Promise<T> {
  return between(service, work, [
    "create trigger refuse before insert on transactions begin select raise(abort, 'refused'); end",
    'drop trigger refuse',
  ]);
}

async function between<T>(
  service: TestService,
  work: () => Promise<T>,
  [before, after]: readonly [string, string],
): Promise<T> {
  const connection = new Sqlite(service.databasePath);
  try {
    connection.exec(before);
    try {
      return await work();
    } finally {
      connection.exec(after);
    }
  } finally {
    connection.close();
  }
}
