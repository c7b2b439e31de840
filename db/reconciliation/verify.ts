import { sql } from 'kysely';
import { CLOSED_STATES } from '../../src/reconciliation/domain/line-states.ts';
import { type FoundDisagreements, findWrongRows } from '../maintenance/verify/wrong-rows.ts';
import type { Database } from '../tables.ts';
import { PARTS } from './queries/payment-rounds.ts';

const CLOSED = sql.join(CLOSED_STATES.map((state) => sql.lit(state)));

/** The sum of the lines that one event has matched: one line, or several that were confirmed together. */
const PAID = sql`(
  select sum(paying.amount_minor)
  from line_decisions as p join statement_lines as paying on paying.id = p.line_id
  where p.event_id = d.event_id and p.settles = 1 and p.undone_at_ms is null)`;

/** Whether a payment is matched in addition to that of a later round, although no debit has returned it. */
const IS_PAID_TWICE = sql`(
  exists (select 1 from line_decisions as p where p.transaction_id = d.transaction_id and p.settles = 1
    and p.undone_at_ms is null and p.part / ${PARTS} > d.part / ${PARTS})
  and not exists (select 1 from statement_lines as b join line_decisions as r on r.id = b.decision_id
    where b.transaction_id = d.transaction_id and b.direction = 'debit' and b.state = 'matched' and r.settles = 0
      and r.part / ${PARTS} = d.part / ${PARTS}))`;

/** Whether a line pays several payouts at once, or a refund, and so has no transaction of its own. */
const PAYS_BATCH = sql`(d.rule = 'payout-paid' and d.transaction_id is null and l.amount_minor = (
  select sum(coalesce(w.amount_minor, f.amount_minor)) from payout_rows as r
  left join transactions as w on w.id = r.transaction_id left join refunds as f on f.id = r.transaction_id
  where r.line_id = l.id))`;

/**
 * Checks that each line of a bank statement has the state of its decision, that what a decision has settled or reversed
 * has its event, that no transaction is paid twice, and that files count their lines.
 */
export async function* checkLines(
  db: Database,
): FoundDisagreements<'line-state' | 'line-settlement' | 'file-count' | 'file-taken-back'> {
  yield* checkStates(db);
  yield* checkDecisions(db);
  yield* checkFiles(db);
}

function checkStates(db: Database) {
  return findWrongRows(db, {
    from: sql`statement_lines as l left join line_decisions as d on d.id = l.decision_id`,
    key: sql`l.id`,
    start: '',
    conditions: {
      'line-state': sql`
        l.is_open <> case when l.state in (${CLOSED}) then 0 else 1 end
        or (l.state not in ('new', 'replaced') and (d.id is null or d.line_id <> l.id))
        or (l.state not in ('new', 'replaced', 'undone') and (
          d.state <> l.state or d.undone_at_ms is not null or d.transaction_id is distinct from l.transaction_id))
        or (l.state = 'undone' and (d.undone_at_ms is null or l.transaction_id is not null))
        or (l.state in ('giving-back', 'given-back') and not exists (select 1 from refunds as f
          where f.line_id = l.id and f.state = case l.state when 'giving-back' then 'open' else 'paid' end))`,
    },
    says: { id: 'l.id' },
  });
}

function checkDecisions(db: Database) {
  return findWrongRows(db, {
    from: sql`line_decisions as d join statement_lines as l on l.id = d.line_id
      left join events as e on e.id = d.event_id left join transactions as t on t.id = d.transaction_id`,
    key: sql`d.id`,
    start: '',
    conditions: {
      'line-settlement': sql`
        (d.event_id is not null and (e.id is null or e.transaction_id is distinct from d.transaction_id
          or (d.settles = 1 and (e.kind not in ('settle', 'correct')
            or (l.currency = t.currency and e.final_amount_minor < l.amount_minor)))
          or (d.settles = 1 and d.undone_at_ms is null and l.currency = t.currency and e.final_amount_minor <> ${PAID})
          or (d.settles = 0 and e.kind <> 'reverse')))
        or (d.settles = 1 and d.event_id is null and d.actor_kind <> 'operator'
          and d.rule <> 'reference-noted' and not ${PAYS_BATCH})
        or (d.settles = 1 and d.undone_at_ms is null and (l.decision_id is distinct from d.id
          or t.status = 'pending' or ${IS_PAID_TWICE}))`,
    },
    says: { id: 'l.id' },
  });
}

function checkFiles(db: Database) {
  return findWrongRows(db, {
    from: sql`statement_files as f`,
    key: sql`f.id`,
    start: '',
    conditions: {
      'file-count': sql`f.state = 'imported' and (
        f.line_count <> (select coalesce(sum(s.line_count), 0) from statements as s where s.file_id = f.id)
        or f.added_count <> (select count(*) from statements as s
          join statement_lines as l on l.statement_id = s.id where s.file_id = f.id))`,
      'file-taken-back': sql`f.taken_back_at_ms is not null and (f.state <> 'staging'
        or f.taken_back_by is null or f.take_back_reason is null
        or (f.staging_ends_at_ms is null and exists (select 1 from statements as s
          join statement_lines as l on l.statement_id = s.id where s.file_id = f.id)))`,
    },
    says: { id: 'f.id' },
  });
}
