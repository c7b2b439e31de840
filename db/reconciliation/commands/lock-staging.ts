import type { DatabaseTransaction } from '../../tables.ts';

/** After this time without a new part, an import counts as abandoned, because its process has died. */
export const STAGING_TTL_MS = 60_000;
/** No import that is under way ends later than this, even though the clocks of processes differ. */
const MAX_STAGING_MS = 2 * STAGING_TTL_MS;

/**
 * Reads and locks a file whose rows are being stored or removed, so that no other command changes it before the commit.
 */
export function lockStaging(trx: DatabaseTransaction, fileId: string) {
  return ofUnderWay(trx).where('id', '=', fileId).forUpdate().executeTakeFirst();
}

function ofUnderWay(trx: DatabaseTransaction) {
  return trx
    .selectFrom('statement_files')
    .selectAll()
    .where('state', '=', 'staging')
    .where('staging_ends_at_ms', 'is not', null);
}

/** Another file is in the way. If it was abandoned, it must be removed before the caller starts again. */
export type UnderWay = { readonly kind: 'busy' } | { readonly kind: 'abandoned'; readonly fileId: string };

/** Refuses to begin while another file is being imported, or loses its lines. */
export async function refuseUnderWay(
  trx: DatabaseTransaction,
  steadyNowMs: number,
): Promise<UnderWay | undefined> {
  const file = await ofUnderWay(trx).executeTakeFirst();
  if (!file) return undefined;
  return isAbandoned(file.staging_ends_at_ms, steadyNowMs)
    ? { kind: 'abandoned', fileId: file.id }
    : { kind: 'busy' };
}

/**
 * Whether an import was abandoned. One that would last far too long counts too: it began before the clock was set back.
 */
export function isAbandoned(endsAtMs: number | null, steadyNowMs: number): boolean {
  return endsAtMs === null || steadyNowMs >= endsAtMs || endsAtMs - steadyNowMs > MAX_STAGING_MS;
}
