import { z } from 'zod';
import { minorToAmount } from '../kernel/money.ts';
import { amountOut, graphqlTypes, viewType } from '../operations/fields.ts';
import { project } from '../operations/project.ts';
import { reasonView, viewReason } from './decision-views.ts';
import type { Reason } from './domain/matching/reasons.ts';
import type { StatementProblem } from './domain/statement.ts';
import type { Preview } from './preview.ts';
import type { Outcome } from './preview-rounds.ts';
import type { ReadPreview, ShownLine } from './read-preview.ts';
import { lineView, statementFileView, statementView } from './views.ts';
import { viewWarning, warningView } from './warning-views.ts';

/** How many statements of a file a preview shows. */
const SHOWN_STATEMENTS = 50;

export const problemView = viewType('StatementProblem', 'What cannot be read in a file, with its place.', {
  code: z.string().describe('The code of the problem, such as `bad-amount` or `unknown-columns`.'),
  reason: z.string().describe('The problem within that code, such as `unclear_decimals`.'),
  values: z.array(z.string()).describe('The values from the file in the sentence, in order.'),
  place: z.string().nullable().describe('Where it stands in the file; null for the whole file.'),
  message: z.string().describe('A sentence that says what is wrong.'),
});

export const columnView = viewType('StatementColumn', 'A column of a table, and what is taken from it.', {
  name: z.string().describe('The name, as the file has it; empty if it has no header.'),
  role: z
    .string()
    .nullable()
    .describe(
      'The field that the profile takes from it, such as `date` or `amount`; null for a column that is not read.',
    ),
});

const previewStatementView = statementView
  .omit({ statementId: true, fileId: true, releaseReason: true })
  .extend({
    heldReason: z.string().nullable().describe('Why none of its lines settles anything; null if they can.'),
    heldPlace: z.string().nullable().describe('Where the balances stop adding up.'),
  })
  .register(graphqlTypes, {
    name: 'PreviewedStatement',
    description: 'A statement of a file that is not imported.',
  });

/** The fields of a stored line that are in a file. */
const fileLineView = lineView
  .omit({ lineId: true, statementId: true, fileId: true, accountId: true, state: true, stateAt: true })
  .omit({ ultimateName: true, structuredReference: true, transactionId: true, planned: true });

export const previewLineView = viewType('PreviewedLine', 'A line of a file that is not imported.', {
  ...fileLineView.shape,
  balanceAfter: amountOut.nullable().describe('The balance after the line.'),
  isNew: z
    .boolean()
    .nullable()
    .describe('Whether no earlier statement had it; null if its account is not known.'),
  state: z
    .string()
    .nullable()
    .describe('The state that it would have; null for a known line, and if nothing was decided.'),
  rule: z.string().nullable().describe('The rule that decided; `operator` for a person.'),
  evidence: z.array(reasonView).describe('What the rule saw.'),
  transactionId: z.string().nullable().describe('The transaction that it would settle.'),
  candidateIds: z
    .array(z.string())
    .describe('The transactions that come into question, the likeliest first.'),
});

const outcomeCount = viewType('PreviewedOutcome', 'The new lines that would be in one state.', {
  state: z.string().describe('The state.'),
  count: z.number().describe('The new lines in it.'),
});

export const previewView = viewType('StatementPreview', 'What an import would do. Nothing of it is kept.', {
  format: statementFileView.shape.format.describe('The format of the file.'),
  profileId: z
    .string()
    .nullable()
    .describe('The profile of the bank, for a table; by default the one whose columns fit.'),
  columns: z.array(columnView).describe('The columns of a table, with what each is read as.'),
  isRepeat: z.boolean().describe('Whether the same bytes were imported before.'),
  problems: z
    .array(problemView)
    .describe('What cannot be read, with its place. Nothing is imported while there is any.'),
  statements: z.array(previewStatementView).describe('The statements in it.'),
  skippedAccounts: z
    .array(z.string())
    .describe('The accounts of statements that would be left out, as the file names them.'),
  lineCount: z.number().describe('The lines in it.'),
  newCount: z.number().describe('The lines that no earlier statement had.'),
  isDecided: z
    .boolean()
    .describe(
      'Whether the outcome of the lines was decided. It is not for a file with problems, or with very many new lines.',
    ),
  outcomes: z.array(outcomeCount).describe('How many new lines would be in each state.'),
  warnings: z
    .array(warningView)
    .describe('Why lines look like those of another account. The file can be imported nevertheless.'),
  lines: z.array(previewLineView).describe('The first lines.'),
});

