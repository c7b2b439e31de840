import type { Actor, TransactionEvent } from '../../../src/transactions/domain/transition.ts';
import {
  type ColumnsOf,
  columnsOf,
  type Flag,
  fromRow,
  type RowOf,
  toFlag,
  toRow,
} from '../../sql/columns.ts';

const COLUMNS = columnsOf(
  `id transactionId clientId sequence kind from to reason internalReason seenBy finalAmountMinor
    paidFromAccountId bankReference occurredAtMs`,
  { from: 'from_status', to: 'to_status' },
) satisfies ColumnsOf<TransactionEvent, 'actor' | 'isTest'>;

/** An event without its position in the feed. */
export type EventRow = RowOf<TransactionEvent, typeof COLUMNS> & {
  actor_kind: Actor['kind'];
  actor_client_id: Actor['clientId'];
  is_test: Flag;
};

/**
 * One row for each transition of a transaction, written in the same commit. It never changes, but for its reasons when
 * a person is forgotten.
 */
export type EventsTable = EventRow & {
  /** The order of the feed. */
  position: number;
};

/** Every column of a new row. */
export const EVENT_COLUMNS: readonly (keyof EventsTable)[] = [
  ...Object.values(COLUMNS),
  ...(['actor_kind', 'actor_client_id', 'is_test', 'position'] as const),
];

export function eventToRow(event: TransactionEvent): EventRow {
  const { kind, clientId } = event.actor;
  return Object.assign(toRow(COLUMNS, event), {
    actor_kind: kind,
    actor_client_id: clientId,
    is_test: toFlag(event.isTest),
  });
}

export function eventFromRow(row: EventRow): TransactionEvent {
  const actor = { kind: row.actor_kind, clientId: row.actor_client_id };
  return Object.assign(fromRow(COLUMNS, row), { actor, isTest: row.is_test === 1 });
}
