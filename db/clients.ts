import type { ClientAdmin, ClientChanges, ClientRecord } from '../src/operations/admin-ports.ts';
import type { Runtime } from '../src/operations/ports.ts';
import { available } from './available.ts';
import type { DatabaseTransaction, Engine } from './dialect.ts';
import type { SecretBox } from './secret-box.ts';
import { type ClientSecretsTable, type ClientsTable, toFlag } from './tables.ts';

/** Creates and changes clients. */
export function createClientAdmin(engine: Engine, box: SecretBox, runtime: Runtime): ClientAdmin {
  async function change(work: (trx: DatabaseTransaction) => Promise<ClientsTable | undefined>) {
    const row = await available(engine, engine.write(work));
    engine.noteChange();
    return row && toRecord(row);
  }

  return {
    async list() {
      const query = engine.reader.selectFrom('clients').selectAll().orderBy('app_key');
      const rows = await available(engine, query.execute());
      return rows.map(toRecord);
    },
    create: (client, secret) =>
      change(async (trx) => {
        const row = await trx
          .insertInto('clients')
          .values(toRow(client))
          .onConflict((conflict) => conflict.column('app_key').doNothing())
          .returningAll()
          .executeTakeFirst();
        if (row) await addSecret(trx, toSecretRow(client.id, secret, client.createdAtMs));
        return row;
      }),
    update: (appKey, changes) =>
      change((trx) =>
        trx
          .updateTable('clients')
          .set({ app_key: appKey, ...toColumns(changes) })
          .where('app_key', '=', appKey)
          .returningAll()
          .executeTakeFirst(),
      ),
    rotateSecret: (appKey, { secret, nowMs, previousEndsAtMs }) =>
      change(async (trx) => {
        const row = await trx
          .selectFrom('clients')
          .selectAll()
          .where('app_key', '=', appKey)
          .executeTakeFirst();
        if (!row) return undefined;
        await retireSecrets(trx, row.id, previousEndsAtMs);
        await addSecret(trx, toSecretRow(row.id, secret, nowMs));
        return row;
      }),
  };

  function toSecretRow(clientId: string, secret: string, nowMs: number): ClientSecretsTable {
    return {
      id: runtime.newId(),
      client_id: clientId,
      sealed_secret: box.seal(secret, clientId),
      created_at_ms: nowMs,
      expires_at_ms: null,
    };
  }
}

async function addSecret(trx: DatabaseTransaction, secret: ClientSecretsTable): Promise<void> {
  await trx.insertInto('client_secrets').values(secret).execute();
}

/** The current secret ends then; an older one that still has grace ends now. */
async function retireSecrets(trx: DatabaseTransaction, clientId: string, endsAtMs: number): Promise<void> {
  await trx
    .deleteFrom('client_secrets')
    .where('client_id', '=', clientId)
    .where('expires_at_ms', 'is not', null)
    .execute();
  await trx
    .updateTable('client_secrets')
    .set({ expires_at_ms: endsAtMs })
    .where('client_id', '=', clientId)
    .execute();
}

/** What is undefined stays as it is. */
function toColumns(changes: ClientChanges) {
  return {
    callback_url: changes.callbackUrl,
    ip_allowlist: changes.ipAllowlist && JSON.stringify(changes.ipAllowlist),
    requires_timed_sign:
      changes.requiresTimedSign === undefined ? undefined : toFlag(changes.requiresTimedSign),
    disabled_at_ms: changes.disabledAtMs,
  };
}

function toRecord(row: ClientsTable): ClientRecord {
  return {
    id: row.id,
    appKey: row.app_key,
    name: row.name,
    role: row.role,
    callbackUrl: row.callback_url,
    ipAllowlist: JSON.parse(row.ip_allowlist),
    requiresTimedSign: row.requires_timed_sign === 1,
    disabledAtMs: row.disabled_at_ms,
    createdAtMs: row.created_at_ms,
  };
}

function toRow(client: ClientRecord): ClientsTable {
  return {
    id: client.id,
    app_key: client.appKey,
    name: client.name,
    role: client.role,
    callback_url: client.callbackUrl,
    ip_allowlist: JSON.stringify(client.ipAllowlist),
    requires_timed_sign: toFlag(client.requiresTimedSign),
    disabled_at_ms: client.disabledAtMs,
    created_at_ms: client.createdAtMs,
  };
}
