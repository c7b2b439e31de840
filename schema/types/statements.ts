import {
  accountDaysTotal,
  accountDaysView,
  accountDayView,
  listAccountDays,
} from '../../src/operations/reconciliation/account-days.ts';
import {
  confirmStatementLine,
  confirmStatementLines,
  putAwayStatementLine,
  undoStatementLine,
} from '../../src/operations/reconciliation/decide-lines.ts';
import {
  candidateView,
  decisionView,
  reasonView,
} from '../../src/operations/reconciliation/decision-views.ts';
import {
  importStatementText,
  listStatementFiles,
  listStatements,
  releaseStatement,
} from '../../src/operations/reconciliation/files.ts';
import {
  countStatementLines,
  getStatementLine,
  lineDetail,
  listStatementLines,
  stateCount,
} from '../../src/operations/reconciliation/lines.ts';
import {
  columnView,
  outcomeCount,
  previewLineView,
  previewStatementView,
  problemView,
} from '../../src/operations/reconciliation/preview-views.ts';
import { previewStatementText } from '../../src/operations/reconciliation/previews.ts';
import { lineView, statementFileView, statementView } from '../../src/operations/reconciliation/views.ts';
import type { MutationFields, QueryFields } from '../bridge/builder.ts';
import { objectFrom } from '../bridge/output.ts';
import { run } from '../bridge/run.ts';
import { costs } from '../server/cost.ts';

objectFrom('StatementFile', statementFileView, 'A file of a bank that was imported.');
objectFrom('AccountDay', accountDayView, 'A day of a bank account. Sums of money out are below zero.');
objectFrom('AccountDaysTotal', accountDaysTotal, 'The sums of several days of a bank account.');
const AccountDays = objectFrom('AccountDays', accountDaysView, 'Days of a bank account, the earliest first.');
objectFrom('BankStatement', statementView, 'A statement of a bank account.');
objectFrom('StatementLine', lineView, 'A movement of money on a bank account.');
objectFrom('MatchReason', reasonView, 'Why a transaction fits a line, or does not.');
objectFrom('MatchCandidate', candidateView, 'A transaction that a line may belong to.');
objectFrom('LineDecision', decisionView, 'A decision about a line, by a rule or by an operator.');
const LineDetail = objectFrom('StatementLineDetail', lineDetail, 'A line with its decisions and candidates.');
const LineCount = objectFrom('StatementLineCount', stateCount, 'The open lines of one state.');
const LinePage = objectFrom('StatementLinePage', listStatementLines.output, 'Lines, newest first.');
const FilePage = objectFrom('StatementFilePage', listStatementFiles.output, 'Files, newest first.');
const StatementPage = objectFrom('BankStatementPage', listStatements.output, 'Statements, newest first.');
const Imported = objectFrom('ImportedStatements', importStatementText.output, 'What an import has stored.');
objectFrom('StatementProblem', problemView, 'What cannot be read in a file, with its place.');
objectFrom('StatementColumn', columnView, 'A column of a table, and what is taken from it.');
objectFrom('PreviewedStatement', previewStatementView, 'A statement of a file that is not imported.');
objectFrom('PreviewedLine', previewLineView, 'A line of a file that is not imported.');
objectFrom('PreviewedOutcome', outcomeCount, 'The new lines that would be in one state.');
const Previewed = objectFrom(
  'StatementPreview',
  previewStatementText.output,
  'What an import would do. Nothing of it is kept.',
);
const Released = objectFrom('ReleasedStatement', releaseStatement.output, 'The statement that was released.');

/** A line has a few candidates and a few decisions, and a text of 60,000 characters few lines. */
const FEW = costs({ size: () => 10 });

/** A month of days, each with its sums. */
const DAYS = costs({ size: () => 31 });

const SEEN_SEQUENCE = 'The sequence of the transaction that the operator has seen.';
const ACCEPTED =
  "Whether an amount is meant that is beyond the bank's limits, or more than a fifth away from what was asked.";
const HELD = 'The time in which the transition can be undone, up to 30; 0 by default.';

const AFTER = 'The nextCursor of the previous page.';

