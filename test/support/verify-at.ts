import { openPostgres } from '../../db/engines/postgres/postgres.ts';
import { openSqlite } from '../../db/engines/sqlite/sqlite.ts';
import { verify } from '../../db/verify/verify.ts';
import { describeDisagreement } from '../../src/cli/disagreements.ts';
import type { Verdict } from '../../src/domain/consistency.ts';

/** Verifies a database through a connection of its own. The database may be in use. */
export async function verifyDatabaseAt(databasePath: string): Promise<Verdict> {
  const engine = databasePath.startsWith('postgres:')
    ? openPostgres({ url: databasePath, lockTimeoutMs: 5000, poolSize: 2 })
    : openSqlite({ path: databasePath, lockTimeoutMs: 5000 });
  try {
    return await verify(engine);
  } finally {
    await engine.close();
  }
}

/** Asserts agreement outside vitest. @throws Error with all disagreements. */
export async function assertAgreement(databasePath: string): Promise<void> {
  const { disagreements } = await verifyDatabaseAt(databasePath);
  if (disagreements.length > 0) throw new Error(disagreements.map(describeDisagreement).join('\n'));
}
