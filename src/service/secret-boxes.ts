import type { Engine } from '../../db/engine.ts';
import { getMetadata, setMetadataIfAbsent } from '../../db/maintenance/metadata.ts';
import { MASTER_KEY_ID, NEXT_MASTER_KEY_ID } from '../../db/sql/metadata.ts';
import { canOpen, createKeyRing, createSecretBox, type SecretBox } from '../access/domain/secret-box.ts';
import type { Config } from '../config/config.ts';
import { StartError } from '../config/start-error.ts';
import { nameMasterKey, resolveMasterKey } from './master-key.ts';

/** The boxes of the keys that are set. */
export interface SecretBoxes {
  /** Opens every stored secret, and seals new ones. */
  readonly ring: SecretBox;
  /** The box of MASTER_KEY. */
  readonly current: SecretBox;
  /** The box of MASTER_KEY_PREVIOUS, if that is set. */
  readonly previous: SecretBox | undefined;
}

/**
 * Opens the boxes that the secrets of a database are sealed in. Secrets are sealed with a new key only once the service
 * knows it: a running service that knows only the old key could not open them. So a service that starts with both
 * keys records the new one, and the command line follows that record.
 * @throws StartError when a key is missing.
 */
export async function openSecretBoxes(
  engine: Engine,
  config: Config,
  { isService }: { readonly isService: boolean },
): Promise<SecretBoxes> {
  const stored = await getMetadata(engine, MASTER_KEY_ID);
  const current = createSecretBox(resolveMasterKey(config, stored === undefined));
  const previous = config.previousMasterKey && createSecretBox(config.previousMasterKey);
  const keyId = stored ?? (await setMetadataIfAbsent(engine, MASTER_KEY_ID, current.keyId));
  const isKnown = (id: string) => id === current.keyId || id === previous?.keyId;
  if (!isKnown(keyId))
    throw new StartError(
      `${nameMasterKey(config)} is not the key that the secrets of this database are sealed with. Set that key, or name the database that this one belongs to.`,
    );
  let next = await getMetadata(engine, NEXT_MASTER_KEY_ID);
  if (isService && !next && previous && keyId === previous.keyId)
    next = await setMetadataIfAbsent(engine, NEXT_MASTER_KEY_ID, current.keyId);
  if (next && !isKnown(next))
    throw new StartError(
      'MASTER_KEY is not the key that secrets of this database are being re-sealed with. Set that one, and MASTER_KEY_PREVIOUS to the one before.',
    );
  const sealsWithCurrent = !previous || current.keyId === (next ?? keyId);
  const ring = sealsWithCurrent ? createKeyRing(current, previous) : createKeyRing(previous, current);
  return { ring, current, previous };
}

/**
 * Opens every stored secret. @returns their number.
 * @throws StartError when one cannot be opened with the keys that are set.
 */
export async function countReadableSecrets({
  engine,
  secrets: { ring },
}: {
  readonly engine: Engine;
  readonly secrets: SecretBoxes;
}): Promise<number> {
  const rows = await engine.read((db) =>
    db.selectFrom('client_secrets').select(['id', 'client_id', 'sealed_secret']).execute(),
  );
  const unreadable = rows.find((row) => !canOpen(ring, row.sealed_secret, row.client_id));
  if (unreadable)
    throw new StartError(
      `MASTER_KEY does not open the secret ${unreadable.id} of the client ${unreadable.client_id}.`,
    );
  return rows.length;
}