export const statementQueries: QueryFields = (t) => ({
  statementFiles: t.field({
    description: 'The files of banks that were imported, newest first.',
    type: FilePage,
    args: {
      fileId: t.arg.string({ description: 'Only this one.' }),
      after: t.arg.string({ description: AFTER }),
      limit: t.arg.int({ description: 'From 1 to 100.' }),
    },
    resolve: (_root, args, context) => run(listStatementFiles, context, args),
  }),
  bankStatements: t.field({
    description: 'The statements of imported files, newest first.',
    type: StatementPage,
    args: {
      fileId: t.arg.string(),
      isHeld: t.arg.boolean({ description: 'Only those whose balances do not add up.' }),
      after: t.arg.string({ description: AFTER }),
      limit: t.arg.int({ description: 'From 1 to 100.' }),
    },
    resolve: (_root, args, context) => run(listStatements, context, args),
  }),
  statementLines: t.field({
    description: 'Lines of bank statements, newest first.',
    type: LinePage,
    args: {
      state: t.arg.string(),
      states: t.arg.stringList({ description: 'Several states at once.' }),
      accountId: t.arg.string(),
      fileId: t.arg.string(),
      fromDay: t.arg.string({ description: 'The first day of booking, 2026-11-22.' }),
      toDay: t.arg.string({ description: 'The last day of booking.' }),
      after: t.arg.string({ description: AFTER }),
      limit: t.arg.int({ description: 'From 1 to 200.' }),
    },
    resolve: (_root, args, context) => run(listStatementLines, context, args),
  }),
  accountDays: t.field({
    description: 'The days of a bank account: balances, movement, and what the service believes.',
    type: AccountDays,
    ...DAYS,
    args: {
      accountId: t.arg.string({ required: true }),
      fromDay: t.arg.string({ description: 'By default, 31 days. At most 366.' }),
      toDay: t.arg.string({ description: 'By default, today.' }),
    },
    resolve: (_root, args, context) => run(listAccountDays, context, args),
  }),
  statementLineCounts: t.field({
    description: 'The lines that wait for a decision, by their states.',
    type: [LineCount],
    resolve: (_root, args, context) => run(countStatementLines, context, args),
  }),
  statementLine: t.field({
    description: 'A line with its decisions and candidates.',
    type: LineDetail,
    ...FEW,
    args: { lineId: t.arg.string({ required: true }) },
    resolve: (_root, args, context) => run(getStatementLine, context, args),
  }),
});

export const statementMutations: MutationFields = (t) => ({
  importStatementText: t.field({
    description: 'Imports the text of a file, or lines that were copied. Larger files: POST /v1/statements.',
    type: Imported,
    args: {
      name: t.arg.string({ required: true }),
      content: t.arg.string({ required: true }),
      accountId: t.arg.string({ description: 'By default the account that the file names.' }),
      profileId: t.arg.string({ description: 'By default the bank whose columns fit.' }),
      isPasted: t.arg.boolean({ description: 'False for the text of a whole file.' }),
      skipUnknownAccounts: t.arg.boolean({
        description: 'Whether statements of unknown accounts are left out.',
      }),
    },
    resolve: (_root, args, context) => run(importStatementText, context, args),
  }),
  previewStatementText: t.field({
    description: 'Says what an import of a text would do, and keeps nothing.',
    type: Previewed,
    ...FEW,
    args: {
      name: t.arg.string({ required: true }),
      content: t.arg.string({ required: true }),
      accountId: t.arg.string({ description: 'By default the account that the file names.' }),
      profileId: t.arg.string({ description: 'By default the bank whose columns fit.' }),
      isPasted: t.arg.boolean({ description: 'False for the text of a whole file.' }),
      skipUnknownAccounts: t.arg.boolean({
        description: 'Whether statements of unknown accounts are left out.',
      }),
    },
    resolve: (_root, args, context) => run(previewStatementText, context, args),
  }),
  releaseStatement: t.field({
    description: 'Lets a statement settle whose balances do not add up.',
    type: Released,
    args: { statementId: t.arg.string({ required: true }), reason: t.arg.string({ required: true }) },
    resolve: (_root, args, context) => run(releaseStatement, context, args),
  }),
  confirmStatementLine: t.field({
    description: 'Says that the money of a line is that of a transaction.',
    type: LineDetail,
    ...FEW,
    args: {
      lineId: t.arg.string({ required: true }),
      transactionId: t.arg.string({ required: true }),
      sequence: t.arg.int({ description: SEEN_SEQUENCE }),
      acceptDifference: t.arg.boolean({ description: ACCEPTED }),
      holdSeconds: t.arg.int({ description: HELD }),
      reason: t.arg.string(),
    },
    resolve: (_root, args, context) => run(confirmStatementLine, context, args),
  }),
  confirmStatementLines: t.field({
    description: 'Says that the money of several lines is that of a transaction, with their sum.',
    type: LineDetail,
    ...FEW,
    args: {
      lineIds: t.arg.stringList({ required: true, description: 'From 2 to 50. The answer is the first.' }),
      transactionId: t.arg.string({ required: true }),
      sequence: t.arg.int({ description: SEEN_SEQUENCE }),
      acceptDifference: t.arg.boolean({ description: ACCEPTED }),
      holdSeconds: t.arg.int({ description: HELD }),
      reason: t.arg.string(),
    },
    resolve: (_root, args, context) => run(confirmStatementLines, context, args),
  }),
  putAwayStatementLine: t.field({
    description: 'Puts a line away with a note: it pays no transaction.',
    type: LineDetail,
    ...FEW,
    args: { lineId: t.arg.string({ required: true }), note: t.arg.string({ required: true }) },
    resolve: (_root, args, context) => run(putAwayStatementLine, context, args),
  }),
  undoStatementLine: t.field({
    description: 'Takes the match of a line back. Its transaction is reversed or corrected.',
    type: LineDetail,
    ...FEW,
    args: {
      lineId: t.arg.string({ required: true }),
      decisionId: t.arg.string({ description: 'The decision that the operator has seen.' }),
      reason: t.arg.string({ required: true }),
    },
    resolve: (_root, args, context) => run(undoStatementLine, context, args),
  }),
});
