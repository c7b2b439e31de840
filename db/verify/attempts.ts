import { sql } from 'kysely';
import type { AttemptDisagreement, AttemptProblem } from '../../src/domain/consistency.ts';
import type { Database } from '../tables.ts';
import { searchRows } from './pages.ts';

interface Row {
  readonly position: number;
  readonly event_id: string;
}

const CONDITIONS: Readonly<Record<AttemptProblem, ReturnType<typeof sql>>> = {
  'attempt-without-event': sql`e.id is null`,
  'attempt-differs': sql`a.transaction_id <> e.transaction_id or a.client_id <> t.client_id`,
};

/** Each attempt is of an event, of its transaction and of the client of that. */
export async function* checkAttempts(db: Database): AsyncGenerator<readonly AttemptDisagreement[]> {
  const pages = searchRows<AttemptProblem, Row>(db, {
    from: sql`
      callback_attempts as a
      left join events as e on e.id = a.event_id
      left join transactions as t on t.id = e.transaction_id`,
    key: sql`a.position`,
    start: 0,
    columns: sql<Row>`a.position, a.event_id`,
    conditions: CONDITIONS,
  });
  for await (const findings of pages)
    yield findings.flatMap(({ row: { position, event_id }, kinds }) =>
      kinds.map((kind) => ({ kind, position, eventId: event_id })),
    );
}
