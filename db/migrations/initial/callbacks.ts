import type { SchemaDialect } from '../../engines/schema-dialect.ts';

/** The outbox, and the attempts to deliver. */
export const callbacks = (d: SchemaDialect): readonly string[] => [
  `create table callbacks (
    event_id text primary key ${d.refersTo('events')},
    client_id text not null,
    transaction_id text not null,
    sequence integer not null,
    state text not null check (state in ('pending', 'delivered', 'failed')),
    due_at_ms bigint,
    lease text,
    due_since_ms bigint,
    waits_since_ms bigint,
    failed_attempts integer not null,
    is_test integer default 0 not null
  ) ${d.busy(70)}`,
  'create index callbacks_due on callbacks (client_id, due_at_ms) where due_at_ms is not null',
  "create index callbacks_failed on callbacks (client_id, event_id) where state = 'failed'",
  `create index callbacks_pending on callbacks (transaction_id, sequence, client_id)
    where state = 'pending'`,

  ...d.only('postgres', 'create sequence callback_attempt_positions'),
  `create table callback_attempts (
    position ${d.attemptPosition},
    event_id text not null,
    transaction_id text not null,
    client_id text not null,
    started_at_ms bigint not null,
    duration_ms integer not null,
    status integer,
    error text,
    answer text,
    is_test integer default 0 not null
    ${d.keys({ postgres: 'primary key (transaction_id, position, client_id)' })}
  ) ${d.growing()}`,
  'create index callback_attempts_of_client on callback_attempts (client_id, position)',
  'create index callback_attempts_of_mode on callback_attempts (is_test, position)',
  `create index callback_attempts_failed on callback_attempts (client_id, position)
    where status is null or status not between 200 and 299`,
  ...d.only(
    'sqlite',
    'create index callback_attempts_of_transaction on callback_attempts (transaction_id, position)',
  ),
  ...d.only('postgres', 'create index callback_attempts_by_position on callback_attempts (position)'),
];
