import { createSecretKey } from 'node:crypto';
import type { SecretBox } from '../../src/domain/secret-box.ts';
import type { Client, ClientDirectory } from '../../src/operations/admin/directory.ts';
import type { Engine } from '../engine.ts';
import type { Database } from '../tables.ts';

const LIVE_SECRETS = 2;

/** Clients by key or id, cached until a client changes, in whichever process. */
export function createClientDirectory(engine: Engine, box: SecretBox): ClientDirectory {
  const byAppKey = new Map<string, Client>();
  const byId = new Map<string, Client>();
  let generation = engine.generation();

  function dropStale(): void {
    const now = engine.generation();
    if (now !== generation) {
      byAppKey.clear();
      byId.clear();
      generation = now;
    }
  }

  async function load(column: 'app_key' | 'id', values: readonly string[]): Promise<Client[]> {
    const before = generation;
    const clients = await engine.read((db) => loadClients(db, box, { column, values }));
    // What was read before a change must not outlive it.
    if (engine.generation() === before) {
      for (const client of clients) {
        byAppKey.set(client.appKey, client);
        byId.set(client.id, client);
      }
    }
    return clients;
  }

  async function findOne(
    known: ReadonlyMap<string, Client>,
    column: 'app_key' | 'id',
    value: string,
  ): Promise<Client | undefined> {
    dropStale();
    return known.get(value) ?? (await load(column, [value]))[0];
  }

  async function findByIds(ids: readonly string[]): Promise<ReadonlyMap<string, Client>> {
    dropStale();
    const known = ids.flatMap((id) => byId.get(id) ?? []);
    const missing = [...new Set(ids)].filter((id) => !byId.has(id));
    const loaded = missing.length === 0 ? [] : await load('id', missing);
    return new Map([...known, ...loaded].map((client) => [client.id, client]));
  }

  return {
    findByAppKey: (appKey) => findOne(byAppKey, 'app_key', appKey),
    findById: (id) => findOne(byId, 'id', id),
    findByIds: (ids) => findByIds(ids),
  };
}

async function loadClients(
  db: Database,
  box: SecretBox,
  { column, values }: { readonly column: 'app_key' | 'id'; readonly values: readonly string[] },
): Promise<Client[]> {
  const rows = await db.selectFrom('clients').selectAll().where(column, 'in', values).execute();
  if (rows.length === 0) return [];
  const secrets = await db
    .selectFrom('client_secrets')
    .select(['client_id', 'sealed_secret', 'expires_at_ms'])
    .where(
      'client_id',
      'in',
      rows.map((row) => row.id),
    )
    // The current secret, which has no end, first.
    .orderBy((eb) => eb('expires_at_ms', 'is not', null))
    .execute();
  return rows.map((row) => ({
    id: row.id,
    appKey: row.app_key,
    name: row.name,
    role: row.role,
    callbackUrl: row.callback_url,
    disabled: row.disabled_at_ms !== null,
    requiresTimedSign: row.requires_timed_sign === 1,
    ipAllowlist: JSON.parse(row.ip_allowlist),
    secrets: secrets
      .filter((secret) => secret.client_id === row.id)
      .slice(0, LIVE_SECRETS)
      .map((secret) => ({
        key: createSecretKey(box.open(secret.sealed_secret, row.id), 'utf8'),
        expiresAtMs: secret.expires_at_ms,
      })),
  }));
}
