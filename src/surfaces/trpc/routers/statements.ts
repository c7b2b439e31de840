import { listAccountDays } from '../../../reconciliation/account-days.ts';
import {
  confirmStatementLine,
  confirmStatementLines,
  putAwayStatementLine,
  undoStatementLine,
} from '../../../reconciliation/decide-lines.ts';
import {
  importStatementText,
  listStatementFiles,
  listStatements,
  releaseStatement,
} from '../../../reconciliation/files.ts';
import { countStatementLines, getStatementLine, listStatementLines } from '../../../reconciliation/lines.ts';
import { listMatchPolicies, removeMatchPolicy, updateMatchPolicy } from '../../../reconciliation/policies.ts';
import { previewStatementText } from '../../../reconciliation/previews.ts';
import {
  getBankProfile,
  listBankProfiles,
  removeBankProfile,
  saveBankProfile,
  tryBankProfile,
} from '../../../reconciliation/profiles.ts';
import { confirmProposals, listProposals } from '../../../reconciliation/proposals.ts';
import { takeBackStatementFile } from '../../../reconciliation/take-back.ts';
import { listLinesOfTransaction } from '../../../search/search.ts';
import { mutation, query, router } from '../init.ts';

export const statements = router({
  importText: mutation(importStatementText),
  previewText: mutation(previewStatementText),
  files: query(listStatementFiles),
  list: query(listStatements),
  takeBack: mutation(takeBackStatementFile),
  days: query(listAccountDays),
  release: mutation(releaseStatement),
  profiles: router({
    list: query(listBankProfiles),
    get: query(getBankProfile),
    save: mutation(saveBankProfile),
    remove: mutation(removeBankProfile),
    try: mutation(tryBankProfile),
  }),
  lines: router({
    list: query(listStatementLines),
    counts: query(countStatementLines),
    ofTransaction: query(listLinesOfTransaction),
    get: query(getStatementLine),
    proposals: query(listProposals),
    confirmProposals: mutation(confirmProposals),
    confirm: mutation(confirmStatementLine),
    confirmTogether: mutation(confirmStatementLines),
    putAway: mutation(putAwayStatementLine),
    undo: mutation(undoStatementLine),
  }),
});

export const matchPolicies = router({
  list: query(listMatchPolicies),
  update: mutation(updateMatchPolicy),
  remove: mutation(removeMatchPolicy),
});
