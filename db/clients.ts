import { createSecretKey } from 'node:crypto';
import type { Client, ClientAdmin, ClientDirectory, ClientRecord, Runtime } from '../src/operations/ports.ts';
import { available } from './available.ts';
import type { DatabaseTransaction, Engine } from './dialect.ts';
import type { SecretBox } from './secret-box.ts';
import { type ClientsTable, toFlag } from './tables.ts';

/** Clients by key or id, cached until another process commits. */
export function createClientDirectory(engine: Engine, box: SecretBox): ClientDirectory {
  const cached = new Map<string, Client>();
  let generation = engine.generation();

  async function find(column: 'app_key' | 'id', value: string): Promise<Client | undefined> {
    const now = engine.generation();
    if (now !== generation) {
      cached.clear();
      generation = now;
    }
    const cacheKey = `${column}:${value}`;
    const known = cached.get(cacheKey);
    if (known) return known;
    const client = await available(engine, load(engine, box, column, value));
    // What was read before a change must not outlive it.
    if (client && engine.generation() === now) cached.set(cacheKey, client);
    return client;
  }

  return {
    findByAppKey: (appKey) => find('app_key', appKey),
    findById: (id) => find('id', id),
  };
}

async function load(
  engine: Engine,
  box: SecretBox,
  column: 'app_key' | 'id',
  value: string,
): Promise<Client | undefined> {
  const row = await engine.reader
    .selectFrom('clients')
    .selectAll()
    .where(column, '=', value)
    .executeTakeFirst();
  if (!row) return undefined;
  const secrets = await engine.reader
    .selectFrom('client_secrets')
    .select(['sealed_secret', 'expires_at_ms'])
    .where('client_id', '=', row.id)
    .orderBy((eb) => eb('expires_at_ms', 'is not', null))
    .limit(2)
    .execute();
  return {
    id: row.id,
    appKey: row.app_key,
    name: row.name,
    role: row.role,
    disabled: row.disabled_at_ms !== null,
    requiresTimedSign: row.requires_timed_sign === 1,
    ipAllowlist: JSON.parse(row.ip_allowlist),
    secrets: secrets.map((secret) => ({
      key: createSecretKey(box.open(secret.sealed_secret, row.id), 'utf8'),
      expiresAtMs: secret.expires_at_ms,
    })),
  };
}

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
        if (row) await addSecret(trx, client.id, secret, client.createdAtMs);
        return row;
      }),
    update: (appKey, changes) =>
      change((trx) =>
        trx
          .updateTable('clients')
          .set({
            app_key: appKey,
            callback_url: changes.callbackUrl,
            ip_allowlist: changes.ipAllowlist && JSON.stringify(changes.ipAllowlist),
            requires_timed_sign:
              changes.requiresTimedSign === undefined ? undefined : toFlag(changes.requiresTimedSign),
            disabled_at_ms: changes.disabledAtMs,
          })
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
        await trx
          .deleteFrom('client_secrets')
          .where('client_id', '=', row.id)
          .where('expires_at_ms', 'is not', null)
          .execute();
        await trx
          .updateTable('client_secrets')
          .set({ expires_at_ms: previousEndsAtMs })
          .where('client_id', '=', row.id)
          .execute();
        await addSecret(trx, row.id, secret, nowMs);
        return row;
      }),
  };

  async function addSecret(trx: DatabaseTransaction, clientId: string, secret: string, nowMs: number) {
    await trx
      .insertInto('client_secrets')
      .values({
        id: runtime.newId(),
        client_id: clientId,
        sealed_secret: box.seal(secret, clientId),
        created_at_ms: nowMs,
        expires_at_ms: null,
      })
      .execute();
  }
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
