import { existsSync, realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import Sqlite from 'better-sqlite3';
import {
  ADMIN_TARGETS,
  type CopyContents,
  type LostCommand,
  type LostRows,
} from '../../../src/maintenance/domain/copies.ts';
import type { Numbers } from '../../../src/maintenance/domain/numbering.ts';
import { isBeforeFirstRelease } from '../../migrate.ts';
import { migrations } from '../../migrations/index.ts';
import { RESTORED } from '../../sql/metadata.ts';
import { asRootIfOnlyRootCanWrite } from './drop-root.ts';
import { FileRefusal } from './files.ts';
import { describeDamages, findDamagesOf, readContents } from './inspect-file.ts';
import { copyDatabase, hasContent, removeDatabase } from './restore-files.ts';
import { makePrivateFolder } from './root.ts';

interface CopyOptions {
  readonly databasePath: string;
  readonly source: string;
  /** The fingerprints of the keys that are set. */
  readonly keyIds: readonly string[];
}

/** A checked copy in the folder of the database, ready to replace it. */
export interface CheckedCopy {
  readonly path: string;
  readonly contents: CopyContents;
  /** Undefined when the old database could not be read, or there was none. */
  readonly lost: LostRows | undefined;
  /** The highest numbers of the old database, where it could be read. */
  readonly former: Numbers | undefined;
}

/**
 * Copies a backup into the folder of the database, and checks it. No process may have the database open.
 * @throws FileRefusal when the backup cannot be used. Then it leaves no file.
 */
export function makeCheckedCopy({ databasePath, source, keyIds }: CopyOptions): CheckedCopy {
  const seen = <T>(look: (path: string) => T) => asRootIfOnlyRootCanWrite(source, () => look(source));
  if (!seen(existsSync)) throw new FileRefusal(`There is no file ${resolve(source)}.`);
  if (existsSync(databasePath) && seen((path) => realpathSync(path)) === realpathSync(databasePath))
    throw new FileRefusal(`${resolve(source)} is the database itself. Name a copy.`);
  makePrivateFolder(dirname(databasePath));
  const path = `${databasePath}.restore-draft`;
  // Left by a restore that was killed.
  removeDatabase(path);
  try {
    copyDatabase(source, path);
    const contents = checkCopy(path, resolve(source), keyIds);
    const old = readOld(databasePath, (connection) => ({
      lost: findLost(connection, path),
      former: readNumbers(connection),
    }));
    return { path, contents, lost: old?.lost, former: old?.former };
  } catch (error) {
    removeDatabase(path);
    throw error;
  }
}

function checkCopy(copy: string, source: string, keyIds: readonly string[]): CopyContents {
  const damages = findDamagesOf(copy, 'integrity_check');
  if (damages.length > 0) throw new FileRefusal(`${source} is damaged (${describeDamages(damages)}).`);
  const connection = new Sqlite(copy);
  try {
    // The log, if there was one, becomes part of the file.
    connection.pragma('journal_mode = delete');
    const tables = connection.prepare("select name from sqlite_schema where type = 'table'").pluck().all();
    if (!tables.includes('kysely_migration') || !tables.includes('transactions'))
      throw new FileRefusal(`${source} is no database of bank-transfers.`);
    const ran = connection.prepare('select name from kysely_migration').pluck().all() as string[];
    const unknown = ran.filter((name) => !(name in migrations));
    if (isBeforeFirstRelease(unknown))
      throw new FileRefusal(`${source} is of a version before 1.0.0. Restore it with that version.`);
    if (unknown.length > 0)
      throw new FileRefusal(
        `${source} is of a newer version (${unknown.join(', ')}). Restore it with that version.`,
      );
    const contents = readContents(connection);
    const { masterKeyId, nextMasterKeyId } = contents;
    for (const id of [masterKeyId, nextMasterKeyId])
      if (id !== null && !keyIds.includes(id))
        throw new FileRefusal(
          `The secrets in ${source} are sealed with another key (id ${id}). Set MASTER_KEY to that one.`,
        );
    return contents;
  } finally {
    connection.close();
  }
}

/** Looks at the old database, read-only, so that its log is not changed. @returns undefined where it cannot be read. */
function readOld<T>(databasePath: string, look: (old: Sqlite.Database) => T): T | undefined {
  if (!hasContent(databasePath)) return undefined;
  try {
    const old = new Sqlite(databasePath, { readonly: true });
    try {
      return look(old);
    } finally {
      old.close();
    }
  } catch {
    return undefined;
  }
}

/** Finds what only the old database has. */
function findLost(old: Sqlite.Database, copy: string): LostRows {
  old.prepare('attach ? as copy').run(copy);
  const count = (table: string) =>
    old
      .prepare(`select count(*) from main.${table} where id not in (select id from copy.${table})`)
      .pluck()
      .get() as number;
  return { transactions: count('transactions'), events: count('events'), commands: findLostCommands(old) };
}

/** Finds the commands of administration that only the old database knows. */
function findLostCommands(old: Sqlite.Database): LostCommand[] {
  return old
    .prepare(
      `select occurred_at_ms as occurredAtMs, actor, operation, target_kind as targetKind, target_id as targetId,
        before_json as before, after_json as after
      from main.audit as a
      where not exists (select 1 from copy.audit as c where c.position = a.position and c.hash = a.hash)
        and target_kind in (${ADMIN_TARGETS.map(() => '?')}) and operation <> 'signIn'
      order by position`,
    )
    .all(...ADMIN_TARGETS) as LostCommand[];
}

/** The highest numbers that the old database has given out, or must not give out again. */
function readNumbers(old: Sqlite.Database): Numbers {
  const highest = (table: string, key: string) =>
    old
      .prepare(
        `select max(coalesce((select max(number) from main.${table}), 0),
          coalesce((select cast(value as integer) from main.metadata where key = ?), 0))`,
      )
      .pluck()
      .get(key) as number;
  return {
    transactions: highest('transactions', RESTORED.transactionNumber),
    batches: highest('payout_batches', RESTORED.batchNumber),
  };
}
