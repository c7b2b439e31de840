import type { Engine } from '../../db/engine.ts';
import { openPostgres } from '../../db/engines/postgres/postgres.ts';
import { openSqlite } from '../../db/engines/sqlite/sqlite.ts';
import { isPostgresUrl } from './rows-of.ts';
import { USED_AGAIN } from './thread-pool.ts';

/** Opens another engine on a database, as another process would. */
export function openEngineAt(url: string, lockTimeoutMs = 5_000): Engine {
  return isPostgresUrl(url)
    ? openPostgres({ url, lockTimeoutMs, poolSize: 2 })
    : openSqlite({ path: url, lockTimeoutMs, ...USED_AGAIN });
}
