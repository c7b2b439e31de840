import type { Tables } from '../../tables.ts';

export type MovedTable = keyof Tables;

/**
 * All tables in the order in which they are moved, each with the key that identifies its rows and orders them. A row
 * comes after those that it refers to.
 */
const KEYS: { readonly [T in MovedTable]: readonly (keyof Tables[T] & string)[] } = {
  clients: ['id'],
  client_secrets: ['id'],
  client_logos: ['client_id'],
  banks: ['id'],
  bank_accounts: ['id'],
  bank_copies: ['url'],
  blacklist: ['id'],
  reason_templates: ['id'],
  transactions: ['id'],
  transaction_counters: ['day', 'client_id', 'bank_id', 'type'],
  events: ['position'],
  feed_tip: ['id'],
  callbacks: ['event_id'],
  callback_attempts: ['position'],
  planned_transitions: ['transaction_id'],
  notes: ['position'],
  blacklist_clearances: ['transaction_id', 'entry_id'],
  used_signs: ['digest'],
  audit: ['position'],
  audit_tip: ['id'],
  statement_files: ['id'],
  statements: ['id'],
  statement_lines: ['id'],
  line_references: ['reference', 'line_id'],
  line_sightings: ['line_id', 'statement_id'],
  line_decisions: ['id'],
  match_policies: ['scope'],
  bank_profiles: ['kind', 'id'],
  refunds: ['id'],
  payout_payees: ['id'],
  payee_sources: ['source_id'],
  payout_batches: ['id'],
  payout_rows: ['batch_id', 'row_number'],
  payout_approvals: ['batch_id', 'content_hash', 'approver'],
  payout_reports: ['file_id'],
  payout_files: ['batch_id'],
  payout_accounts: ['account_id'],
  payout_policy: ['scope'],
  day_closings: ['id'],
  // The triggers of the tables above change it.
  metadata: ['key'],
};

/** The most rows of one commit, for tables that need fewer: rows with whole files, and rows that each run a trigger. */
const MAX_ROWS: { readonly [T in MovedTable]?: number } = {
  client_logos: 10,
  bank_copies: 10,
  payout_files: 10,
  audit: 500,
};

export interface MovedTableKey {
  readonly table: MovedTable;
  readonly key: readonly string[];
}

export const MOVED_TABLES: readonly MovedTableKey[] = Object.entries(KEYS).map(([table, key]) => ({
  table: table as MovedTable,
  key,
}));

/** The metadata about a move itself. Each side has its own. */
export const MOVE_MARK = 'move';

/** The condition that leaves the mark out, in the words of both engines; empty for other tables. */
export function withoutMark(table: MovedTable): string {
  return table === 'metadata' ? `where key <> '${MOVE_MARK}'` : '';
}

/** The rows of a table that are read at once. */
export function pageRowsOf(table: MovedTable, rows: number): number {
  return Math.min(rows, MAX_ROWS[table] ?? rows);
}
