import { listAccountDays } from '../../operations/reconciliation/account-days.ts';
import {
  confirmStatementLine,
  confirmStatementLines,
  putAwayStatementLine,
  undoStatementLine,
} from '../../operations/reconciliation/decide-lines.ts';
import {
  importStatementFile,
  importStatementText,
  listStatementFiles,
  listStatements,
  releaseStatement,
} from '../../operations/reconciliation/files.ts';
import {
  countStatementLines,
  getStatementLine,
  listStatementLines,
} from '../../operations/reconciliation/lines.ts';
import {
  listMatchPolicies,
  removeMatchPolicy,
  updateMatchPolicy,
} from '../../operations/reconciliation/policies.ts';
import { previewStatementFile, previewStatementText } from '../../operations/reconciliation/previews.ts';
import {
  getBankProfile,
  listBankProfiles,
  removeBankProfile,
  saveBankProfile,
  tryBankProfile,
} from '../../operations/reconciliation/profiles.ts';
import type { OperationRoute } from './route.ts';

export const STATEMENT_ROUTES: readonly OperationRoute[] = [
  { method: 'POST', path: '/v1/statements', operation: importStatementFile, takesFile: true },
  { method: 'POST', path: '/v1/statements/text', operation: importStatementText },
  {
    ...{ method: 'POST', path: '/v1/statements/preview' },
    ...{ operation: previewStatementFile, takesFile: true },
  },
  { method: 'POST', path: '/v1/statements/text/preview', operation: previewStatementText },
  { method: 'GET', path: '/v1/statements', operation: listStatements },
  { method: 'GET', path: '/v1/statements/files', operation: listStatementFiles },
  { method: 'GET', path: '/v1/statements/days', operation: listAccountDays },
  { method: 'POST', path: '/v1/statements/:statementId/release', operation: releaseStatement },
  { method: 'GET', path: '/v1/statement-lines', operation: listStatementLines },
  { method: 'GET', path: '/v1/statement-lines/counts', operation: countStatementLines },
  { method: 'POST', path: '/v1/statement-lines/confirm', operation: confirmStatementLines },
  { method: 'GET', path: '/v1/statement-lines/:lineId', operation: getStatementLine },
  { method: 'POST', path: '/v1/statement-lines/:lineId/confirm', operation: confirmStatementLine },
  { method: 'POST', path: '/v1/statement-lines/:lineId/put-away', operation: putAwayStatementLine },
  { method: 'POST', path: '/v1/statement-lines/:lineId/undo', operation: undoStatementLine },
  { method: 'GET', path: '/v1/match-policies', operation: listMatchPolicies },
  { method: 'POST', path: '/v1/match-policies', operation: updateMatchPolicy },
  { method: 'POST', path: '/v1/match-policies/remove', operation: removeMatchPolicy },
  { method: 'GET', path: '/v1/statement-profiles', operation: listBankProfiles },
  { method: 'POST', path: '/v1/statement-profiles', operation: saveBankProfile },
  { method: 'POST', path: '/v1/statement-profiles/try', operation: tryBankProfile },
  { method: 'GET', path: '/v1/statement-profiles/:profileId', operation: getBankProfile },
  { method: 'POST', path: '/v1/statement-profiles/:profileId/remove', operation: removeBankProfile },
];
