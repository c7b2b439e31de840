import { listPayoutAccounts, updatePayoutAccount } from '../../../payouts/accounts.ts';
import { addToPayout, listPayoutRows } from '../../../payouts/add.ts';
import { changePayee } from '../../../payouts/change-payee.ts';
import { approvePayout, rejectPayout, removeFromPayout } from '../../../payouts/decide.ts';
import { exportPayout, getPayoutFile } from '../../../payouts/export.ts';
import { listOverduePayouts } from '../../../payouts/overdue.ts';
import { listPayable, listPayoutsOf } from '../../../payouts/payable.ts';
import { getPayout, listPayouts, preparePayout } from '../../../payouts/payouts.ts';
import { getPayoutPolicy, setPayoutPolicy } from '../../../payouts/policy.ts';
import {
  getPayoutProfile,
  listPayoutProfiles,
  removePayoutProfile,
  savePayoutProfile,
  tryPayoutProfile,
} from '../../../payouts/profiles.ts';
import { giveBackStatementLine, listRefunds } from '../../../payouts/refunds.ts';
import { reviewPayout } from '../../../payouts/review.ts';
import { mutation, query, router } from '../init.ts';

export const payouts = router({
  list: query(listPayouts),
  payable: query(listPayable),
  overdue: query(listOverduePayouts),
  of: query(listPayoutsOf),
  get: query(getPayout),
  prepare: mutation(preparePayout),
  rows: query(listPayoutRows),
  add: mutation(addToPayout),
  remove: mutation(removeFromPayout),
  approve: mutation(approvePayout),
  reject: mutation(rejectPayout),
  export: mutation(exportPayout),
  file: query(getPayoutFile),
  giveBack: mutation(giveBackStatementLine),
  refunds: query(listRefunds),
  changePayee: mutation(changePayee),
  accounts: router({
    list: query(listPayoutAccounts),
    update: mutation(updatePayoutAccount),
  }),
  profiles: router({
    list: query(listPayoutProfiles),
    get: query(getPayoutProfile),
    save: mutation(savePayoutProfile),
    remove: mutation(removePayoutProfile),
    try: mutation(tryPayoutProfile),
  }),
  review: query(reviewPayout),
  policy: query(getPayoutPolicy),
  setPolicy: mutation(setPayoutPolicy),
});
