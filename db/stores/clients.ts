import type { SecretBox } from '../../src/domain/secret-box.ts';
import type { ClientAdmin } from '../../src/operations/admin/directory.ts';
import type { Runtime } from '../../src/operations/runtime.ts';
import type { SealedSecret } from '../commands/clients.ts';
import type { Engine } from '../engine.ts';
import { clientFromRow } from '../rows/clients.ts';

/** Creates and changes clients. */
export function createClientAdmin(engine: Engine, box: SecretBox, { newId }: Runtime): ClientAdmin {
  /** Others of this process must see the change with their very next look. */
  async function changed<T>(work: Promise<T>): Promise<T> {
    const result = await work;
    engine.noteChange();
    return result;
  }

  function seal(secret: string, clientId: string, createdAtMs: number): SealedSecret {
    return { id: newId(), sealedSecret: box.seal(secret, clientId), createdAtMs };
  }

  return {
    async list() {
      const rows = await engine.read((db) =>
        db.selectFrom('clients').selectAll().orderBy('app_key').execute(),
      );
      return rows.map(clientFromRow);
    },
    create: (client, secret) =>
      changed(engine.run('createClient', { client, secret: seal(secret, client.id, client.createdAtMs) })),
    update: (appKey, changes) => changed(engine.run('updateClient', { appKey, changes })),
    async rotateSecret(appKey, { secret, nowMs, previousEndsAtMs }) {
      // Sealed for its owner, whose id never changes.
      const client = await engine.read((db) =>
        db.selectFrom('clients').select('id').where('app_key', '=', appKey).executeTakeFirst(),
      );
      if (!client) return undefined;
      const sealed = seal(secret, client.id, nowMs);
      return changed(engine.run('rotateSecret', { appKey, secret: sealed, previousEndsAtMs }));
    },
  };
}
