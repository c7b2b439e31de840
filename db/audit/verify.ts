import { FIRST_PREVIOUS_HASH, hashAuditRow } from '../../src/audit/domain/audit.ts';
import type { AuditVerdict } from '../../src/maintenance/domain/consistency.ts';
import type { Engine } from '../engine.ts';
import type { Database } from '../tables.ts';
import { auditFromRow } from './rows.ts';

type AuditDisagreement = NonNullable<AuditVerdict['first']>;

const PAGE_SIZE = 500;

/**
 * Checks that no row of the audit log is missing, that each has the hash of its values, and that each names the hash
 * of the row before it.
 */
export async function* checkAudit(db: Database): AsyncGenerator<readonly AuditDisagreement[]> {
  yield* checkBeforeFirst(db);
  let position = 0;
  let hash: string | undefined = FIRST_PREVIOUS_HASH;
  for (;;) {
    const rows = await db
      .selectFrom('audit')
      .selectAll()
      .where('position', '>', position)
      .orderBy('position')
      .limit(PAGE_SIZE)
      .execute();
    const wrong: AuditDisagreement[] = [];
    for (const row of rows.map(auditFromRow)) {
      const missing = row.position - position - 1;
      if (missing > 0) wrong.push({ kind: 'audit-missing', position: position + 1, count: missing });
      if (hashAuditRow(row) !== row.hash) wrong.push({ kind: 'audit-changed', position: row.position });
      // After a gap, the hash of the previous row is unknown.
      else if (missing === 0 && row.previousHash !== hash)
        wrong.push({ kind: 'audit-chain', position: row.position });
      position = row.position;
      hash = row.hash;
    }
    if (wrong.length > 0) yield wrong;
    if (rows.length < PAGE_SIZE) break;
  }
  const atEnd = await checkTip(db, position, hash);
  if (atEnd) yield [atEnd];
}

/** The log begins at 1. A row before that was inserted by other means, and lists would show it. */
async function* checkBeforeFirst(db: Database): AsyncGenerator<readonly AuditDisagreement[]> {
  const rows = await db
    .selectFrom('audit')
    .select('position')
    .where('position', '<', 1)
    .orderBy('position')
    .limit(PAGE_SIZE)
    .execute();
  if (rows.length > 0) yield rows.map(({ position }) => ({ kind: 'audit-chain', position }));
}

/** Compares the last row with the stored end of the log. */
async function checkTip(
  db: Database,
  position: number,
  hash: string,
): Promise<AuditDisagreement | undefined> {
  const tip = await db.selectFrom('audit_tip').select(['position', 'hash']).executeTakeFirst();
  if (tip && tip.position > position)
    return { kind: 'audit-missing', position: position + 1, count: tip.position - position };
  if (tip?.position === position && tip.hash === hash) return undefined;
  return { kind: 'audit-chain', position };
}

/**
 * Walks the whole audit log, in one snapshot.
 * @param knownHash a hash that an earlier walk ended with, which must still be in the log.
 */
export function verifyAudit(engine: Engine, knownHash?: string): Promise<AuditVerdict> {
  return engine.snapshot((db) => readVerdict(db, knownHash));
}

async function readVerdict(db: Database, knownHash: string | undefined): Promise<AuditVerdict> {
  const wrong: AuditDisagreement[] = [];
  let count = 0;
  for await (const page of checkAudit(db)) {
    count += page.length;
    if (wrong.length === 0) wrong.push(...page.slice(0, 1));
  }
  const { rows } = await db
    .selectFrom('audit')
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow();
  const last = await db.selectFrom('audit').select('hash').orderBy('position', 'desc').executeTakeFirst();
  const known =
    knownHash === undefined
      ? undefined
      : await db.selectFrom('audit').select('position').where('hash', '=', knownHash).executeTakeFirst();
  return {
    rows: Number(rows),
    lastHash: last?.hash ?? FIRST_PREVIOUS_HASH,
    first: wrong[0] ?? null,
    count,
    lacksKnownHash: knownHash !== undefined && known === undefined,
  };
}
