import type { AuditFilter, AuditPage, AuditStore } from '../../src/operations/audit/store.ts';
import type { Engine } from '../engine.ts';
import { auditFromRow } from '../rows/audit.ts';
import type { Database } from '../tables.ts';

/** The audit log of an engine's database. */
export function createAuditStore(engine: Engine): AuditStore {
  return {
    list: (filter, page) => engine.read((db) => listRows(db, filter, page)),
    recordSignIn: (appKey, audit) => engine.run('recordSignIn', { appKey, audit }),
  };
}

async function listRows(
  db: Database,
  { actor, actorKind, operation, targetId, fromMs, toMs }: AuditFilter,
  { after, limit }: { readonly after?: number | undefined; readonly limit: number },
): Promise<AuditPage> {
  let query = db
    .selectFrom('audit')
    // A key is never removed, and its name is no part of the hashed row.
    .leftJoin('clients', (join) =>
      join.onRef('clients.app_key', '=', 'audit.actor').on('audit.actor_kind', '=', 'key'),
    )
    .selectAll('audit')
    .select('clients.name as actor_name')
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
  const items = rows.slice(0, limit).map((row) => ({ ...auditFromRow(row), actorName: row.actor_name }));
  return { items, next: rows.length > limit ? items.at(-1)?.position : undefined };
}
