interface Maximum {
  readonly maximum: number;
}
interface Range extends Maximum {
  readonly minimum: number;
}

/**
 * Every problem that a field can have: its code, and English for developers that continues the name of the field. Codes
 * and parameters are stable: pages translate by them. The English is not.
 */
export const PROBLEMS = {
  // Any field.
  required: 'is required.',
  blank: 'must not be blank.',
  repeated: 'was given more than once. Send it once.',
  wrong_type: ({ expected }: { readonly expected: string }) => `must be ${expected}.`,
  wrong_format: 'has the wrong format. /openapi.json describes each field.',
  malformed: 'cannot be read.',
  misplaced: 'belongs elsewhere. Send it there only.',
  unwanted: 'must be left out here.',
  unknown_parameter: 'is not known.',
  not_one_of: ({ allowed }: { readonly allowed: readonly string[] }) =>
    `must be one of ${allowed.join(', ')}.`,
  choose_one: 'must be one of two. Give one of them.',
  no_change: 'changes nothing.',
  too_complex: ({ maximum }: Maximum) => `asks for more than ${maximum} at once.`,
  wrong_cursor: 'must be a cursor that an earlier page gave.',
  // Texts and lists.
  too_long: ({ maximum }: Maximum) => `must have at most ${maximum} characters.`,
  too_many: ({ maximum }: Maximum) => `must have at most ${maximum} entries.`,
  too_few: ({ minimum }: { readonly minimum: number }) => `must have at least ${minimum} entries.`,
  too_many_words: ({ maximum }: Maximum) => `must have at most ${maximum} different words. Leave some out.`,
  bad_characters: 'must have no control characters.',
  blank_at_end: 'must not begin or end with a blank.',
  // Numbers and times.
  not_an_amount: ({ minimum, maximum }: Range) =>
    `must be a number from ${minimum} to ${maximum} with at most two digits after the point, such as 500 or 100.5.`,
  not_a_whole_number: ({ minimum, maximum }: Range) =>
    `must be a whole number from ${minimum} to ${maximum}.`,
  too_large: ({ maximum }: Maximum) => `must be at most ${maximum}.`,
  too_small: ({ minimum }: { readonly minimum: number }) => `must be at least ${minimum}.`,
  min_above_max: 'must not be greater than maxAmount.',
  sum_too_large: 'begins a range whose sums are too large to be shown exactly. Ask for fewer days.',
  not_a_timestamp:
    'must be a timestamp with an offset, such as 2026-11-20T09:30:00Z or 2026-11-20T12:30:00+03:00.',
  not_a_day: 'must be a day, such as 2026-11-22.',
  from_after_to: 'must be before the end.',
  too_many_days: ({ maximum }: Maximum) => `must be at most ${maximum} days before the end.`,
  // Records.
  unknown_id: 'is not the id of a known record.',
  unknown_client:
    'is not the key of a known client. The keys are listed by GET /v1/filter-choices and by the command clients list.',
  unknown_bank: 'is not the id of a known bank.',
  not_a_merchant: 'is not the key of a merchant.',
  other_mode: 'is of the other mode, test or live: a key sees only transactions of its own mode.',
  taken: 'is taken. Choose another one, or leave it out to get a new one.',
  full: ({ maximum }: Maximum) => `has ${maximum} already, the most there may be.`,
  // Transactions.
  process_id_conflict: ({
    transactionId,
    field,
  }: {
    readonly transactionId: string;
    /** What differs from the transaction. */
    readonly field: string;
  }) => `belongs to transaction ${transactionId}, whose ${field} is different.`,
  bank_unavailable: ({ type }: { readonly type: string }) => `names a bank that takes no ${type} now.`,
  outside_bank_limits: ({ minimum, maximum }: Range) =>
    `must be from ${minimum} to ${maximum} for this bank.`,
  amount_unusual: ({ asked }: { readonly asked: number }) => `is more than a fifth away from ${asked}.`,
  stale_sequence: ({ sequence }: { readonly sequence: number }) => `is ${sequence} by now.`,
  wrong_state: ({ status }: { readonly status: string }) => `names a transaction that is ${status}.`,
  planned: ({ seconds }: { readonly seconds: number }) =>
    `names a transaction about which the desk is deciding. Try again in ${seconds} seconds.`,
  not_claimed: 'names a withdrawal whose claim you do not hold. Claim it, pay it, then settle it.',
  not_claimable: 'names a transaction that is not a pending withdrawal. Only those can be claimed.',
  undo_too_late: 'names a transaction whose planned decision has happened. Reverse or correct it instead.',
  claimed: ({ holder }: { readonly holder: string }) => `names a withdrawal that ${holder} is paying.`,
  blacklisted: 'names a transaction on the blacklist.',
  restored:
    'names a withdrawal that is held since the database was restored or has lost commits: it may have been paid before.',
  sign_used: 'was used before.',
  sign_stale: "is too far from the server's time. Set your clock, and make a new sign.",
  no_secret: 'names a merchant without a secret: rotate its secret first.',
  host_not_allowed:
    'is on a host that is not allowed for the merchant. Use an allowed one, or have an admin add the host to returnHosts.',
  reserved_reason: ({ reserved }: { readonly reserved: readonly string[] }) =>
    `must not be one of ${reserved.join(', ')}, in any spelling: the service sets them. Say it in your own words, or leave the reason out.`,
  reason_missing: 'says who may read the reason. Give a reason too, or leave seenBy out.',
  // Clients, banks and accounts.
  not_an_iban: 'must be a valid IBAN: check the country code, the length and the check digits.',
  iban_taken: ({ accountId }: { readonly accountId: string }) =>
    `already belongs to the account ${accountId}.`,
  key_form: 'must have 3 to 128 letters, digits, dots, hyphens or underscores, a letter or digit first.',
  key_of_demo: 'must not start with demo-, which demo data is named by.',
  not_a_url: 'must be an http or https URL.',
  not_https: 'must be an https URL.',
  url_with_password: 'must hold no user name and no password.',
  url_with_fragment: 'must have no #fragment: it would never be sent.',
  not_public: ({ address }: { readonly address: string }) => `must not lead to ${address}.`,
  not_an_address: 'must be an IP address or a CIDR block, such as 203.0.113.7 or 2001:db8::/32.',
  address_bits: ({ network, host }: { readonly network: string; readonly host: string }) =>
    `has bits beyond its prefix: write ${network} or ${host}.`,
  not_a_host: 'must be a host such as shop.example.com, without https:// and without a path.',
  host_missing: ({ host }: { readonly host: string }) =>
    `is on ${host}, which is not in returnHosts. Add it there.`,
  host_needed: ({ host }: { readonly host: string }) =>
    `must hold ${host}, the host of returnUrl. Keep it, or clear returnUrl.`,
  not_a_color: 'must be a color such as #1f4fa3.',
  not_a_picture: 'must be a picture in PNG, JPEG or WebP.',
  picture_too_large: ({ maximum }: Maximum) => `must have at most ${maximum} bytes.`,
  picture_size: ({ minimum, maximum }: Range) =>
    `must be from ${minimum} to ${maximum} pixels wide and high.`,
  picture_moves: 'must not move: people read text next to it.',
  // Statements, their lines and the profiles of banks.
  file_problem: ({
    kind,
  }: {
    readonly kind: string;
    readonly place: string;
    readonly reason: string;
    readonly values: readonly string[];
  }) => `cannot be read: ${kind}.`,
  imported_for_another: ({ accounts }: { readonly accounts: string }) =>
    `is another account than the one that the same file was imported for before: ${accounts}. Nothing has changed. If that was a mistake, take that import back, and import the file again.`,
  unknown_file: 'is the id of no imported file.',
  file_moved_money: ({ count }: { readonly count: number }) =>
    `${count === 1 ? '1 line of the file has' : `${count} lines of the file have`} settled, corrected or reversed a transaction, or paid or returned a refund, so the file stays. Undo what is wrong line by line: the transaction is then reversed, and the line can be put away.`,
  file_refunded: ({ count }: { readonly count: number }) =>
    `${count === 1 ? '1 line of the file has' : `${count} lines of the file have`} a refund. Refunds stay on record, also when they are cancelled, so the file stays. Put away what is wrong line by line.`,
  file_decided_by_hand: ({ count }: { readonly count: number }) =>
    `${count === 1 ? '1 line of the file was' : `${count} lines of the file were`} decided by hand. Undo these decisions, then take the file back.`,
  file_answers_payouts:
    'The file is the answer of a bank to payouts, and has changed them. Correct these in their batch: the file stays.',
  unknown_line: 'is the id of no line of a statement.',
  line_decided: ({ lineId, state }: { readonly lineId: string; readonly state: string }) =>
    `The line ${lineId} is ${state} already. Undo that first.`,
  line_decided_again: ({ decisionId }: { readonly decisionId: string }) => `is ${decisionId} by now.`,
  line_not_booked: 'The bank has not booked the line yet. Wait for the statement that books it.',
  line_held: ({ statementId }: { readonly statementId: string }) =>
    `The balances of its statement ${statementId} do not add up. Release the statement first, and say why it may settle.`,
  line_not_matched: 'The line has no match and was not put away, so there is nothing to undo.',
  other_direction:
    'Incoming payments pay deposits, and outgoing payments pay withdrawals. Choose another transaction, or put the line away.',
  other_currency: ({ currency }: { readonly currency: string }) =>
    `The transaction is in ${currency}. The line is in another currency.`,
  paid_by_another_line: ({ lineId }: { readonly lineId: string }) =>
    `The line ${lineId} has paid the transaction already. Undo that match first.`,
  // Merchants do not see the line.
  paid_again: ({ lineId, batch }: { readonly lineId?: string; readonly batch?: number }) =>
    `More debits are booked of this than have come back: the money of line ${lineId}${batch === undefined ? '' : `, by payout batch ${batch},`} is still out. Import the statement that shows its return. If it is the payment of the transaction, confirm it as that first; if it pays none of this, but names a whole payment or has this id in its text alone, put it away with a note. An admin who knows that all of a withdrawal is back reverses it with acceptStillOut true.`,
  payout_under_way: ({ batch }: { readonly batch: number }) =>
    `Payout batch ${batch} may pay this as well. Import the bank's answer to it, or its statement, or let another person reject it once it is certain that no bank pays it. An admin who knows that no more of a withdrawal can leave reverses it with acceptStillOut true.`,
  line_pays_several:
    'The line pays several withdrawals of a batch. Reverse those withdrawals whose money came back.',
  refund_state: ({ state }: { readonly state: string }) =>
    `The refund is ${state}. A debit pays an open refund, and a credit returns a paid one. If the money of a cancelled one has left, put both lines away.`,
  refund_not_exported:
    'No file for the bank contains the refund, so no line can have paid it. Export its batch first; if it was paid otherwise, undo the decision about its line, and put both lines away.',
  refund_forgotten:
    'The payee of the refund was forgotten, so it cannot wait for its money again. The line stays its payment.',
  deposit_credited: ({
    transactionId,
    maximum,
  }: {
    readonly transactionId: string;
    readonly maximum: number;
  }) =>
    `Deposit ${transactionId}, which the line names, was credited by hand, so at most ${maximum.toFixed(2)} of the line is left. Confirm the line that has paid it, or reverse the deposit first.`,
  line_reduced: ({ maximum }: Maximum) =>
    `A refund of the line came back less a charge, or in another currency, so at most ${maximum.toFixed(2)} of the line is left. Give that back, or credit the deposit by hand with it and put the line away. If nothing is left, put the line away.`,
  refund_same_exporter: ({ batch }: { readonly batch: number }) =>
    `You have exported batch ${batch}, which would let the refund go. Another person has to undo this, once it is certain that no bank has paid it.`,
  refund_other_account: ({ accountId }: { readonly accountId: string }) =>
    `The account ${accountId} pays the refund. The line is of another account.`,
  refund_other_amount: ({ amount }: { readonly amount: number }) =>
    `The refund is of ${amount.toFixed(2)}. The line has another amount.`,
  line_doubtful: ({ lineId, byLineId }: { readonly lineId: string; readonly byLineId: string }) =>
    `Line ${byLineId} may have given the money of line ${lineId} back, or may be the same payment. Compare both with the bank. If the money is there, send the same request with acceptDifference true.`,
  payout_differs: ({ amount, currency }: { readonly amount: number; readonly currency: string }) =>
    `The line names the payout of ${amount.toFixed(2)} ${currency}, and has another amount, account or currency. If it is its payment, send the same request with acceptDifference true.`,
  names_other_payout:
    'The line names the payout of another withdrawal or refund, so it is no return of this one. Confirm it for that. If another line was taken for its return, undo that first.',
  refund_of_one_line: 'One line pays a refund. Confirm it with that line alone.',
  not_given_back:
    'The line is no payment of a payer: it is money of your own that left or came back. Nothing of it is given back.',
  proposal_unclear:
    'The proposal is not unambiguous any more, or the deposit does not wait any more. Look at the line alone.',
  line_of_payment: ({ paymentId, count }: { readonly paymentId: string; readonly count: number }) =>
    `The bank has booked ${count || 'several'} payouts of the payment ${paymentId} in this one debit, so it pays no single one. It settles all that wait of the payment once their sum is its own: import the bank's answer, and the debits that it has booked apart. Otherwise ask the bank: if it pays none of these payouts, put it away. Until then none of them is rejected or paid again.`,
  lines_differ:
    'Lines that pay a transaction together are of one account, one currency and one direction. Leave the others out.',
  lines_too_large: ({ maximum }: Maximum) =>
    `Lines settle a transaction with at most ${maximum}. Compare the amount with the bank's own, then put the line away.`,
  built_in: ({ id }: { readonly id: string }) =>
    `${id} comes with the service. Copy the profile, with another id.`,
  column_missing: ({ role }: { readonly role: string }) => `columns.${role} needs a name.`,
  column_twice: ({ name, role }: { readonly name: string; readonly role: string }) =>
    `${name} is a name of columns.${role} as well.`,
  words_missing: ({ given }: { readonly given: string }) =>
    `must be given together with ${given}, for a direction by letters.`,
  word_twice: ({ word }: { readonly word: string }) =>
    `${word} is a word of two lists: give both lists, without a word in common.`,
  profile_id_form: 'must have at most 40 small letters, digits and hyphens, a letter or digit first.',
  // Days.
  day_not_begun: 'is a day that has not begun.',
  day_changed: 'is not that of the figures of the day now. Read the day again.',
  day_closed_meanwhile: 'is not the last closing of the day. Read the day again.',
  day_figures_missing: ({ accounts }: { readonly accounts: number }) =>
    `is required: the figures of ${accounts} accounts are missing. Import their statements, or say why the day is closed without them.`,
  too_many_movements: ({ maximum }: Maximum) =>
    `begins a range with more than ${maximum} movements. Ask for fewer days.`,
  // Payouts.
  in_payout: ({ batch }: { readonly batch: number }) => `is in payout batch ${batch}.`,
  unfit_for_payout: ({ reason }: { readonly transactionId?: string; readonly reason: string }) =>
    `cannot be put into the batch: ${reason}.`,
  payout_changed: 'is not that of the batch now. Read the batch again.',
  payout_by_batch_only: 'is paid by a batch: the policy of payouts does not allow to pay by hand.',
  payout_outside_hours: 'names a batch that cannot be approved or exported at this hour.',
  payout_over_limit: ({ limit, left }: { readonly limit: number; readonly left: number }) =>
    `is above the daily limit of the account, ${limit}: ${left} is left.`,
  payout_approvals_missing: ({ given, needed }: { readonly given: number; readonly needed: number }) =>
    `names a batch with ${given} of ${needed} approvals.`,
  money_given_back:
    'names a deposit whose money was given back, or is going to be. Undo that first, or import the statement that shows its return.',
  payout_own_payee: ({ row }: { readonly row: number }) =>
    `names a batch whose row ${row} pays an account that you have named, or gives back a line that you have imported. Another person approves it.`,
  policy_changed: 'is not that of the policy now. Read the policy again.',
  payout_time: 'must be a time of day such as 09:00.',
  payout_currency_twice: 'has the amounts of a currency twice. Give each currency once.',
  payout_empty: 'names a batch without withdrawals. Reject it.',
  profile_in_use: ({ accountId }: { readonly accountId: string }) =>
    `is the profile of the account ${accountId}. Give that account another one first.`,
  not_a_currency: 'must be a code of ISO 4217, such as TRY.',
} as const;
