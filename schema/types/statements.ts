import { refundCandidateView } from '../../src/payouts/refund-candidates.ts';
import {
  accountDaysTotal,
  accountDaysView,
  accountDayView,
  listAccountDays,
} from '../../src/reconciliation/account-days.ts';
import {
  confirmStatementLine,
  confirmStatementLines,
  putAwayStatementLine,
  undoStatementLine,
} from '../../src/reconciliation/decide-lines.ts';
import { candidateView, decisionView, reasonView } from '../../src/reconciliation/decision-views.ts';
import {
  importStatementText,
  listStatementFiles,
  listStatements,
  releaseStatement,
} from '../../src/reconciliation/files.ts';
import { MAX_PROPOSALS } from '../../src/reconciliation/limits.ts';
import {
  countStatementLines,
  getStatementLine,
  lineDetail,
  listStatementLines,
  stateCount,
} from '../../src/reconciliation/lines.ts';
import {
  columnView,
  outcomeCount,
  previewLineView,
  previewStatementView,
  problemView,
} from '../../src/reconciliation/preview-views.ts';
import { previewStatementText } from '../../src/reconciliation/previews.ts';
import {
  confirmProposals,
  listProposals,
  proposalError,
  proposalItem,
  proposalList,
  proposalResult,
  proposalView,
} from '../../src/reconciliation/proposals.ts';
import { takeBackStatementFile } from '../../src/reconciliation/take-back.ts';
import {
  lineView,
  plannedLineView,
  statementFileView,
  statementView,
  takenBackView,
} from '../../src/reconciliation/views.ts';
import { warningView } from '../../src/reconciliation/warning-views.ts';
import type { MutationFields, QueryFields } from '../bridge/builder.ts';
import { inputFrom } from '../bridge/input.ts';
import { runs } from '../bridge/operation-field.ts';
import { objectFrom } from '../bridge/output.ts';
import { PER_ITEM } from '../server/cost.ts';

objectFrom('TakenBackFile', takenBackView, 'Who took an import back, when and why.');
objectFrom('StatementFile', statementFileView, 'A file of a bank that was imported.');
objectFrom('AccountDay', accountDayView, 'A day of a bank account. Sums of money out are below zero.');
objectFrom('AccountDaysTotal', accountDaysTotal, 'The sums of several days of a bank account.');
const AccountDays = objectFrom('AccountDays', accountDaysView, 'Days of a bank account, the earliest first.');
objectFrom('BankStatement', statementView, 'A statement of a bank account.');
objectFrom(
  'PlannedConfirm',
  plannedLineView,
  'A confirm of a line that happens at a time, unless it is undone.',
);
objectFrom('StatementLine', lineView, 'A movement of money on a bank account.');
objectFrom('MatchReason', reasonView, 'Why a transaction fits a line, or does not.');
objectFrom('MatchCandidate', candidateView, 'A transaction that a line may belong to.');
objectFrom('LineDecision', decisionView, 'A decision about a line, by a rule or by an operator.');
objectFrom('RefundCandidate', refundCandidateView, 'A refund whose debit, or return, a line may be.');
const LineDetail = objectFrom('StatementLineDetail', lineDetail, 'A line with its decisions and candidates.');
const LineCount = objectFrom('StatementLineCount', stateCount, 'The lines of one state.');
objectFrom('LineProposal', proposalView, 'A line with the one deposit that it can pay.');
const _ProposalItem = inputFrom('ProposalItem', proposalItem);
objectFrom('ProposalError', proposalError, 'Why a line was not confirmed.');
const Proposals = objectFrom('LineProposals', proposalList, 'Unambiguous proposals, newest first.');
const ProposalResult = objectFrom('ProposalResult', proposalResult, 'The outcome for one line.');
const LinePage = objectFrom('StatementLinePage', listStatementLines.output, 'Lines, newest first.');
const FilePage = objectFrom('StatementFilePage', listStatementFiles.output, 'Files, newest first.');
const StatementPage = objectFrom('BankStatementPage', listStatements.output, 'Statements, newest first.');
const Imported = objectFrom('ImportedStatements', importStatementText.output, 'What an import has stored.');
objectFrom('StatementProblem', problemView, 'What cannot be read in a file, with its place.');
objectFrom('StatementColumn', columnView, 'A column of a table, and what is taken from it.');
objectFrom('PreviewedStatement', previewStatementView, 'A statement of a file that is not imported.');
objectFrom('PreviewedLine', previewLineView, 'A line of a file that is not imported.');
objectFrom('PreviewedWarning', warningView, 'Why lines look like those of another account.');
objectFrom('PreviewedOutcome', outcomeCount, 'The new lines that would be in one state.');
const Previewed = objectFrom(
  'StatementPreview',
  previewStatementText.output,
  'What an import would do. Nothing of it is kept.',
);
const TakenBack = objectFrom(
  'TakenBackStatements',
  takeBackStatementFile.output,
  'The file whose import was taken back.',
);
const Released = objectFrom('ReleasedStatement', releaseStatement.output, 'The statement that was released.');

/** A line has a few candidates and a few decisions, and a text of 60,000 characters few lines. */
const FEW = { size: () => 10 };

/** A month of days, each with its sums. */
const DAYS = { size: () => 31 };

const _SEEN_SEQUENCE = 'The sequence of the transaction that the operator has seen.';
const _ACCEPTED =
  "Whether an amount is meant that is beyond the bank's limits, or more than a fifth away from what was asked.";
const _HELD = 'The seconds after which it happens, up to 30; until then it can be undone. 0 by default.';

const _AFTER = 'The nextCursor of the previous page.';

export const statementQueries: QueryFields = (t) => ({
  statementFiles: t.field({ ...runs(listStatementFiles), type: FilePage }),
  bankStatements: t.field({ ...runs(listStatements), type: StatementPage }),
  statementLines: t.field({ ...runs(listStatementLines), type: LinePage }),
  accountDays: t.field({ ...runs(listAccountDays, DAYS), type: AccountDays }),
  statementLineCounts: t.field({ ...runs(countStatementLines), type: [LineCount] }),
  lineProposals: t.field({ ...runs(listProposals, { size: () => MAX_PROPOSALS }), type: Proposals }),
  statementLine: t.field({ ...runs(getStatementLine, FEW), type: LineDetail }),
});

export const statementMutations: MutationFields = (t) => ({
  importStatementText: t.field({ ...runs(importStatementText), type: Imported }),
  previewStatementText: t.field({ ...runs(previewStatementText, FEW), type: Previewed }),
  releaseStatement: t.field({ ...runs(releaseStatement), type: Released }),
  takeBackStatementFile: t.field({ ...runs(takeBackStatementFile), type: TakenBack }),
  confirmStatementLine: t.field({ ...runs(confirmStatementLine, FEW), type: LineDetail }),
  confirmStatementLines: t.field({ ...runs(confirmStatementLines, FEW), type: LineDetail }),
  confirmProposals: t.field({
    ...runs(confirmProposals, PER_ITEM),
    type: [ProposalResult],
  }),
  putAwayStatementLine: t.field({ ...runs(putAwayStatementLine, FEW), type: LineDetail }),
  undoStatementLine: t.field({ ...runs(undoStatementLine, FEW), type: LineDetail }),
});
