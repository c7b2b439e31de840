import type { Generated, Kysely, Transaction } from 'kysely';
import type { RepairKind } from '../src/domain/agreement.ts';
import type { BlacklistKind } from '../src/domain/creation.ts';
import type { TransactionStatus, TransactionType } from '../src/domain/transaction.ts';
import type { Actor, TransitionKind } from '../src/domain/transition.ts';
import type { ClientRecord } from '../src/operations/admin/directory.ts';
import type { CallbackState } from '../src/operations/callbacks/store.ts';

/** Booleans are 0 or 1, moments epoch milliseconds, amounts minor units: the same on every engine. */
export type Flag = 0 | 1;

export function toFlag(value: boolean): Flag {
  return value ? 1 : 0;
}

export interface ClientsTable {
  id: string;
  app_key: string;
  name: string;
  role: ClientRecord['role'];
  callback_url: string | null;
  /** JSON array of CIDR blocks. */
  ip_allowlist: string;
  requires_timed_sign: Flag;
  disabled_at_ms: number | null;
  created_at_ms: number;
}

export interface ClientSecretsTable {
  id: string;
  client_id: string;
  /** Sealed under MASTER_KEY, see secret-box.ts. */
  sealed_secret: string;
  created_at_ms: number;
  /** Null for the current secret; set at rotation. */
  expires_at_ms: number | null;
}

export interface BanksTable {
  id: string;
  name: string;
  active: Flag;
  /** Both limits of a type are null when the bank does not offer it. */
  deposit_min_minor: number | null;
  deposit_max_minor: number | null;
  withdrawal_min_minor: number | null;
  withdrawal_max_minor: number | null;
  created_at_ms: number;
}

export interface BankAccountsTable {
  id: string;
  bank_id: string;
  account_name: string;
  iban: string;
  daily_limit_minor: number | null;
  active: Flag;
  assigned_order: number;
  used_day: number;
  used_minor: number;
  created_at_ms: number;
}

export interface BlacklistTable {
  id: string;
  /** Empty for every client: a null would escape the unique index. */
  client_id: string;
  kind: BlacklistKind;
  value: string;
  reason: string | null;
  created_at_ms: number;
}

export interface BankCopiesTable {
  url: string;
  body: string;
  fetched_at_ms: number;
}

export interface TransactionsTable {
  id: string;
  client_id: string;
  process_id: string;
  type: TransactionType;
  status: TransactionStatus;
  status_reason: string | null;
  bank_id: string;
  bank_name: string;
  currency: string;
  amount_minor: number;
  final_amount_minor: number | null;
  user_id: string;
  user_name: string;
  name: string;
  converted_name: string;
  /** Deposits: the account to pay into. */
  bank_account_id: string | null;
  /** Deposits: the name of that account; withdrawals: the accountName as sent. */
  account_name: string;
  /** Deposits: the IBAN of that account; withdrawals: the iban as sent. */
  iban: string;
  /** Withdrawals: the electronic form of iban. */
  iban_normalized: string | null;
  pay_token: string | null;
  /** Deposits: when a pending one expires, by the steady clock. */
  expires_at_ms: number | null;
  /** Deposits: when the payer first said that the money was sent. */
  sent_at_ms: number | null;
  sequence: number;
  created_at_ms: number;
  updated_at_ms: number;
}

/** Counters of the transactions created in one UTC day, kept in the commit of each change. */
export interface TransactionCountersTable {
  /** Days since 1970-01-01. */
  day: number;
  client_id: string;
  bank_id: string;
  type: TransactionType;
  created_count: number;
  created_minor: number;
  successful_count: number;
  successful_minor: number;
  unsuccessful_count: number;
  /** How many were settled from pending, and how long they were pending, together. */
  settled_count: number;
  settling_ms: number;
}

/** One row for each change of a transaction, written in its commit and never changed. */
export interface EventsTable {
  /** The order of the feed: given by the database inside the commit. */
  position: Generated<number>;
  id: string;
  transaction_id: string;
  client_id: string;
  sequence: number;
  kind: TransitionKind;
  from_status: TransactionStatus;
  to_status: TransactionStatus;
  reason: string | null;
  final_amount_minor: number | null;
  actor_kind: Actor['kind'];
  actor_client_id: string | null;
  occurred_at_ms: number;
}

/** The outbox: one row for each event that its client is to be told of. Times are of the steady clock. */
export interface CallbacksTable {
  event_id: string;
  client_id: string;
  transaction_id: string;
  sequence: number;
  state: CallbackState;
  /** When it may be claimed; null when it waits for the one before it, and when it is done. */
  due_at_ms: number | null;
  /** Who has claimed it, until `due_at_ms`. */
  lease: string | null;
  /** When its turn came. */
  due_since_ms: number | null;
  /** When the wait for the next attempt began; null when its receiver asked for the wait, which nothing may shorten. */
  waits_since_ms: number | null;
  failed_attempts: number;
}

export interface CallbackAttemptsTable {
  position: Generated<number>;
  event_id: string;
  transaction_id: string;
  client_id: string;
  started_at_ms: number;
  duration_ms: number;
  status: number | null;
  error: string | null;
  answer: string | null;
}

export interface MetadataTable {
  key: string;
  value: string;
}

/** One row for each thing that a repair changed. */
export interface RepairsTable {
  id: Generated<number>;
  repaired_at_ms: number;
  kind: RepairKind;
  /** The id of what was changed. */
  subject: string;
  /** JSON: the values `before` and `after`. */
  detail: string;
}

export interface Tables {
  clients: ClientsTable;
  client_secrets: ClientSecretsTable;
  banks: BanksTable;
  bank_accounts: BankAccountsTable;
  blacklist: BlacklistTable;
  bank_copies: BankCopiesTable;
  transactions: TransactionsTable;
  transaction_counters: TransactionCountersTable;
  events: EventsTable;
  callbacks: CallbacksTable;
  callback_attempts: CallbackAttemptsTable;
  metadata: MetadataTable;
  repairs: RepairsTable;
}

export type Database = Kysely<Tables>;
export type DatabaseTransaction = Transaction<Tables>;
