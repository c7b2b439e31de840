import type { Generated, Kysely, Transaction } from 'kysely';
import type { CallbackState } from '../src/callbacks/store.ts';
import type { CounterSums } from '../src/transactions/domain/counters.ts';
import type { TransactionType } from '../src/transactions/domain/transaction.ts';
import type { Actor } from '../src/transactions/domain/transition.ts';
import type { BlacklistTable } from './admin/rows/blacklist.ts';
import type { ClientsTable } from './admin/rows/clients.ts';
import type { ReasonTemplatesTable } from './admin/rows/reason-templates.ts';
import type { AuditTable } from './audit/rows.ts';
import type { BankAccountsTable, BanksTable } from './banks/rows.ts';
import type { CallbackAttemptsTable } from './callbacks/rows.ts';
import type { DayClosingsTable } from './days/rows.ts';
import type { PayoutPolicyTable } from './payouts/policy-row.ts';
import type {
  PayeeSourcesTable,
  PayoutAccountsTable,
  PayoutApprovalsTable,
  PayoutBatchesTable,
  PayoutFilesTable,
  PayoutPayeesTable,
  PayoutReportsTable,
  PayoutRowsTable,
  RefundsTable,
} from './payouts/rows.ts';
import type { BankProfilesTable } from './reconciliation/rows/bank-profiles.ts';
import type { MatchPoliciesTable } from './reconciliation/rows/match-policies.ts';
import type { StatementLinesTable } from './reconciliation/rows/statement-lines.ts';
import type { StatementFilesTable, StatementsTable } from './reconciliation/rows/statements.ts';
import type { Flag } from './sql/columns.ts';
import type { EventsTable } from './transactions/rows/events.ts';
import type { NumberedTransactionsTable } from './transactions/rows/transactions.ts';

export interface ClientSecretsTable {
  id: string;
  client_id: string;
  /** Sealed under MASTER_KEY, see secret-box.ts. */
  sealed_secret: string;
  created_at_ms: number;
  /** Null for the current secret; set at rotation. */
  expires_at_ms: number | null;
}

/** Apart from the clients, whose rows are read with each request of an unknown key. */
interface ClientLogosTable {
  client_id: string;
  file: string;
  bytes: Uint8Array;
}

interface BankCopiesTable {
  url: string;
  body: string;
  fetched_at_ms: number;
}

/** Counters of the transactions created in one day, updated in the commit of each creation and transition. */
export type TransactionCountersTable = {
  /** Days since 1970-01-01. */
  day: number;
  client_id: string;
  bank_id: string;
  type: TransactionType;
} & { -readonly [S in keyof CounterSums]: number };

/** The outbox: one row for each event of which its client gets a callback. Times are of the steady clock. */
export interface CallbacksTable {
  event_id: string;
  client_id: string;
  is_test: Flag;
  transaction_id: string;
  sequence: number;
  state: CallbackState;
  /**
   * The time from which it may be claimed, or the end of its lease. Null while it waits for an earlier callback of
   * its transaction, and once it was delivered or has failed.
   */
  due_at_ms: number | null;
  /** Identifies the process that has claimed it, until `due_at_ms`. */
  lease: string | null;
  /** The time when it became the first in order of its transaction. */
  due_since_ms: number | null;
  /**
   * The time when the attempt began after which it waits for the next one. Null when the receiver requested the wait:
   * nothing may shorten it.
   */
  waits_since_ms: number | null;
  failed_attempts: number;
}

/** Decisions that happen when they are due, unless they are undone before. */
export interface PlannedTransitionsTable {
  transaction_id: string;
  client_id: string;
  /** A `TransitionCommand` as JSON. */
  command: string;
  /** `PlannedLines` as JSON; null where no line of a bank is its reason. */
  lines: string | null;
  /** `PlanMeta` of rows/plans.ts as JSON. */
  meta: string;
  /** By the steady clock. */
  due_at_ms: number;
}

