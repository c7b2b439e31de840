import type { Params } from '../../field-words.ts';

/** Sentences about single fields of payouts, by the codes of the service's problems. */
export const payoutFields = {
  unfit_for_payout: 'One of the withdrawals cannot be in the batch.',
  not_claimed: 'Claim it first.',
  not_claimable: 'It cannot be claimed.',
  undo_too_late: 'It has already taken effect.',
  payout_changed: 'The batch was changed meanwhile.',
  payout_outside_hours: 'Batches cannot be approved or exported at this hour.',
  payout_over_limit: ({ limit, left }: Params) =>
    `It exceeds what is left of the daily limit of the account: ${left} of ${limit}.`,
  payout_approvals_missing: ({ given, needed }: Params) => `It has ${given} of ${needed} approvals.`,
  policy_changed: 'Somebody has changed the rules meanwhile. Close this dialog, then open it again.',
  payout_time: 'Enter a time of day such as 09:00.',
  payout_currency_twice: 'Enter each currency once.',
  payout_empty: 'Nothing would be left in the batch.',
  profile_in_use: 'An account uses this profile. Give the account another one first.',
  payout_own_payee: ({ row }: Params) =>
    `You named the account that row ${row} pays, or imported the line that it gives back. Another person has to approve it.`,
};
