import { sql } from 'kysely';
import { TRANSITION_KINDS, TRANSITIONS } from '../../../src/transactions/domain/transition.ts';
import { findWrongRows } from '../../maintenance/verify/wrong-rows.ts';
import type { Database } from '../../tables.ts';

/** That the transaction has the status from which the plan leads. */
const CAN_HAPPEN = sql.join(
  TRANSITION_KINDS.map((kind) => {
    const from = sql.lit(TRANSITIONS[kind].from);
    return sql`(p.command like ${sql.lit(`{"kind":"${kind}"%`)} and t.status = ${from})`;
  }),
  sql` or `,
);

const CONDITIONS = {
  'plan-without-transaction': sql`t.id is null`,
  'plan-differs': sql`t.id is not null and (p.client_id <> t.client_id or not (${CAN_HAPPEN}))`,
};

/** Checks that each plan is one of its transaction, which has the status from which it leads. */
export function checkPlans(db: Database) {
  return findWrongRows(db, {
    from: sql`planned_transitions as p left join transactions as t on t.id = p.transaction_id`,
    key: sql`p.transaction_id`,
    start: '',
    conditions: CONDITIONS,
    says: { transactionId: 'p.transaction_id' },
  });
}
