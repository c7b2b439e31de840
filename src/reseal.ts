import { lockOwner } from '../db/engines/sqlite/owner-lock.ts';
import { getMetadata, setMetadataIfAbsent } from '../db/metadata.ts';
import { MASTER_KEY_ID, NEXT_MASTER_KEY_ID } from '../db/secret-keys.ts';
import { resealAllSecrets } from '../db/stores/reseal-secrets.ts';
import { type Config, StartError } from './config.ts';
import type { AppContext } from './context.ts';
import type { AuditOrigin } from './domain/audit.ts';

/**
 * Seals all secrets with MASTER_KEY, beside a running service that knows that key.
 * @returns how many were sealed with another key before.
 * @throws StartError when a service runs that could not open them afterwards.
 */
export async function resealSecrets(
  { databasePath }: Config,
  context: AppContext,
  audit: AuditOrigin,
): Promise<number> {
  const { engine, secrets } = context;
  const { ring, current, previous } = secrets;
  // A service that knows both keys has noted the new one at its start.
  const noted = [await getMetadata(engine, NEXT_MASTER_KEY_ID), await getMetadata(engine, MASTER_KEY_ID)];
  const isNoted = noted.includes(current.keyId) || !previous;
  const release = isNoted ? () => {} : lockOwner(databasePath);
  if (!release)
    throw new StartError(
      'The running service does not know the new MASTER_KEY. Restart it with MASTER_KEY and MASTER_KEY_PREVIOUS first.',
    );
  try {
    // From the first secret on the old key alone is not enough, also if this is interrupted.
    if (!isNoted) await setMetadataIfAbsent(engine, NEXT_MASTER_KEY_ID, current.keyId);
    return await resealAllSecrets(engine, { ring, box: current, audit });
  } finally {
    release();
  }
}
