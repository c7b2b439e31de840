import type { Generated } from 'kysely';
import type { CallbackAttempt } from '../../src/callbacks/store.ts';
import { type ColumnsOf, columnsOf, type Flag, fromRow, type RowOf, toFlag, toRow } from '../sql/columns.ts';

const COLUMNS = columnsOf(
  'eventId transactionId clientId startedAtMs durationMs status error responseExcerpt',
  { responseExcerpt: 'answer' },
) satisfies ColumnsOf<CallbackAttempt, 'isTest'>;

type AttemptRow = RowOf<CallbackAttempt, typeof COLUMNS> & { is_test: Flag };

export type CallbackAttemptsTable = AttemptRow & {
  /** The order in which attempts were stored. */
  position: Generated<number>;
};

export function attemptToRow(attempt: CallbackAttempt): AttemptRow {
  return Object.assign(toRow(COLUMNS, attempt), {
    duration_ms: Math.round(attempt.durationMs),
    is_test: toFlag(attempt.isTest),
  });
}

interface WithPosition {
  readonly position: number;
}

export function attemptFromRow(row: AttemptRow & WithPosition): CallbackAttempt & WithPosition {
  return Object.assign(fromRow(COLUMNS, row), { position: row.position, isTest: row.is_test === 1 });
}
