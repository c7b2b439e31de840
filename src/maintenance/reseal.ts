import { resealAllSecrets } from '../../db/admin/stores/reseal-secrets.ts';
import { lockOwner } from '../../db/engines/sqlite/file-owner.ts';
import { hasServices } from '../../db/engines/statements.ts';
import { getMetadata } from '../../db/maintenance/metadata.ts';
import { MASTER_KEY_ID, NEXT_MASTER_KEY_ID } from '../../db/sql/metadata.ts';
import type { AuditOrigin } from '../audit/domain/audit.ts';
import type { Config } from '../config/config.ts';
import { StartError } from '../config/start-error.ts';
import type { AppContext } from '../service/context.ts';

/**
 * Seals all secrets with MASTER_KEY, even while a service that knows this key is running.
 * @returns how many were sealed with another key before.
 * @throws StartError when a running service could not open them afterwards.
 */
export async function resealSecrets(
  config: Config,
  context: AppContext,
  audit: AuditOrigin,
): Promise<number> {
  const { engine, secrets } = context;
  const { ring, current, previous } = secrets;
  // A service that knows both keys has noted at its start which one it seals with.
  const sealing =
    (await getMetadata(engine, NEXT_MASTER_KEY_ID)) ?? (await getMetadata(engine, MASTER_KEY_ID));
  const isKnown = sealing === current.keyId;
  const release = isKnown || !previous ? () => {} : await keepServicesOut(config, context);
  if (!release)
    throw new StartError(
      'The running service does not know the new MASTER_KEY. Restart it with MASTER_KEY and MASTER_KEY_PREVIOUS first.',
    );
  try {
    // If this is interrupted, a service without the new key is refused, so it cannot use only some of the secrets.
    if (!isKnown) await engine.run('setMetadata', { key: NEXT_MASTER_KEY_ID, value: current.keyId });
    return await resealAllSecrets(engine, { ring, box: current, audit });
  } finally {
    release();
  }
}

/** @returns a function that lets services start again; undefined when one runs. */
async function keepServicesOut(
  { database }: Config,
  { engine }: AppContext,
): Promise<(() => void) | undefined> {
  if (database.kind === 'sqlite') return lockOwner(database.path);
  // One that starts meanwhile reads which key is noted before it uses its own.
  return (await engine.read((db) => hasServices(db))) ? undefined : () => {};
}
