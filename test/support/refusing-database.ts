import Sqlite from 'better-sqlite3';
import type { TestService } from '../harness.ts';

/** Runs `work` while the table of transactions is missing, which the service does not expect. */
export function withoutTransactions<T>(service: TestService, work: () => Promise<T>): Promise<T> {
  return between(service, work, [
    'alter table transactions rename to hidden',
    'alter table hidden rename to transactions',
  ]);
}

/** Runs `work` while another connection holds the write lock. */
export function withLockHeld<T>(service: TestService, work: () => Promise<T>): Promise<T> {
  return between(service, work, ['begin immediate', 'rollback']);
}

/** Runs `work` while a trigger refuses every insert of a transaction. */
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
