import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import { OWN_REASONS } from '../../../src/transactions/domain/reason.ts';
import { FORGOTTEN } from '../../../src/transactions/domain/transaction.ts';
import { linesOf } from '../../reconciliation/queries/lines-of.ts';
import type { Tables } from '../../tables.ts';
import type { TransactionsTable } from '../../transactions/rows/transactions.ts';

const KEPT_REASONS = [...OWN_REASONS, FORGOTTEN];

/**
 * Whether a column has a text that an operator wrote about one transaction. The reasons of the service and of its
 * templates contain no personal data.
 */
export function hasOwnWords(column: string): RawBuilder<boolean> {
  return sql`(${sql.ref(column)} not in (${sql.join(KEPT_REASONS)})
    and ${sql.ref(column)} not in (select text from reason_templates))`;
}

type OfTransaction = ExpressionBuilder<Tables & { t: TransactionsTable }, 't'>;

/** Whether the client still has to receive a callback of a transaction. */
export function hasWaitingCallback(eb: OfTransaction) {
  return eb.exists(
    eb
      .selectFrom('callbacks as c')
      .select('c.event_id')
      .whereRef('c.transaction_id', '=', 't.id')
      // A literal, so that the planner uses the partial index of pending callbacks.
      .where('c.state', '=', sql.lit('pending')),
  );
}

/** Whether a decision about a transaction is planned. Its words can name the person. */
export function isPlanned(eb: OfTransaction) {
  return eb.exists(
    eb
      .selectFrom('planned_transitions as p')
      .select('p.transaction_id')
      .whereRef('p.transaction_id', '=', 't.id'),
  );
}

/**
 * Whether something about a transaction may name its person. Operators can write more about one that was forgotten, and
 * its receiver can answer again.
 */
export function couldNamePerson(eb: OfTransaction) {
  const ofEvents = eb
    .selectFrom('events as e')
    .select('e.id')
    .whereRef('e.transaction_id', '=', 't.id')
    .where(({ or }) => or([hasOwnWords('e.reason'), hasOwnWords('e.internal_reason')]));
  const ofNotes = eb
    .selectFrom('notes as n')
    .select('n.position')
    .whereRef('n.transaction_id', '=', 't.id')
    .where('n.text', '<>', FORGOTTEN);
  const ofAnswers = eb
    .selectFrom('callback_attempts as a')
    .select('a.position')
    .whereRef('a.transaction_id', '=', 't.id')
    .where('a.answer', 'is not', null);
  const ofLines = sql<boolean>`exists (
    select 1 from (${linesOf((id) => eb(id, '=', eb.ref('t.id')))}) as o
      join statement_lines as l on l.id = o.line_id left join refunds as f on f.line_id = l.id
      left join payout_rows as r on r.transaction_id = f.id
    where l.raw <> ${FORGOTTEN} or f.reason <> ${FORGOTTEN} or r.bank_reasons is not null)`;
  const ofPayees = eb
    .selectFrom('payout_payees as y')
    .select('y.id')
    .whereRef('y.paid_id', '=', 't.id')
    .where('y.iban', '<>', FORGOTTEN);
  const ofPayouts = eb
    .selectFrom('payout_rows as r')
    .select('r.row_number')
    .whereRef('r.transaction_id', '=', 't.id')
    .where('r.bank_reasons', 'is not', null);
  return eb.or([
    eb('t.converted_name', '<>', FORGOTTEN),
    ofLines,
    eb.exists(ofEvents),
    eb.exists(ofNotes),
    eb.exists(ofAnswers),
    eb.exists(ofPayees),
    eb.exists(ofPayouts),
  ]);
}
