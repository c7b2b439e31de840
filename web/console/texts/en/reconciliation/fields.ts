import type { Params } from '../../field-words.ts';

/** Sentences about lines, their files and the columns of banks, by the codes of the service's problems. */
export const statementFields = {
  file_problem: 'The file cannot be read.',
  imported_for_another: ({ accounts }: Params) =>
    `The same file was imported for another account: ${accounts}. Nothing has changed. If that was a mistake, take back that import under Files, then import the file again.`,
  unknown_file: 'The file is not stored.',
  file_moved_money: ({ count }: Params) =>
    `${count === '1' ? '1 line of the file has' : `${count} lines of the file have`} settled, corrected or reversed a transaction, or paid or returned a refund, so the file stays. Undo what is wrong line by line: the transaction is then reversed, and the line can be put away.`,
  file_refunded: ({ count }: Params) =>
    `${count === '1' ? '1 line of the file has' : `${count} lines of the file have`} a refund. Refunds stay on record even when they are cancelled, so the file stays. Put away what is wrong line by line.`,
  file_decided_by_hand: ({ count }: Params) =>
    `${count === '1' ? '1 line of the file was' : `${count} lines of the file were`} decided by hand. Undo these decisions, then take back the import.`,
  file_answers_payouts:
    'The file is a bank’s answer to payouts, and has changed them, so the file stays. Correct the payouts in their batch.',
  sum_too_large: 'The sums of so many days are too large. Ask for fewer.',
  unknown_line: 'The line is no longer stored.',
  line_decided: ({ state }: Params) => `The line was decided meanwhile: ${state}. Undo that first.`,
  line_decided_again: 'The line was decided again meanwhile. Look at it again.',
  line_not_booked: 'The bank has not booked the line yet. Wait for the statement that books it.',
  line_held: 'The balances of its statement do not add up. Release the statement first.',
  line_not_matched: 'The decision was taken back meanwhile. There is nothing to undo.',
  other_direction:
    'Incoming payments pay deposits, and outgoing payments pay withdrawals. Choose another transaction, or put the line away.',
  other_currency: ({ currency }: Params) =>
    `The transaction is in ${currency}, and the line is in another currency.`,
  paid_by_another_line: 'Another line has paid the transaction. Undo that match first.',
  paid_again:
    'More outgoing payments of this are booked than have come back, so some of its money is still out. Import the statement that shows its return. If the other line is the payment of the transaction, confirm that line first. If it only names a whole payment, or the transaction in its text, and pays none of it, put it away with a note.',
  payout_under_way: ({ batch }: Params) =>
    `Payout batch ${batch} may pay this as well. Import the bank’s answer to it, or its statement, or let another person reject it once it is certain that no bank pays it.`,
  line_pays_several:
    'The line pays several withdrawals of a batch. Reverse those withdrawals whose money came back.',
  refund_state: ({ state }: Params) =>
    `The refund is ${state}. An outgoing payment pays an open refund, and an incoming one returns a paid one. If the money of a cancelled one has left, put both lines away.`,
  refund_not_exported:
    'No file for the bank contains the refund. Export its batch first; if it was paid otherwise, undo the decision about its line, and put both lines away.',
  refund_forgotten:
    'The data of the refund’s payee was erased, so the refund cannot wait for its payment again. The line stays its payment.',
  deposit_credited: ({ maximum }: Params) =>
    `A deposit that the line names was credited by hand: at most ${maximum} of the line is left. Confirm the line that has paid it, or reverse the deposit first.`,
  line_reduced: ({ maximum }: Params) =>
    `A refund of the line came back less a charge, or in another currency: at most ${maximum} of the line is left. Give that back, or credit the deposit with it by hand and put the line away. If nothing is left, put the line away.`,
  refund_same_exporter: ({ batch }: Params) =>
    `You have exported batch ${batch}, which would release the refund. Another person has to undo this, once it is certain that no bank has paid it.`,
  refund_other_account:
    'The refund is paid from another account. Choose another refund, or put the line away.',
  refund_other_amount: ({ amount }: Params) => `The refund is for ${amount}. The line has another amount.`,
  line_doubtful:
    'The money may have gone back, or another line may be the same payment. Compare the account with the bank.',
  payout_differs: ({ amount, currency }: Params) =>
    `The line names the payout of ${amount} ${currency}, and has another amount, account or currency.`,
  names_other_payout:
    'The line names the payout of something else, so it is not the return of this. Confirm it for that other payout. If another line was confirmed as its return, undo that first.',
  refund_of_one_line: 'A single line pays a refund. Confirm the refund with that line alone.',
  not_given_back: 'The line is not a payment from a payer, so there is nothing to give back.',
  proposal_unclear: 'The proposal is no longer unambiguous. Decide about the line on its own.',
  line_of_payment: ({ paymentId, count }: Params) =>
    `The bank has booked ${count || 'several'} payouts of ${paymentId} in this one outgoing payment, so the line is not the payment of a single one. It settles all that wait once their sum matches: import the bank's answer, and the statements of what it booked separately. Otherwise ask the bank: if the payment is for none of these payouts, put the line away. Until then none of them can be rejected or paid again.`,
  lines_differ: 'The lines belong to several accounts, currencies or directions. Confirm them one by one.',
  lines_too_large: 'No bank moves so much in one payment. Compare it with the bank, then put the line away.',
  planned: ({ seconds }: Params) =>
    `The last decision about the transaction can still be undone. Try again in ${seconds} s.`,
  blacklisted:
    'The user, the name or the IBAN is on the blacklist. Clear the transaction first, or reject it.',
  in_payout: ({ batch }: Params) => `Payout batch ${batch} is going to pay this.`,
  money_given_back:
    'This would credit the deposit again, but the money of a line that names it was given back, or is going to be. Undo that first, or import the statement that shows its return.',
  claimed: ({ holder }: Params) =>
    `${holder} is paying this withdrawal. Ask, or take it over in its details.`,
  built_in: 'A profile of the service has this short name. Choose another one.',
  column_missing: 'Assign a column of the sample, or write a name of the column.',
  column_twice: ({ name, role }: Params) =>
    `${name} is also a name for: ${role}. A column can have only one meaning.`,
  words_missing: 'Write the words for credits and those for debits.',
  word_twice: ({ word }: Params) => `${word} is also a word for the other direction. Enter it once.`,
  profile_id_form: 'Small letters, digits and hyphens, at most 40, and a letter or digit first.',
  not_a_currency: 'Enter an ISO 4217 code, such as TRY.',
  day_not_begun: 'This day has not begun yet.',
  day_changed: 'The figures of the day have changed meanwhile.',
  day_closed_meanwhile: 'Somebody else has closed the day meanwhile.',
  day_figures_missing: ({ accounts }: Params) =>
    `Figures of ${accounts} accounts are missing. Import their statements, or give a reason.`,
  too_many_movements: ({ maximum }: Params) => `There are more than ${maximum} movements. Choose fewer days.`,
};
