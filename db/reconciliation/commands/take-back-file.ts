import { sql } from 'kysely';
import { type Fault, fault } from '../../../src/kernel/problems.ts';
import type { TakeBackOutcome } from '../../../src/reconciliation/import-store.ts';
import { type Audited, appendAudit } from '../../audit/commands/append-audit.ts';
import { lockImports } from '../../engines/statements.ts';
import { isIn } from '../../sql/lists.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { findPlansOfLines } from '../../transactions/queries/plans.ts';
import { holdPagesBefore } from './free-lines.ts';
import { giveSharedLines, inOtherFiles, lockAround, matchOthersAgain } from './free-of-file.ts';
import { refuseUnderWay, type UnderWay } from './lock-staging.ts';

interface TakeBackFile extends Audited {
  readonly fileId: string;
  readonly clientId: string;
  readonly reason: string;
  readonly nowMs: number;
  readonly steadyNowMs: number;
}

/**
 * Takes an import back, unless money was moved because of its lines, or an operator has decided about one. From this
 * commit on, its lines do not count, and `dropImport` removes them afterwards. Lines that other files contain too stay,
 * as lines of those files.
 */
export async function takeBackFile(
  trx: DatabaseTransaction,
  { fileId, clientId, reason, nowMs, steadyNowMs, audit }: TakeBackFile,
): Promise<TakeBackOutcome | UnderWay> {
  // One at a time with imports, each after the commit of the previous one.
  await lockImports(trx);
  await lockAround(trx, fileId);
  const file = await trx
    .selectFrom('statement_files')
    .selectAll()
    .where('id', '=', fileId)
    .executeTakeFirst();
  if (file?.taken_back_at_ms != null) return { kind: 'taken-back' };
  if (file?.state !== 'imported') return { kind: 'missing' };
  const underWay = await refuseUnderWay(trx, steadyNowMs);
  if (underWay) return underWay;
  const refused = file.format === 'pain002' ? fault('file_answers_payouts') : await refuseLines(trx, fileId);
  if (refused) return { kind: 'refused', fault: refused };
  await giveSharedLines(trx, fileId);
  await trx
    .updateTable('statement_files')
    .set({
      state: 'staging',
      staging_ends_at_ms: 0,
      taken_back_at_ms: nowMs,
      taken_back_by: clientId,
      take_back_reason: reason,
    })
    .where('id', '=', fileId)
    .execute();
  await holdPagesBefore(trx, fileId, nowMs);
  await matchOthersAgain(trx, fileId, nowMs);
  await appendAudit(trx, audit, {
    targetKind: 'statementFile',
    targetId: fileId,
    before: { sha256: file.sha256, lines: file.line_count, added: file.added_count },
    after: { takenBack: true },
  });
  return { kind: 'taken-back' };
}

/** The refusals that name a number of lines, in the order in which they are checked. */
const REFUSALS = ['file_moved_money', 'file_refunded', 'file_decided_by_hand'] as const;

/**
 * Counts the lines that only this file contains and because of which money was moved, that have a refund, or that an
 * operator has decided about.
 */
async function refuseLines(trx: DatabaseTransaction, fileId: string): Promise<Fault | undefined> {
  const planned = [...(await findPlansOfLines(trx)).keys()];
  // A line that pays or returns a refund has neither an event nor a transaction.
  const movesMoney = sql`(d.event_id is not null
    or (d.state = 'matched' and d.transaction_id is null and d.undone_at_ms is null))`;
  const isByHand = sql`(d.actor_kind = 'operator' and d.undone_at_ms is null)`;
  const isRefunded = sql`exists (select 1 from refunds as r where r.line_id = l.id)`;
  const { rows } = await sql<Record<(typeof REFUSALS)[number], number | string>>`
    select count(distinct case when ${movesMoney} then l.id end) as file_moved_money,
      count(distinct case when ${isRefunded} then l.id end) as file_refunded,
      count(distinct case when ${isByHand} or ${isIn(sql`l.id`, planned)} then l.id end) as file_decided_by_hand
    from statements as s join statement_lines as l on l.statement_id = s.id
      left join line_decisions as d on d.line_id = l.id
    where s.file_id = ${fileId} and not exists (select 1 from ${inOtherFiles(sql`l.id`, fileId)})`.execute(
    trx,
  );
  const counts = REFUSALS.map((code) => [code, Number(rows[0]?.[code])] as const);
  const found = counts.find(([, count]) => count > 0);
  return found && fault(found[0], { count: found[1] });
}
