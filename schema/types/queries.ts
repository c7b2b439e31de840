import { listBlacklist } from '../../src/admin/blacklist.ts';
import { listClients } from '../../src/admin/clients.ts';
import { listFilterChoices } from '../../src/admin/filter-choices.ts';
import { whoAmI } from '../../src/admin/identity.ts';
import { listReasonTemplates } from '../../src/admin/reason-templates.ts';
import { listAudit } from '../../src/audit/audit.ts';
import { listAccounts } from '../../src/banks/accounts.ts';
import { listAvailableBanks } from '../../src/banks/available-banks.ts';
import { listBanks } from '../../src/banks/banks.ts';
import { listCallbackAttempts } from '../../src/callbacks/callbacks.ts';
import { listEvents } from '../../src/callbacks/events.ts';
import { listFailedCallbacks, readCallbackSummary } from '../../src/callbacks/summary.ts';
import { getDay } from '../../src/days/day.ts';
import { exportMovements } from '../../src/days/export.ts';
import { listPayoutAccounts } from '../../src/payouts/accounts.ts';
import { listPayoutRows } from '../../src/payouts/add.ts';
import { getPayoutFile } from '../../src/payouts/export.ts';
import { listOverduePayouts } from '../../src/payouts/overdue.ts';
import { listPayable, listPayoutsOf } from '../../src/payouts/payable.ts';
import { getPayout, listPayouts } from '../../src/payouts/payouts.ts';
import { getPayoutPolicy } from '../../src/payouts/policy.ts';
import { getPayoutProfile, listPayoutProfiles } from '../../src/payouts/profiles.ts';
import { listRefunds } from '../../src/payouts/refunds.ts';
import { reviewPayout } from '../../src/payouts/review.ts';
import { listAccountDays } from '../../src/reconciliation/account-days.ts';
import { listStatementFiles, listStatements } from '../../src/reconciliation/files.ts';
import { MAX_PROPOSALS } from '../../src/reconciliation/limits.ts';
import { countStatementLines, getStatementLine, listStatementLines } from '../../src/reconciliation/lines.ts';
import { listMatchPolicies } from '../../src/reconciliation/policies.ts';
import { getBankProfile, listBankProfiles } from '../../src/reconciliation/profiles.ts';
import { listProposals } from '../../src/reconciliation/proposals.ts';
import { MAX_FOUND } from '../../src/search/limits.ts';
import { listLinesOfTransaction, search } from '../../src/search/search.ts';
import { listLastChanges } from '../../src/transactions/changes.ts';
import { readStatistics } from '../../src/transactions/statistics.ts';
import { type OperationField, runs } from '../bridge/operation-field.ts';
import { FEW_PER_LINE, PER_ACCOUNT, PER_STATE } from '../server/cost.ts';

/** A search can look at as many transactions and lines as two lists. One fits into a document. */
const SEARCH = {
  price: () => 5_000,
  // An invalid limit is refused later.
  size: ({ limit }: Readonly<Record<string, unknown>>) =>
    typeof limit === 'number' && limit >= 1 ? Math.min(limit, MAX_FOUND) : MAX_FOUND,
};

/** The fields of Query that run an operation with its own input and output. */
export const queries: Readonly<Record<string, OperationField>> = {
  whoAmI: runs(whoAmI),
  banks: runs(listAvailableBanks),
  allBanks: runs(listBanks),
  bankAccounts: runs(listAccounts),
  clients: runs(listClients),
  blacklist: runs(listBlacklist),
  audit: runs(listAudit),
  bankProfiles: runs(listBankProfiles),
  bankProfile: runs(getBankProfile),
  day: runs(getDay, PER_ACCOUNT),
  movementsFile: runs(exportMovements),
  filterChoices: runs(listFilterChoices),
  lastChanges: runs(listLastChanges, {
    size: ({ transactionIds }) => (Array.isArray(transactionIds) ? transactionIds.length : 1),
  }),
  events: runs(listEvents),
  callbackAttempts: runs(listCallbackAttempts),
  callbackSummary: runs(readCallbackSummary),
  failedCallbacks: runs(listFailedCallbacks),
  matchPolicies: runs(listMatchPolicies),
  payoutProfiles: runs(listPayoutProfiles),
  payoutProfile: runs(getPayoutProfile),
  payoutAccounts: runs(listPayoutAccounts),
  payouts: runs(listPayouts),
  payable: runs(listPayable),
  overduePayouts: runs(listOverduePayouts),
  refunds: runs(listRefunds, { size: () => 5 }),
  payoutsOf: runs(listPayoutsOf),
  payoutFile: runs(getPayoutFile),
  payoutReview: runs(reviewPayout),
  payoutPolicy: runs(getPayoutPolicy),
  payout: runs(getPayout),
  payoutRows: runs(listPayoutRows),
  reasonTemplates: runs(listReasonTemplates),
  search: runs(search, SEARCH),
  linesOfTransaction: runs(listLinesOfTransaction, FEW_PER_LINE),
  statementFiles: runs(listStatementFiles),
  bankStatements: runs(listStatements),
  statementLines: runs(listStatementLines),
  accountDays: runs(listAccountDays, { size: () => 31 }),
  statementLineCounts: runs(countStatementLines, PER_STATE),
  lineProposals: runs(listProposals, { size: () => MAX_PROPOSALS }),
  stats: runs(readStatistics),
  statementLine: runs(getStatementLine, FEW_PER_LINE),
};
