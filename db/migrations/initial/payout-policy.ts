/**
 * The policy of payouts, and indexes for its questions: who was paid before, what leaves an account on a day, who has
 * approved.
 */
export const payoutPolicy = (): readonly string[] => [
  `create table payout_policy (
    scope text primary key check (scope = 'desk'),
    policy text not null,
    updated_at_ms bigint not null
  )`,
  'create index payout_batches_of_account on payout_batches (account_id, execution_day, state)',
  // A key approves the same content only once, even if it was renamed.
  'create unique index payout_approvals_by_key on payout_approvals (batch_id, content_hash, approver_client_id)',
  `create index transactions_paid_to on transactions (client_id, user_id, iban_normalized, created_at_ms)
    where status = 'successful' and iban_normalized is not null and is_test = 0`,
];
