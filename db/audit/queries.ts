import { sql } from 'kysely';
import type { AuditChange } from '../../src/audit/domain/audit.ts';
import type { AuditFilter, AuditPage } from '../../src/audit/store.ts';
import type { Database } from '../tables.ts';
import { CHUNK_ROWS, MAX_SCANNED_ROWS, yieldToEventLoop } from '../transactions/queries/scans.ts';
import { type AuditTable, auditFromRow } from './rows.ts';

type NamedRow = AuditTable & { readonly actor_name: string | null };

interface AuditRequest {
  readonly filter: AuditFilter;
  readonly page: { readonly after?: number | undefined; readonly limit: number };
}

/** Reads a page of the audit log, newest first. Positions have no gaps, so a piece of the log is a range of positions. */
export async function listAudit(
  db: Database,
  { filter, page: { after, limit } }: AuditRequest,
): Promise<AuditPage> {
  if (filter.targetIds?.length === 0) return { items: [], next: undefined, scannedRows: 0 };
  const rows: NamedRow[] = [];
  const end = await findEnd(db, after);
  let before = end;
  while (before > 1 && rows.length <= limit && end - before < MAX_SCANNED_ROWS) {
    // An index finds the few rows of a target. Other matches can lie far apart, for example between many rows about tests.
    const from = filter.targetIds === undefined ? Math.max(1, before - CHUNK_ROWS) : 1;
    const matching = selectMatching(db, filter)
      .where('position', '<', before)
      .where('position', '>=', from)
      // One more row than the page shows whether there is a next page.
      .limit(limit + 1 - rows.length);
    rows.push(...(await matching.execute()));
    before = from;
    if (before > 1) await yieldToEventLoop();
  }
  const items = rows.slice(0, limit).map((row) => ({ ...auditFromRow(row), actorName: row.actor_name }));
  const next = rows.length > limit ? items.at(-1)?.position : before;
  const lookedAt = end - ((rows.length > limit ? rows.at(-1)?.position : undefined) ?? before);
  const isScan = filter.targetIds === undefined && lookedAt > rows.length;
  return {
    items,
    next: next === 1 ? undefined : next,
    scannedRows: isScan ? lookedAt : 0,
  };
}

/** The position after the newest row of the page. */
async function findEnd(db: Database, after = Number.POSITIVE_INFINITY): Promise<number> {
  const last = await db
    .selectFrom('audit')
    .select('position')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return Math.min(after, (last?.position ?? 0) + 1);
}

/** Whether a row is about a transaction of a test key, or about an event of one. */
const IS_ABOUT_TEST = sql<boolean>`case target_kind
  when 'transaction' then exists (select 1 from transactions as t where t.id = target_id and t.is_test = 1)
  when 'event' then exists (
    select 1 from events as e join clients as c on c.id = e.client_id where e.id = target_id and c.is_test = 1)
  else false end`;

function selectMatching(
  db: Database,
  { isTest, actor, actorKind, operation, targetIds, fromMs, toMs }: AuditFilter,
) {
  let query = db
    .selectFrom('audit')
    // Keys are never removed, and their names are not part of the hashed row.
    .leftJoin('clients', (join) =>
      join.onRef('clients.app_key', '=', 'audit.actor').on('audit.actor_kind', '=', 'key'),
    )
    .selectAll('audit')
    .select('clients.name as actor_name')
    .where(isTest ? IS_ABOUT_TEST : sql<boolean>`not (${IS_ABOUT_TEST})`)
    .orderBy('position', 'desc');
  if (actor !== undefined) query = query.where('actor', '=', actor);
  if (actorKind !== undefined) query = query.where('actor_kind', '=', actorKind);
  if (operation !== undefined) query = query.where('operation', '=', operation);
  // Positions are selected first: otherwise a planner could scan the whole log, which is already in order.
  if (targetIds !== undefined)
    query = query.where('position', 'in', (eb) =>
      eb
        .selectFrom('audit')
        .select('position')
        .where('target_id', 'in', [...targetIds]),
    );
  if (fromMs !== undefined) query = query.where('occurred_at_ms', '>=', fromMs);
  if (toMs !== undefined) query = query.where('occurred_at_ms', '<', toMs);
  return query;
}

/** Reads the position of the last row. Later reads see all rows up to it, because they are committed already. */
export async function readAuditPosition(db: Database): Promise<number> {
  return (await db.selectFrom('audit_tip').select('position').executeTakeFirstOrThrow()).position;
}

/** Whether a row after a position is about such a target. `false` is only reliable while the caller holds the tip of the log. */
export async function isAuditedSince(
  db: Database,
  position: number,
  targetKinds: readonly AuditChange['targetKind'][],
): Promise<boolean> {
  const row = await db
    .selectFrom('audit')
    .select('position')
    .where('position', '>', position)
    .where('target_kind', 'in', targetKinds)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