/** The notes that operators write about a transaction for each other. */
interface NotesTable {
  /** The order in which notes were added. */
  position: Generated<number>;
  transaction_id: string;
  author_client_id: string;
  text: string;
  created_at_ms: number;
}

/** One row for each timed sign that a command was run with, until the sign has ended. */
interface UsedSignsTable {
  digest: string;
  ends_at_ms: number;
}

interface MetadataTable {
  key: string;
  value: string;
}

/** One row for each reference of a deposit, and for each id of a transaction, that a line names. */
interface LineReferencesTable {
  reference: string;
  line_id: string;
}

/** One row for each later statement that contains a line: its own is in the line. */
interface LineSightingsTable {
  line_id: string;
  statement_id: string;
}

/** One row for each decision about a line of a statement. It is kept, also when it was undone. */
export interface LineDecisionsTable {
  id: string;
  line_id: string;
  state: string;
  rule: string;
  /** JSON: what the rule has seen. */
  evidence: string;
  /** JSON: the transactions that came into question, the best first. */
  candidates: string;
  transaction_id: string | null;
  /** The event of the transition that was made with it. */
  event_id: string | null;
  /** 1 if the money of the line paid the transaction. */
  settles: Flag;
  actor_kind: Actor['kind'];
  actor_client_id: string | null;
  note: string | null;
  decided_at_ms: number;
  undone_at_ms: number | null;
  undone_by: string | null;
  undo_reason: string | null;
  /** The event of the transition that the undo has made. */
  undo_event_id: string | null;
  /** The round of its transaction, and its number among the lines that were confirmed together: see payment-rounds.ts. */
  part: number;
}

/** One row for each entry of the blacklist of which an operator has cleared a transaction that it hits. */
interface BlacklistClearancesTable {
  transaction_id: string;
  entry_id: string;
  /** The client of the operator's key. */
  cleared_by: string;
  cleared_at_ms: number;
}

/** One row: the end of the feed of events. */
interface FeedTipTable {
  id: 1;
  position: number;
}

/** One row: the end of the audit log. */
interface AuditTipTable {
  id: 1;
  position: number;
  hash: string;
}

/** The tables on every engine. Times are epoch milliseconds, amounts minor units, booleans 0 or 1. */
export interface Tables {
  clients: ClientsTable;
  client_secrets: ClientSecretsTable;
  client_logos: ClientLogosTable;
  banks: BanksTable;
  bank_accounts: BankAccountsTable;
  blacklist: BlacklistTable;
  blacklist_clearances: BlacklistClearancesTable;
  bank_copies: BankCopiesTable;
  transactions: NumberedTransactionsTable;
  transaction_counters: TransactionCountersTable;
  events: EventsTable;
  feed_tip: FeedTipTable;
  callbacks: CallbacksTable;
  callback_attempts: CallbackAttemptsTable;
  planned_transitions: PlannedTransitionsTable;
  notes: NotesTable;
  reason_templates: ReasonTemplatesTable;
  used_signs: UsedSignsTable;
  metadata: MetadataTable;
  audit: AuditTable;
  audit_tip: AuditTipTable;
  statement_files: StatementFilesTable;
  statements: StatementsTable;
  statement_lines: StatementLinesTable;
  line_references: LineReferencesTable;
  line_sightings: LineSightingsTable;
  line_decisions: LineDecisionsTable;
  match_policies: MatchPoliciesTable;
  bank_profiles: BankProfilesTable;
  payout_batches: PayoutBatchesTable;
  refunds: RefundsTable;
  payout_payees: PayoutPayeesTable;
  payee_sources: PayeeSourcesTable;
  payout_rows: PayoutRowsTable;
  payout_approvals: PayoutApprovalsTable;
  payout_files: PayoutFilesTable;
  payout_reports: PayoutReportsTable;
  payout_accounts: PayoutAccountsTable;
  payout_policy: PayoutPolicyTable;
  day_closings: DayClosingsTable;
}

export type Database = Kysely<Tables>;
export type DatabaseTransaction = Transaction<Tables>;
