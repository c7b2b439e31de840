import { sql } from 'kysely';
import type { HoldDisagreement, HoldProblem } from '../../src/domain/consistency.ts';
import type { Database } from '../tables.ts';
import { type Condition, findWrongRows } from './wrong-rows.ts';

interface Row {
  readonly event_id: string;
  readonly transaction_id: string;
}

const CONDITIONS: Readonly<Record<HoldProblem, Condition>> = {
  'hold-without-event': sql`e.id is null`,
  'hold-differs': sql`h.client_id <> e.client_id or h.transaction_id <> e.transaction_id`,
  'hold-of-undone': sql`
    e.kind = 'undo' or exists (
      select 1 from events as u
      where u.transaction_id = e.transaction_id and u.sequence = e.sequence + 1 and u.kind = 'undo'
    )`,
};

/** Checks that each hold is that of its event, and that what was undone has none. */
export function checkHolds(db: Database): AsyncGenerator<readonly HoldDisagreement[]> {
  return findWrongRows(db, {
    from: sql`holds as h left join events as e on e.id = h.event_id`,
    key: sql`h.event_id`,
    start: '',
    columns: sql<Row>`h.event_id, h.transaction_id`,
    conditions: CONDITIONS,
    describe: ({ event_id, transaction_id }, kind) => ({
      kind,
      eventId: event_id,
      transactionId: transaction_id,
    }),
  });
}
