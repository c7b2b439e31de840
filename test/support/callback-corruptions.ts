import { type Corruption, eventOf, insertCallback, UNKNOWN_ID } from './corruptions.ts';

const setCallback = (id: string, sequence: number, values: string) =>
  `update callbacks set ${values} where event_id = ${eventOf(id, sequence)}`;

const _insertCallbackOf = (id: string) => `
  insert into callbacks (event_id, client_id, transaction_id, sequence, state, due_at_ms, failed_attempts)
  select id, client_id, transaction_id, sequence, 'pending', 1, 0 from events where id = ${eventOf(id)}`;

const _insertHold = (eventId: string, transactionId: string) => `
  insert into holds (event_id, transaction_id, client_id, ends_at_ms, before_updated_at_ms)
  select ${eventId}, id, client_id, 1, 1 from transactions where id = '${transactionId}'`;

/** Corruptions of callbacks, holds and attempts. */
export const CALLBACK_CORRUPTIONS: readonly Corruption[] = [
  [
    'a callback without an event',
    (h) => [insertCallback(UNKNOWN_ID, h.pendingDeposit)],
    ['callback-without-event'],
  ],
  [
    'a callback with another sequence',
    (h) => [setCallback(h.settled, 2, 'sequence = 9')],
    ['callback-differs'],
  ],
  [
    'a callback that was delivered without an attempt',
    (h) => [`delete from callback_attempts where event_id = ${eventOf(h.settled)}`],
    ['callback-untried'],
  ],
  [
    'a delivered callback that is due',
    (h) => [setCallback(h.settled, 2, 'due_at_ms = 1')],
    ['callback-done-due'],
  ],
  [
    'a failed callback that is claimed',
    (h) => [setCallback(h.givenUp, 2, "lease = 'x'")],
    ['callback-done-due'],
  ],
  [
    'a lease without an end',
    (h) => [setCallback(h.waiting, 2, "lease = 'x', due_at_ms = null")],
    ['callback-lease'],
  ],
  [
    'callbacks that wait for nothing',
    (h) => [setCallback(h.waiting, 2, 'due_at_ms = null')],
    ['callback-stalled'],
  ],
  [
    'a callback that is due together with an earlier one',
    (h) => [setCallback(h.waiting, 3, 'due_at_ms = 1')],
    ['callback-out-of-turn'],
  ],
  [
    'a plan of a transaction that does not exist',
    () => [`update planned_transitions set transaction_id = '${UNKNOWN_ID}'`],
    ['plan-without-transaction'],
  ],
  [
    'a plan of another client',
    () => ["update planned_transitions set client_id = 'another'"],
    ['plan-differs'],
  ],
  [
    'a plan that leads from another status',
    () => [`update planned_transitions set command = '{"kind":"reverse","sequence":1}'`],
    ['plan-differs'],
  ],
  [
    'an attempt without an event',
    () => [`update callback_attempts set event_id = '${UNKNOWN_ID}' where status = 500`],
    ['attempt-without-event'],
  ],
  [
    'an attempt of another transaction',
    (h) => [`update callback_attempts set transaction_id = '${h.rejected}' where status = 500`],
    ['attempt-differs'],
  ],
];

/** Corruptions of counters and of the use of accounts. */
export const SUM_CORRUPTIONS: readonly Corruption[] = [
  [
    'counters that are too high',
    () => [
      'update transaction_counters set created_count = created_count + 1, settling_ms = settling_ms + 5',
    ],
    ['counters'],
  ],
  ['counters that are missing', () => ['delete from transaction_counters'], ['counters']],
  [
    'counters without transactions',
    () => [
      "insert into transaction_counters values (1, 'c', 'b', 'deposit', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)",
    ],
    ['counters'],
  ],
  [
    'an account that counts too much',
    () => [
      'update bank_accounts set paid_minor = paid_minor + 1, pending_minor = pending_minor + 1 where paid_minor > 0',
    ],
    ['account-use'],
  ],
  [
    'an account that counts an earlier day',
    () => ['update bank_accounts set paid_day = paid_day - 1 where paid_minor > 0'],
    ['account-use'],
  ],
  [
    'an account that counts deposits without having any',
    () => ['update bank_accounts set paid_day = 5, paid_minor = 5 where paid_minor = 0'],
    ['account-use'],
  ],
  [
    'an account that was assigned but has no place in the order',
    () => ['update bank_accounts set assigned_order = 0 where assigned_order > 0'],
    ['account-order'],
  ],
];
