import type { Params } from '../../field-words.ts';

/** Sentences about lines, their files and the columns of banks, by the codes of the service's problems. */
export const statementFields = {
  file_problem: 'The file cannot be read.',
  imported_for_another: ({ accounts }: Params) =>
    `The same file was imported for another account: ${accounts}. Nothing has changed. If that was a mistake, take that import back under Files, and import the file again.`,
  unknown_file: 'The file is not stored.',
  file_moved_money: ({ count }: Params) =>
    `${count === '1' ? '1 line of the file has' : `${count} lines of the file have`} settled, corrected or reversed a transaction, or paid or returned a refund, so the file stays. Undo what is wrong line by line: the transaction is then reversed, and the line can be put away.`,
  file_refunded: ({ count }: Params) =>
    `${count === '1' ? '1 line of the file has' : `${count} lines of the file have`} a refund. Refunds stay on record, also when they are cancelled, so the file stays. Put away what is wrong line by line.`,
  file_decided_by_hand: ({ count }: Params) =>
    `${count === '1' ? '1 line of the file was' : `${count} lines of the file were`} decided by hand. Undo these decisions, then take the file back.`,
  file_answers_payouts:
    'The file is the answer of a bank to payouts, and has changed them. Correct these in their batch: the file stays.',
  sum_too_large: 'The sums of so many days are too large. Ask for fewer.',
  unknown_line: 'The line is not stored any more.',
  line_decided: ({ state }: Params) => `The line was decided meanwhile: ${state}. Take that back first.`,
  line_decided_again: 'The line was decided again meanwhile. Look at it again.',
  line_not_booked: 'The bank has not booked the line yet. Wait for the statement that books it.',
  line_held: 'The balances of its statement do not add up. Release the statement first.',
  line_not_matched: 'The decision was taken back meanwhile. There is nothing to undo.',
  other_direction:
    'Incoming payments pay deposits, and outgoing payments pay withdrawals. Choose another transaction, or put the line away.',
  other_currency: ({ currency }: Params) =>
    `The transaction is in ${currency}. The line is in another currency.`,
  paid_by_another_line: 'Another line has paid the transaction. Take that match back first.',
  paid_again:
    'More outgoing payments are booked of this than have come back, so money of it is still out. Import the statement that shows its return. If the other one is the payment of the transaction, confirm it as that first. If it only names a whole payment, or the transaction in its text, and pays none of it, put it away with a note.',
  payout_under_way: ({ batch }: Params) =>
    `Payout batch ${batch} may pay this as well. Import the bank’s answer to it, or its statement, or let another person reject it once it is certain that no bank pays it.`,
  line_pays_several:
    'The line pays several withdrawals of a batch. Reverse those withdrawals whose money came back.',
  refund_state: ({ state }: Params) =>
    `The refund is ${state}. An outgoing payment pays an open refund, and an incoming one returns a paid one. If the money of a cancelled one has left, put both lines away.`,
  refund_not_exported:
    'No file for the bank contains the refund. Export its batch first; if it was paid otherwise, undo the decision about its line, and put both lines away.',
  refund_forgotten:
    'The payee of the refund was forgotten, so it cannot wait for its money again. The line stays its payment.',
  deposit_credited: ({ maximum }: Params) =>
    `A deposit that the line names was credited by hand: at most ${maximum} of the line is left. Confirm the line that has paid it, or reverse the deposit first.`,
  line_reduced: ({ maximum }: Params) =>
    `A refund of the line came back less a charge, or in another currency: at most ${maximum} of the line is left. Give that back, or credit the deposit by hand with it and put the line away. If nothing is left, put the line away.`,
  refund_same_exporter: ({ batch }: Params) =>
    `You have exported batch ${batch}, which would let the refund go. Another person has to undo this, once it is certain that no bank has paid it.`,
  refund_other_account: 'Another account pays the refund. Choose another refund, or put the line away.',
  refund_other_amount: ({ amount }: Params) => `The refund is of ${amount}. The line has another amount.`,
  line_doubtful:
    'The money may have gone back, or another line may be the same payment. Compare the account with the bank.',
  payout_differs: ({ amount, currency }: Params) =>
    `The line names the payout of ${amount} ${currency}, and has another amount, account or currency.`,
  names_other_payout:
    'The line names the payout of something else, so it is no return of this. Confirm it for that. If another line was taken for its return, undo that first.',
  refund_of_one_line: 'One line pays a refund. Confirm it with that line alone.',
  not_given_back: 'The line is no payment of a payer, so there is nothing to give back.',
  proposal_unclear: 'The proposal is not unambiguous any more. Look at the line alone.',
  line_of_payment: ({ paymentId, count }: Params) =>
    `The bank has booked ${count || 'several'} payouts of ${paymentId} in this one outgoing payment, so it pays no single one. It settles all that wait once their sum fits: import the bank's answer, and what it has booked apart. Otherwise ask the bank: if it pays none of these payouts, put it away. Until then none of them is rejected or paid again.`,
  lines_differ: 'The lines are of several accounts, currencies or directions. Confirm them one by one.',
  lines_too_large: 'No bank moves so much in one payment. Compare it with the bank, then put the line away.',
  planned: ({ seconds }: Params) =>
    `The last decision about the transaction can still be undone. Try again in ${seconds} s.`,
  blacklisted:
    'The user, the name or the IBAN is on the blacklist. Clear the transaction of that first, or reject it.',
  in_payout: ({ batch }: Params) => `Payout batch ${batch} is going to pay this.`,
  money_given_back:
    'That would credit the deposit again, and the money of a line that names it was given back, or is going to be. Undo that first, or import the statement that shows its return.',
  claimed: ({ holder }: Params) =>
    `${holder} is paying this withdrawal. Ask, or take it over in its details.`,
  built_in: 'A profile of the service has this short name. Choose another one.',
  column_missing: 'Assign a column of the sample, or write a name of the column.',
  column_twice: ({ name, role }: Params) => `${name} is also a name for: ${role}. A column holds one thing.`,
  words_missing: 'Write the words for credits and those for debits.',
  word_twice: ({ word }: Params) => `${word} is a word for the other as well. Write it once.`,
  profile_id_form: 'Small letters, digits and hyphens, at most 40, and a letter or digit first.',
  not_a_currency: 'Write a code of ISO 4217, such as TRY.',
  day_not_begun: 'This day has not begun.',
  day_changed: 'The figures of the day have changed meanwhile.',
  day_closed_meanwhile: 'Somebody else has closed the day meanwhile.',
  day_figures_missing: ({ accounts }: Params) =>
    `Figures of ${accounts} accounts are missing. Import their statements, or give a reason.`,
  too_many_movements: ({ maximum }: Params) => `There are more than ${maximum} movements. Choose fewer days.`,
};
