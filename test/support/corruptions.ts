import type { Disagreement } from '../../src/maintenance/domain/disagreements.ts';
import type { History } from './history-database.ts';

/** An id that no row has. */
export const UNKNOWN_ID = 'ffffffffffffffffffffffff';

/** SQL for the id of an event. */
export const eventOf = (id: string, sequence = 2) =>
  `(select id from events where transaction_id = '${id}' and sequence = ${sequence})`;
const insertEvent = (transactionId: string, sequence: number) => `
  insert into events (position, id, transaction_id, client_id, sequence, kind, from_status, to_status, actor_kind, occurred_at_ms)
  select 1000000 + ${sequence}, '${UNKNOWN_ID}', '${transactionId}', id, ${sequence}, 'reject', 'pending', 'unsuccessful', 'operator', 1
  from clients where app_key like 'client-%'`;
/** Inserts a due callback. */
export const insertCallback = (eventId: string, transactionId: string) =>
  `insert into callbacks (event_id, client_id, transaction_id, sequence, state, due_at_ms, failed_attempts)
   select '${eventId}', client_id, id, 2, 'pending', 1, 0 from transactions where id = '${transactionId}'`;
const setRow = (id: string, values: string) => `update transactions set ${values} where id = '${id}'`;
const setEvent = (id: string, sequence: number, values: string) =>
  `update events set ${values} where id = ${eventOf(id, sequence)}`;

/** One way to corrupt a database, and the disagreements that follow. */
export type Corruption = readonly [
  title: string,
  statements: (history: History) => readonly string[],
  kinds: readonly Disagreement['kind'][],
];

const SETTLED_ROW = "status = 'successful', sequence = 2, final_amount_minor = 50000, updated_at_ms = 9";

/** Corruptions of transactions and events. */
export const TRANSACTION_CORRUPTIONS: readonly Corruption[] = [
  [
    'a row that was settled without its event',
    (h) => [setRow(h.pendingDeposit, SETTLED_ROW)],
    ['row-without-event', 'counters', 'account-use'],
  ],
  [
    'a sequence without a transition',
    (h) => [setRow(h.pendingDeposit, 'sequence = 3')],
    ['row-without-event'],
  ],
  [
    'a status without a sequence',
    (h) => [setRow(h.pendingDeposit, "status = 'unsuccessful', status_reason = 'expired'")],
    ['row-without-event', 'counters', 'account-use'],
  ],
  [
    'a status that is not that of the last event',
    (h) => [setRow(h.settled, "status = 'unsuccessful'")],
    ['row-differs', 'counters', 'account-use'],
  ],
  [
    'a reason that is not that of the last event',
    (h) => [setRow(h.settled, "status_reason = 'x'")],
    ['row-differs'],
  ],
  [
    'a final amount that is not that of the last event',
    (h) => [setRow(h.settled, 'final_amount_minor = 1')],
    ['row-differs', 'counters', 'account-use'],
  ],
  [
    'a reason without a transition',
    (h) => [setRow(h.pendingDeposit, "status_reason = 'x'")],
    ['row-differs'],
  ],
  [
    'an end that is not that of the last event',
    (h) => [setRow(h.rejected, "ended_as = 'expired'")],
    ['row-differs', 'counters'],
  ],
  ['an end without a transition', (h) => [setRow(h.pendingDeposit, "ended_as = 'expired'")], ['row-differs']],
  [
    'a correction that forgot the end before it',
    (h) => [setRow(h.corrected, 'ended_as = null')],
    ['row-differs'],
  ],
  [
    'a reference with a wrong check character',
    (h) => [
      setRow(
        h.settled,
        "reference = substr(reference, 1, 7) || case substr(reference, 8) when '2' then '3' else '2' end",
      ),
    ],
    ['reference'],
  ],
  [
    'a name that a search would not find',
    (h) => [setRow(h.settled, "user_name_folded = 'somebody'")],
    ['folded-names'],
  ],
  ['a reference of a withdrawal', (h) => [setRow(h.rejected, "reference = '22222222'")], ['reference']],
  ['an event without a transaction', () => [insertEvent(UNKNOWN_ID, 2)], ['event-without-transaction']],
  [
    'an event that the row has not reached',
    (h) => [insertEvent(h.pendingDeposit, 2), insertCallback(UNKNOWN_ID, h.pendingDeposit)],
    ['event-orphan'],
  ],
  [
    'an event that the row has not reached, with a callback that was tried',
    (h) => [
      insertEvent(h.pendingDeposit, 2),
      insertCallback(UNKNOWN_ID, h.pendingDeposit),
      `insert into callback_attempts (event_id, transaction_id, client_id, started_at_ms, duration_ms)
       select event_id, transaction_id, client_id, 1, 1 from callbacks where event_id = '${UNKNOWN_ID}'`,
    ],
    ['event-orphan'],
  ],
  ['an event with sequence 1', (h) => [insertEvent(h.settled, 1)], ['event-orphan']],
  [
    'a missing event between two others',
    (h) => [
      `delete from callback_attempts where event_id = ${eventOf(h.corrected, 3)}`,
      `delete from callbacks where event_id = ${eventOf(h.corrected, 3)}`,
      `delete from events where id = ${eventOf(h.corrected, 3)}`,
    ],
    ['event-gap'],
  ],
  [
    'an event that begins in another status than the one before ended in',
    (h) => [setEvent(h.corrected, 4, "from_status = 'pending', kind = 'settle'")],
    ['row-differs', 'event-chain', 'counters'],
  ],
  [
    'an event of a kind that leads to another status',
    (h) => [setEvent(h.rejected, 2, "kind = 'reverse'")],
    ['row-differs', 'event-kind'],
  ],
  [
    'an event of another client',
    (h) => [setEvent(h.settled, 2, "client_id = 'another'")],
    ['event-client', 'callback-differs'],
  ],
];
