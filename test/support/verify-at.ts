import { openPostgres } from '../../db/engines/postgres/postgres.ts';
import { openSqlite } from '../../db/engines/sqlite/sqlite.ts';
import { verify } from '../../db/maintenance/verify/verify.ts';
import type { Verdict } from '../../src/maintenance/domain/consistency.ts';
import { describeDisagreement } from '../../src/maintenance/domain/disagreements.ts';
import { USED_AGAIN } from './thread-pool.ts';

/** A connection through which a database is verified. The database may be in use. */
export interface Verifier extends AsyncDisposable {
  verify(): Promise<Verdict>;
}

/** Opens a connection for many verifications: on PostgreSQL, to open one takes longer than to verify a small database. */
export function openVerifier(databasePath: string): Verifier {
  const engine = databasePath.startsWith('postgres:')
    ? openPostgres({ url: databasePath, lockTimeoutMs: 5000, poolSize: 2 })
    : openSqlite({ path: databasePath, lockTimeoutMs: 5000, ...USED_AGAIN });
  return { verify: () => verify(engine), [Symbol.asyncDispose]: () => engine.close() };
}

/** Verifies a database through its own connection. The database can be in use. */
export async function verifyDatabaseAt(databasePath: string): Promise<Verdict> {
  await using verifier = openVerifier(databasePath);
  return await verifier.verify();
}

/** Asserts agreement outside vitest. @throws Error with all disagreements. */
export async function assertAgreement(databasePath: string): Promise<void> {
  const { disagreements } = await verifyDatabaseAt(databasePath);
  if (disagreements.length > 0) throw new Error(disagreements.map(describeDisagreement).join('\n'));
}
