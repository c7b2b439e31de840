import { sql } from 'kysely';
import { endedAsAfter } from '../../../src/transactions/domain/ending.ts';
import { TRANSITION_KINDS } from '../../../src/transactions/domain/transition.ts';
import type { Database } from '../../tables.ts';
import { findWrongRows } from './wrong-rows.ts';

/** The kinds of events that end a transaction, as cases of SQL. */
const ENDS = sql.join(
  TRANSITION_KINDS.map((kind) => {
    const endedAs = endedAsAfter(kind, null);
    return endedAs === null ? sql`` : sql`when ${sql.lit(kind)} then ${sql.lit(endedAs)}`;
  }),
  sql` `,
);

const LAST_END = sql`(
  select case x.kind ${ENDS} end from events as x
  where x.transaction_id = t.id and x.sequence <= t.sequence and case x.kind ${ENDS} end is not null
  order by x.sequence desc limit 1)`;

/**
 * `endedAsAfter` in src/transactions/domain/ending.ts, in SQL. Only a correction makes it look at earlier events. A correction of
 * something whose end is missing is a gap between events, and no fault of the row.
 */
const HAS_WRONG_END = sql`t.ended_as is distinct from case e.kind
  ${ENDS}
  when 'settle' then null
  else coalesce(${LAST_END}, t.ended_as, '') end`;

const CONDITIONS = {
  'row-without-event': sql`t.sequence < 1 or (t.sequence = 1 and t.status <> 'pending') or (t.sequence > 1 and e.id is null)`,
  'row-differs': sql`
    (t.sequence = 1 and t.status = 'pending' and (
      t.status_reason is not null or t.final_amount_minor is not null or t.ended_as is not null))
    or (t.sequence > 1 and (
      t.status <> e.to_status
      or (e.id is not null and t.status_reason is distinct from e.reason)
      or (e.id is not null and t.final_amount_minor is distinct from e.final_amount_minor)
      or (e.id is not null and ${HAS_WRONG_END})
    ))`,
};

/**
 * Checks that each transaction has the status, reason, final amount and kind of end of its last event. One without
 * events must be pending with sequence 1, without a reason, a final amount and an end.
 */
export function checkRows(db: Database) {
  return findWrongRows(db, {
    from: sql`transactions as t left join events as e on e.transaction_id = t.id and e.sequence = t.sequence`,
    key: sql`t.id`,
    start: '',
    conditions: CONDITIONS,
    says: { transactionId: 't.id', status: 't.status', sequence: 't.sequence' },
  });
}
