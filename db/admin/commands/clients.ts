import type { ClientPatch, ClientRecord } from '../../../src/admin/client-directory.ts';
import type { Logo } from '../../../src/banks/domain/logo.ts';
import { type Audited, appendAudit } from '../../audit/commands/append-audit.ts';
import { clientValues, toIsoTime } from '../../audit/commands/audit-values.ts';
import { toFlag } from '../../sql/columns.ts';
import { MASTER_KEY_ID, NEXT_MASTER_KEY_ID } from '../../sql/metadata.ts';
import type { ClientSecretsTable, DatabaseTransaction } from '../../tables.ts';
import { clientFromRow, clientToRow } from '../rows/clients.ts';

/** A secret as it is stored: sealed under the master key. */
export interface SealedSecret {
  readonly id: string;
  readonly sealedSecret: string;
  /** The id of the key that it is sealed with. */
  readonly keyId: string;
  readonly createdAtMs: number;
}

interface CreateClient extends Audited {
  readonly client: ClientRecord;
  readonly secret: SealedSecret;
}

/** Creates a client with its first secret. @returns undefined when the appKey is taken. */
export async function createClient(
  trx: DatabaseTransaction,
  { client, secret, audit }: CreateClient,
): Promise<ClientRecord | undefined> {
  const row = await trx
    .insertInto('clients')
    .values(clientToRow(client))
    .onConflict((conflict) => conflict.column('app_key').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row) return undefined;
  await insertSecret(trx, row.id, secret);
  const created = clientFromRow(row);
  await appendAudit(trx, audit, {
    targetKind: 'client',
    targetId: created.appKey,
    before: null,
    after: clientValues(created),
  });
  return created;
}

interface UpdateClient extends Audited {
  readonly appKey: string;
  readonly changes: ClientPatch;
}

/** Changes the fields that are given. @returns undefined when no client has the appKey. */
export async function updateClient(
  trx: DatabaseTransaction,
  { appKey, changes, audit }: UpdateClient,
): Promise<ClientRecord | undefined> {
  const { callbackUrl, ipAllowlist, requiresTimedSign, disabledAtMs, brandLogo } = changes;
  const before = await lockClient(trx, appKey);
  if (!before) return undefined;
  const row = await trx
    .updateTable('clients')
    .set({
      app_key: appKey,
      name: changes.name,
      callback_url: callbackUrl,
      ip_allowlist: ipAllowlist && JSON.stringify(ipAllowlist),
      requires_timed_sign: requiresTimedSign === undefined ? undefined : toFlag(requiresTimedSign),
      disabled_at_ms:
        typeof disabledAtMs === 'number' ? (before.disabled_at_ms ?? disabledAtMs) : disabledAtMs,
      return_hosts: changes.returnHosts && JSON.stringify(changes.returnHosts),
      return_url: changes.returnUrl,
      brand_name: changes.brandName,
      brand_color: changes.brandColor,
      brand_logo: brandLogo === null ? null : brandLogo?.file,
    })
    .where('app_key', '=', appKey)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (brandLogo !== undefined) await replaceLogo(trx, row.id, brandLogo);
  const updated = clientFromRow(row);
  await appendAudit(trx, audit, {
    targetKind: 'client',
    targetId: appKey,
    before: clientValues(clientFromRow(before)),
    after: clientValues(updated),
  });
  return updated;
}

/** Reads a client, and lets no other command change it or its secrets before the end of this one. */
function lockClient(trx: DatabaseTransaction, appKey: string) {
  return trx
    .selectFrom('clients')
    .selectAll()
    .where('app_key', '=', appKey)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

async function replaceLogo(trx: DatabaseTransaction, clientId: string, logo: Logo | null): Promise<void> {
  await trx.deleteFrom('client_logos').where('client_id', '=', clientId).execute();
  if (!logo) return;
  // A message between threads turns a Buffer into a plain array of bytes, which the driver does not bind.
  const row = { client_id: clientId, file: logo.file, bytes: Buffer.from(logo.bytes) };
  await trx.insertInto('client_logos').values(row).execute();
}

interface RotateSecret extends Audited {
  readonly appKey: string;
  readonly secret: SealedSecret;
  /** The end of the current secret's validity. An older secret that is still valid ends now. */
  readonly previousEndsAtMs: number;
}

/** Gives a client a new secret. @returns undefined when no client has the appKey. */
export async function rotateSecret(
  trx: DatabaseTransaction,
  { appKey, secret, previousEndsAtMs, audit }: RotateSecret,
): Promise<ClientRecord | undefined> {
  const row = await lockClient(trx, appKey);
  if (!row) return undefined;
  await trx
    .deleteFrom('client_secrets')
    .where('client_id', '=', row.id)
    .where('expires_at_ms', 'is not', null)
    .execute();
  const previous = await trx
    .updateTable('client_secrets')
    .set({ expires_at_ms: previousEndsAtMs })
    .where('client_id', '=', row.id)
    .returning('id')
    .executeTakeFirst();
  await insertSecret(trx, row.id, secret);
  // The id of a secret reveals nothing about the secret. A previous secret that ends immediately has the end 0.
  const previousSecretEndsAt = previousEndsAtMs === 0 ? 'at once' : toIsoTime(previousEndsAtMs);
  await appendAudit(trx, audit, {
    targetKind: 'client',
    targetId: appKey,
    before: { secretId: previous?.id ?? null },
    after: { secretId: secret.id, previousSecretEndsAt },
  });
  return clientFromRow(row);
}

/** The error code of a secret that is sealed with a retired key. */
export const KEY_CHANGED = 'MASTER_KEY_CHANGED';

/**
 * Refuses a secret that another process has sealed with a retired key, because it has not noticed the change. Until the
 * commit no command can record that all secrets are sealed with one key.
 */
async function refuseOldKey(trx: DatabaseTransaction, keyId: string): Promise<void> {
  const rows = await trx
    .selectFrom('metadata')
    .select('value')
    .where('key', 'in', [MASTER_KEY_ID, NEXT_MASTER_KEY_ID])
    .orderBy('key')
    .forShare()
    .execute();
  if (rows.length === 0 || rows.some(({ value }) => value === keyId)) return;
  throw Object.assign(new Error('the secrets are sealed with another key by now'), { code: KEY_CHANGED });
}

async function insertSecret(
  trx: DatabaseTransaction,
  clientId: string,
  { id, sealedSecret, keyId, createdAtMs }: SealedSecret,
): Promise<void> {
  await refuseOldKey(trx, keyId);
  const row: ClientSecretsTable = {
    id,
    client_id: clientId,
    sealed_secret: sealedSecret,
    created_at_ms: createdAtMs,
    expires_at_ms: null,
  };
  await trx.insertInto('client_secrets').values(row).execute();
}
