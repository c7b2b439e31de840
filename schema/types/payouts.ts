import { addToPayout, listPayoutRows } from '../../src/payouts/add.ts';
import { changePayee, payeeView } from '../../src/payouts/change-payee.ts';
import { approvePayout, rejectPayout, removeFromPayout } from '../../src/payouts/decide.ts';
import { exportPayout, getPayoutFile, payoutFileView } from '../../src/payouts/export.ts';
import { listOverduePayouts, overdueView } from '../../src/payouts/overdue.ts';
import { listPayable, listPayoutsOf, payableView, payoutOfView } from '../../src/payouts/payable.ts';
import { getPayout, listPayouts, preparePayout } from '../../src/payouts/payouts.ts';
import {
  getPayoutPolicy,
  payoutAmountsInput,
  payoutAmountsView,
  payoutPolicyView,
  setPayoutPolicy,
} from '../../src/payouts/policy.ts';
import { giveBackStatementLine, listRefunds, refundView } from '../../src/payouts/refunds.ts';
import { payoutReview, payoutReviewRow, reviewPayout } from '../../src/payouts/review.ts';
import {
  bankReasonView,
  payoutApprovalView,
  payoutDetail,
  payoutReportView,
  payoutRowView,
  payoutView,
  unmatchedStatusView,
} from '../../src/payouts/views.ts';
import type { MutationFields, QueryFields } from '../bridge/builder.ts';
import { inputFrom } from '../bridge/input.ts';
import { runs, runsInput } from '../bridge/operation-field.ts';
import { objectFrom } from '../bridge/output.ts';

const Payout = objectFrom('Payout', payoutView, 'A batch of withdrawals that are paid together.');
objectFrom('BankReason', bankReasonView, 'The reason of a bank in words.');
objectFrom(
  'UnmatchedStatus',
  unmatchedStatusView,
  'A part of the answer of a bank that has changed nothing.',
);
objectFrom('PayoutReport', payoutReportView, 'What the answer of a bank has changed about a batch.');
const Row = objectFrom('PayoutRow', payoutRowView, 'A withdrawal of a batch.');
objectFrom('PayoutApproval', payoutApprovalView, 'An approval of a batch by a person.');
const PayoutDetail = objectFrom(
  'PayoutDetail',
  payoutDetail,
  'A batch of payouts with its withdrawals and approvals.',
);
const Payable = objectFrom('Payable', payableView, 'A withdrawal or a refund that fits into a batch.');
const PayoutOf = objectFrom('PayoutOf', payoutOfView, 'A batch that a withdrawal or a refund was put into.');
const Refund = objectFrom('Refund', refundView, 'Money of a line that is given back.');
const Payee = objectFrom('Payee', payeeView, 'The payee that the next batch pays.');
const Overdue = objectFrom(
  'OverduePayout',
  overdueView,
  'A payout that waits although its day of execution is over.',
);
const PayoutFile = objectFrom('PayoutFile', payoutFileView, 'The file of a batch for the bank.');
objectFrom('PayoutAmounts', payoutAmountsView, 'The amounts of the policy of payouts in one currency.');
const PayoutPolicy = objectFrom('PayoutPolicy', payoutPolicyView, 'What payouts of the desk need.');
objectFrom('PayoutReviewRow', payoutReviewRow, 'A withdrawal of a batch, with what is unusual about it.');
const PayoutReview = objectFrom(
  'PayoutReview',
  payoutReview,
  'What a person looks at before approving a batch.',
);
inputFrom('PayoutAmountsInput', payoutAmountsInput);
const PolicyInput = inputFrom('SetPayoutPolicyInput', setPayoutPolicy.input);
/** Each has a list of batches. */
const FEW = { size: () => 5 };
const GiveBackInput = inputFrom('GiveBackStatementLineInput', giveBackStatementLine.input);
const ChangePayeeInput = inputFrom('ChangePayeeInput', changePayee.input);
const PrepareInput = inputFrom('PreparePayoutInput', preparePayout.input);
const AddInput = inputFrom('AddToPayoutInput', addToPayout.input);
const RemoveInput = inputFrom('RemoveFromPayoutInput', removeFromPayout.input);

export const payoutQueries: QueryFields = (t) => ({
  payouts: t.field({ ...runs(listPayouts), type: [Payout] }),
  payable: t.field({ ...runs(listPayable), type: [Payable] }),
  overduePayouts: t.field({ ...runs(listOverduePayouts), type: [Overdue] }),
  refunds: t.field({ ...runs(listRefunds, FEW), type: [Refund] }),
  payoutsOf: t.field({ ...runs(listPayoutsOf), type: [PayoutOf] }),
  payoutFile: t.field({ ...runs(getPayoutFile), type: PayoutFile }),
  payoutReview: t.field({ ...runs(reviewPayout), type: PayoutReview }),
  payoutPolicy: t.field({ ...runs(getPayoutPolicy), type: PayoutPolicy }),
  payout: t.field({ ...runs(getPayout), type: PayoutDetail }),
  payoutRows: t.field({ ...runs(listPayoutRows), type: [Row] }),
});

export const payoutMutations: MutationFields = (t) => ({
  preparePayout: t.field({ ...runsInput(preparePayout, PrepareInput), type: PayoutDetail }),
  addToPayout: t.field({ ...runsInput(addToPayout, AddInput), type: PayoutDetail }),
  removeFromPayout: t.field({ ...runsInput(removeFromPayout, RemoveInput), type: PayoutDetail }),
  giveBackStatementLine: t.field({ ...runsInput(giveBackStatementLine, GiveBackInput), type: Refund }),
  changePayee: t.field({ ...runsInput(changePayee, ChangePayeeInput), type: Payee }),
  approvePayout: t.field({ ...runs(approvePayout), type: PayoutDetail }),
  exportPayout: t.field({ ...runs(exportPayout), type: PayoutFile }),
  setPayoutPolicy: t.field({ ...runsInput(setPayoutPolicy, PolicyInput), type: PayoutPolicy }),
  rejectPayout: t.field({ ...runs(rejectPayout), type: PayoutDetail }),
});
