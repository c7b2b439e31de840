import { createSecretKey } from 'node:crypto';
import type { SecretBox } from '../../../src/access/domain/secret-box.ts';
import type { Client, ClientDirectory, ClientSecret, UsedSign } from '../../../src/admin/client-directory.ts';
import type { Runtime } from '../../../src/operations/runtime.ts';
import type { Engine } from '../../engine.ts';
import { codeOf, unavailable } from '../../engines/database-errors.ts';
import type { ClientSecretsTable, Database } from '../../tables.ts';
import { GroupCommit } from '../../transactions/stores/group-commit.ts';
import { KEY_CHANGED, type SealedSecret } from '../commands/clients.ts';
import { clientFromRow } from '../rows/clients.ts';

/** A client has its current secret, and the previous one during the grace time of a rotation. */
const MAX_SECRETS = 2;
/** The most used signs that one commit stores. */
const MAX_SIGNS = 128;
/** How many appKeys without a client are remembered, so that they are not looked up again. */
const MAX_UNKNOWN = 1000;

type KeyColumn = 'app_key' | 'id';

/** The clients of an engine's database. Lookups are cached until any process changes a client. */
export function createClientDirectory(
  engine: Engine,
  box: SecretBox,
  { newId, steadyNowMs }: Runtime,
): ClientDirectory {
  const cache = createClientCache(engine, box);
  // Commands that arrive together share one commit for their signs, just as they share one for themselves.
  const signs = new GroupCommit<UsedSign, boolean>({
    maxGroupSize: MAX_SIGNS,
    commit: (group) => engine.run('useSigns', { signs: group, steadyNowMs: steadyNowMs() }),
  });

  function seal(secret: string, clientId: string, createdAtMs: number): SealedSecret {
    return { id: newId(), sealedSecret: box.seal(secret, clientId), keyId: box.keyId, createdAtMs };
  }

  return {
    ...cache,
    create(client, secret, audit) {
      const sealed = seal(secret, client.id, client.createdAtMs);
      return withKnownKey(engine.run('createClient', { client, secret: sealed, audit }));
    },
    update: (appKey, changes, audit) => engine.run('updateClient', { appKey, changes, audit }),
    async rotateSecret(appKey, { secret, nowMs, previousEndsAtMs }, audit) {
      const client = await engine.read((db) =>
        db.selectFrom('clients').select('id').where('app_key', '=', appKey).executeTakeFirst(),
      );
      if (!client) return undefined;
      const sealed = seal(secret, client.id, nowMs);
      return withKnownKey(engine.run('rotateSecret', { appKey, secret: sealed, previousEndsAtMs, audit }));
    },
    findLogo: (file) => engine.read((db) => findLogo(db, file)),
    useSign: (sign) => signs.submit(sign),
  };
}

/** @throws ServiceError error_unavailable if the stored secrets are sealed with a key that this process does not use. */
function withKnownKey<T>(stored: Promise<T>): Promise<T> {
  return stored.catch((error: unknown) => {
    if (codeOf(error) !== KEY_CHANGED) throw error;
    throw unavailable(
      'MASTER_KEY was changed: restart the service with the new one, or run the command again.',
      error,
    );
  });
}

function createClientCache(
  engine: Engine,
  box: SecretBox,
): Pick<ClientDirectory, 'findByAppKey' | 'findById' | 'readById' | 'findByIds'> {
  const byAppKey = new Map<string, Client>();
  const byId = new Map<string, Client>();
  const unknown = new Set<string>();
  let version = engine.directoryVersion();

  function dropStale(): void {
    const current = engine.directoryVersion();
    if (current === version) return;
    byAppKey.clear();
    byId.clear();
    unknown.clear();
    version = current;
  }

  async function load(column: KeyColumn, values: readonly string[]): Promise<Client[]> {
    const versionBefore = version;
    const clients = await engine.read((db) => loadClients(db, box, { column, values }));
    // Clients that were read before a change must not be cached after it.
    if (engine.directoryVersion() !== versionBefore) return clients;
    for (const client of clients) {
      // A client without a readable secret is looked up again when it signs, and then fails with the reason.
      if (client.secrets.length > 0) byAppKey.set(client.appKey, client);
      byId.set(client.id, client);
    }
    if (column === 'app_key' && clients.length === 0) rememberUnknown(values);
    return clients;
  }

  /** Remembers appKeys without a client. The oldest are dropped, so that a stranger cannot fill the memory. */
  function rememberUnknown(appKeys: readonly string[]): void {
    for (const appKey of appKeys) unknown.add(appKey);
    for (const oldest of unknown) {
      if (unknown.size <= MAX_UNKNOWN) return;
      unknown.delete(oldest);
    }
  }

  const readById = async (id: string) => (await load('id', [id]))[0];

  return {
    async findByAppKey(appKey) {
      dropStale();
      if (unknown.has(appKey)) return undefined;
      return byAppKey.get(appKey) ?? (await load('app_key', [appKey]))[0];
    },
    async findById(id) {
      dropStale();
      return byId.get(id) ?? readById(id);
    },
    readById,
    async findByIds(ids) {
      dropStale();
      const cached = ids.flatMap((id) => byId.get(id) ?? []);
      const missing = [...new Set(ids)].filter((id) => !byId.has(id));
      const loaded = missing.length === 0 ? [] : await load('id', missing);
      return new Map([...cached, ...loaded].map((client) => [client.id, client]));
    },
  };
}

async function findLogo(db: Database, file: string): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom('client_logos')
    .select('bytes')
    .where('file', '=', file)
    .limit(1)
    .executeTakeFirst();
  return row?.bytes;
}

async function loadClients(
  db: Database,
  box: SecretBox,
  { column, values }: { readonly column: KeyColumn; readonly values: readonly string[] },
): Promise<Client[]> {
  const rows = await db.selectFrom('clients').selectAll().where(column, 'in', values).execute();
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const secrets = await db
    .selectFrom('client_secrets')
    .select(['client_id', 'sealed_secret', 'expires_at_ms'])
    .where('client_id', 'in', ids)
    // The current secret, which has no end, comes first.
    .orderBy((eb) => eb('expires_at_ms', 'is not', null))
    .execute();
  return rows.map((row) => {
    const own = secrets.filter((secret) => secret.client_id === row.id).slice(0, MAX_SECRETS);
    return { ...clientFromRow(row), secrets: openSecrets(own, box, column) };
  });
}

/** Decrypts the secrets of a client. A damaged secret is an error for authentication, but must not make a list fail. */
function openSecrets(rows: readonly SealedRow[], box: SecretBox, column: KeyColumn): ClientSecret[] {
  try {
    return rows.map((row) => openSecret(row, box));
  } catch (error) {
    if (column === 'app_key') throw error;
    // No secret at all, because an older one must not be taken for the newest.
    return [];
  }
}

type SealedRow = Pick<ClientSecretsTable, 'client_id' | 'sealed_secret' | 'expires_at_ms'>;

function openSecret(row: SealedRow, box: SecretBox): ClientSecret {
  return {
    key: createSecretKey(box.open(row.sealed_secret, row.client_id), 'utf8'),
    expiresAtMs: row.expires_at_ms,
  };
}
