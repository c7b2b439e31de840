import { type Corruption, eventOf, insertCallback, UNKNOWN_ID } from './corruptions.ts';

const setCallback = (id: string, sequence: number, values: string) =>
  `update callbacks set ${values} where event_id = ${eventOf(id, sequence)}`;

const insertCallbackOf = (id: string) => `
  insert into callbacks (event_id, client_id, transaction_id, sequence, state, due_at_ms, failed_attempts)
  select id, client_id, transaction_id, sequence, 'pending', 1, 0 from events where id = ${eventOf(id)}`;

const insertHold = (eventId: string, transactionId: string) => `
  insert into holds (event_id, transaction_id, client_id, ends_at_ms, before_updated_at_ms)
  select ${eventId}, id, client_id, 1, 1 from transactions where id = '${transactionId}'`;

/** Corruptions of callbacks, holds and attempts. */
export const CALLBACK_CORRUPTIONS: readonly Corruption[] = [
  [
    'a callback without an event',
    (h) => [insertCallback(UNKNOWN_ID, h.pendingDeposit)],
    ['callback-without-event'],
    ['callback-removed'],
  ],
  [
    'a callback with another sequence',
    (h) => [setCallback(h.settled, 2, 'sequence = 9')],
    ['callback-differs'],
    ['callback-changed'],
  ],
  [
    'a callback that was delivered without an attempt',
    (h) => [`delete from callback_attempts where event_id = ${eventOf(h.settled)}`],
    ['callback-untried'],
    ['callback-changed'],
  ],
  [
    'a delivered callback that is due',
    (h) => [setCallback(h.settled, 2, 'due_at_ms = 1')],
    ['callback-done-due'],
    ['callback-changed'],
  ],
  [
    'a failed callback that is claimed',
    (h) => [setCallback(h.givenUp, 2, "lease = 'x'")],
    ['callback-done-due'],
    ['callback-changed'],
  ],
  [
    'a lease without an end',
    (h) => [setCallback(h.waiting, 2, "lease = 'x', due_at_ms = null")],
    ['callback-lease'],
    ['callback-changed'],
  ],
  [
    'callbacks that wait for nothing',
    (h) => [setCallback(h.waiting, 2, 'due_at_ms = null')],
    ['callback-stalled'],
    ['callbacks-ordered'],
  ],
  [
    'a callback that is due together with an earlier one',
    (h) => [setCallback(h.waiting, 3, 'due_at_ms = 1')],
    ['callback-out-of-turn'],
    ['callbacks-ordered'],
  ],
  [
    'a callback of what was undone',
    (h) => [insertCallbackOf(h.undone)],
    ['callback-of-undone'],
    ['callback-removed'],
  ],
  [
    'a callback that is due although its event is held back',
    (h) => [setCallback(h.held, 2, 'due_at_ms = 1')],
    ['callback-held'],
    ['hold-removed'],
  ],
  [
    'a hold without an event',
    (h) => [insertHold(`'${UNKNOWN_ID}'`, h.settled)],
    ['hold-without-event'],
    ['hold-removed'],
  ],
  [
    'a hold of another client',
    () => ["update holds set client_id = 'another'"],
    ['hold-differs'],
    ['hold-removed'],
  ],
  [
    'a hold of what was undone',
    (h) => [insertHold(eventOf(h.undone), h.undone)],
    ['hold-of-undone'],
    ['hold-removed'],
  ],
  [
    'an attempt without an event',
    () => [`update callback_attempts set event_id = '${UNKNOWN_ID}' where status = 500`],
    ['attempt-without-event'],
    ['attempt-removed'],
  ],
  [
    'an attempt of another transaction',
    (h) => [`update callback_attempts set transaction_id = '${h.rejected}' where status = 500`],
    ['attempt-differs'],
    ['attempt-changed'],
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
    ['counters-set'],
  ],
  ['counters that are missing', () => ['delete from transaction_counters'], ['counters'], ['counters-set']],
  [
    'counters without transactions',
    () => [
      "insert into transaction_counters values (1, 'c', 'b', 'deposit', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)",
    ],
    ['counters'],
    ['counters-set'],
  ],
  [
    'an account that counts too much',
    () => [
      'update bank_accounts set paid_minor = paid_minor + 1, pending_minor = pending_minor + 1 where paid_minor > 0',
    ],
    ['account-use'],
    ['account-use-set'],
  ],
  [
    'an account that counts an earlier day',
    () => ['update bank_accounts set paid_day = paid_day - 1 where paid_minor > 0'],
    ['account-use'],
    ['account-use-set'],
  ],
  [
    'an account that counts deposits without having any',
    () => ['update bank_accounts set paid_day = 5, paid_minor = 5 where paid_minor = 0'],
    ['account-use'],
    ['account-use-set'],
  ],
  [
    'an account that was assigned but has no place in the order',
    () => ['update bank_accounts set assigned_order = 0 where assigned_order > 0'],
    ['account-order'],
    ['account-use-set'],
  ],
];

/** Corruptions of the keys, which SQLite has in indexes. */
export const KEY_CORRUPTIONS: readonly Corruption[] = [
  [
    'a processId that could be used again',
    (h) => [`delete from process_ids where transaction_id = '${h.settled}'`],
    ['key-missing'],
    ['key-added'],
  ],
  [
    'a pending deposit that would let a second one in',
    (h) => [
      `delete from pending_deposits where transaction_id = '${h.pendingDeposit}'`,
      `delete from open_references where transaction_id = '${h.pendingDeposit}'`,
    ],
    ['key-missing'],
    ['key-added'],
  ],
  [
    'keys of a transaction that does not exist',
    () => [
      `insert into process_ids values ('client', 'process', '${UNKNOWN_ID}')`,
      `insert into pending_deposits values ('client', 'user', '${UNKNOWN_ID}')`,
      `insert into open_references values ('22222222', 'client', '${UNKNOWN_ID}')`,
    ],
    ['key-left'],
    ['key-removed'],
  ],
];
