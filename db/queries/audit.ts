import type { AuditFilter, AuditPage } from '../../src/operations/audit/store.ts';
import { auditFromRow } from '../rows/audit.ts';
import type { Database } from '../tables.ts';

interface AuditRequest {
  readonly filter: AuditFilter;
  readonly page: { readonly after?: number | undefined; readonly limit: number };
}

/** Lists rows of the audit log, newest first. Filters together can look at many rows for one that matches. */
export async function listAudit(
  db: Database,
  { filter, page: { after, limit } }: AuditRequest,
): Promise<AuditPage> {
  const { actor, actorKind, operation, targetId, fromMs, toMs } = filter;
  let query = db
    .selectFrom('audit')
    .selectAll()
    .orderBy('position', 'desc')
    .limit(limit + 1);
  if (actor !== undefined) query = query.where('actor', '=', actor);
  if (actorKind !== undefined) query = query.where('actor_kind', '=', actorKind);
  if (operation !== undefined) query = query.where('operation', '=', operation);
  if (targetId !== undefined) query = query.where('target_id', '=', targetId);
  if (fromMs !== undefined) query = query.where('occurred_at_ms', '>=', fromMs);
  if (toMs !== undefined) query = query.where('occurred_at_ms', '<', toMs);
  if (after !== undefined) query = query.where('position', '<', after);
  const rows = await query.execute();
  const items = rows.slice(0, limit).map(auditFromRow);
  return { items, next: rows.length > limit ? items.at(-1)?.position : undefined };
}
