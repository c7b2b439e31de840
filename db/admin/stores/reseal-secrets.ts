import { canOpen, type SecretBox } from '../../../src/access/domain/secret-box.ts';
import type { AuditOrigin } from '../../../src/audit/domain/audit.ts';
import type { Engine } from '../../engine.ts';

/** The most secrets of one commit: a service that runs meanwhile waits for none of them. */
const BATCH = 100;

interface ResealOptions {
  /** Opens every stored secret. */
  readonly ring: SecretBox;
  /** Seals them again. */
  readonly box: SecretBox;
  /** The command of a person that asked for it. */
  readonly audit: AuditOrigin;
}

/**
 * Seals every secret with one key, in small commits, and notes in the last one that this key is enough. It may be
 * interrupted and run again. @returns how many secrets had been sealed with another key.
 */
export async function resealAllSecrets(engine: Engine, { ring, box, audit }: ResealOptions): Promise<number> {
  let resealed = 0;
  for (;;) {
    const rows = await engine.read((db) =>
      db.selectFrom('client_secrets').select(['id', 'client_id', 'sealed_secret']).execute(),
    );
    const stale = rows.filter((row) => !canOpen(box, row.sealed_secret, row.client_id));
    if (stale.length === 0) {
      const secretIds = rows.map((row) => row.id);
      // A client may have been created since they were read.
      if (await engine.run('finishReseal', { keyId: box.keyId, secretIds, audit })) return resealed;
    }
    for (let start = 0; start < stale.length; start += BATCH) {
      const secrets = stale.slice(start, start + BATCH).map(({ id, client_id, sealed_secret: before }) => ({
        id,
        before,
        after: box.seal(ring.open(before, client_id), client_id),
      }));
      resealed += await engine.run('resealSecrets', { secrets });
    }
  }
}
