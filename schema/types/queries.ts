import { MAX_PROPOSALS } from '../../src/reconciliation/limits.ts';
import { MAX_FOUND } from '../../src/search/limits.ts';
import * as operations from '../../src/surfaces/operation-list.ts';
import { type OperationField, runs } from '../bridge/operation-field.ts';
import { FEW_PER_LINE, PER_ACCOUNT, PER_STATE } from '../server/cost.ts';

/** A search can examine as many transactions and lines as two lists. A document can have one. */
const SEARCH = {
  price: () => 5_000,
  // An invalid limit is refused later.
  size: ({ limit }: Readonly<Record<string, unknown>>) =>
    typeof limit === 'number' && limit >= 1 ? Math.min(limit, MAX_FOUND) : MAX_FOUND,
};

/** The fields of Query that run an operation with its own input and output. */
export const queries: Readonly<Record<string, OperationField>> = {
  whoAmI: runs(operations.whoAmI),
  banks: runs(operations.listAvailableBanks),
  allBanks: runs(operations.listBanks),
  bankAccounts: runs(operations.listAccounts),
  clients: runs(operations.listClients),
  blacklist: runs(operations.listBlacklist),
  audit: runs(operations.listAudit),
  bankProfiles: runs(operations.listBankProfiles),
  bankProfile: runs(operations.getBankProfile),
  day: runs(operations.getDay, PER_ACCOUNT),
  movementsFile: runs(operations.exportMovements),
  filterChoices: runs(operations.listFilterChoices),
  lastChanges: runs(operations.listLastChanges, {
    size: ({ transactionIds }) => (Array.isArray(transactionIds) ? transactionIds.length : 1),
  }),
  events: runs(operations.listEvents),
  callbackAttempts: runs(operations.listCallbackAttempts),
  callbackSummary: runs(operations.readCallbackSummary),
  failedCallbacks: runs(operations.listFailedCallbacks),
  matchPolicies: runs(operations.listMatchPolicies),
  payoutProfiles: runs(operations.listPayoutProfiles),
  payoutProfile: runs(operations.getPayoutProfile),
  payoutAccounts: runs(operations.listPayoutAccounts),
  payouts: runs(operations.listPayouts),
  payable: runs(operations.listPayable),
  overduePayouts: runs(operations.listOverduePayouts),
  refunds: runs(operations.listRefunds, { size: () => 5 }),
  payoutsOf: runs(operations.listPayoutsOf),
  payoutFile: runs(operations.getPayoutFile),
  payoutReview: runs(operations.reviewPayout),
  payoutPolicy: runs(operations.getPayoutPolicy),
  payout: runs(operations.getPayout),
  payoutRows: runs(operations.listPayoutRows),
  reasonTemplates: runs(operations.listReasonTemplates),
  search: runs(operations.search, SEARCH),
  linesOfTransaction: runs(operations.listLinesOfTransaction, FEW_PER_LINE),
  statementFiles: runs(operations.listStatementFiles),
  bankStatements: runs(operations.listStatements),
  statementLines: runs(operations.listStatementLines),
  accountDays: runs(operations.listAccountDays, { size: () => 31 }),
  statementLineCounts: runs(operations.countStatementLines, PER_STATE),
  lineProposals: runs(operations.listProposals, { size: () => MAX_PROPOSALS }),
  stats: runs(operations.readStatistics),
  statementLine: runs(operations.getStatementLine, FEW_PER_LINE),
};