export function viewProblem(problem: StatementProblem): z.infer<typeof problemView> {
  return project(problemView, problem, {});
}

export function viewColumns(table: ReadPreview['table']): z.infer<typeof columnView>[] {
  return (table?.columns ?? []).map(({ name, role }) => ({ name, role }));
}

/** @param accountOf names an operator's account. */
export function viewPreview(
  preview: Preview,
  accountOf: (accountId: string) => string,
): z.infer<typeof previewView> {
  const { table, problems, statements, outcomes, shown, warnings } = preview;
  return project(previewView, preview, {
    profileId: table?.profileId ?? null,
    columns: viewColumns(table),
    problems: problems.map(viewProblem),
    statements: statements.slice(0, SHOWN_STATEMENTS).map(viewStatement),
    isDecided: outcomes !== undefined,
    outcomes: countStates(outcomes),
    warnings: warnings.map((warning) => viewWarning(warning, accountOf)),
    lines: shown.map((line) => viewLine(line, outcomes && { outcomes, accountOf })),
  });
}

function viewStatement(statement: ReadPreview['statements'][number]) {
  const { header, end, broken } = statement;
  return project(
    previewStatementView,
    { ...header, ...statement },
    {
      bankStatementId: header.statementId,
      opening: header.opening && minorToAmount(header.opening.amountMinor),
      closing: end.closing && minorToAmount(end.closing.amountMinor),
      heldReason: broken?.reason ?? null,
      heldPlace: broken?.place ?? null,
    },
  );
}

/** Counts the states, most frequent first. */
function countStates(outcomes: Preview['outcomes']): z.infer<typeof outcomeCount>[] {
  const counts = new Map<string, number>();
  for (const { state } of outcomes?.values() ?? []) counts.set(state, (counts.get(state) ?? 0) + 1);
  return [...counts].map(([state, count]) => ({ state, count })).sort((a, b) => b.count - a.count);
}

/** The outcomes that the lines would have, and the names of accounts. */
interface PreviewOutcomes {
  readonly outcomes: ReadonlyMap<string, Outcome>;
  readonly accountOf: (accountId: string) => string;
}

/** Views a line with the outcome that it would have. */
export function viewLine(
  { lineId, line, isNew }: ShownLine,
  decided: PreviewOutcomes | undefined,
): z.infer<typeof previewLineView> {
  const outcome = decided?.outcomes.get(lineId ?? '');
  return project(previewLineView, line, {
    isPending: line.status === 'pending',
    isNew: isNew ?? null,
    state: outcome?.state ?? null,
    rule: outcome?.rule ?? null,
    evidence: outcome && decided ? outcome.evidence.map((reason) => viewEvidence(reason, decided)) : [],
    transactionId: outcome?.action?.transactionId ?? null,
    candidateIds: (outcome?.candidates ?? []).map(({ transactionId }) => transactionId),
  });
}

/** Views a reason. The id of a line exists only during the preview, so it is not shown. */
function viewEvidence(reason: Reason, { outcomes, accountOf }: PreviewOutcomes) {
  const view = viewReason(reason, accountOf);
  const isOfPreview = 'byLineId' in reason && outcomes.has(reason.byLineId ?? '');
  const lineIds = view.lineIds.filter((lineId) => !outcomes.has(lineId));
  return { ...view, lineIds, detail: isOfPreview ? null : view.detail };
}
