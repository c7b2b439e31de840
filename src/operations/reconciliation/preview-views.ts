import { z } from 'zod';
import type { Reason } from '../../domain/matching/reasons.ts';
import { minorToAmount } from '../../domain/money.ts';
import type { StatementProblem } from '../../domain/statement.ts';
import { amountOut } from '../fields.ts';
import { reasonView, viewReason } from './decision-views.ts';
import type { Preview } from './preview.ts';
import type { Outcome } from './preview-rounds.ts';
import type { ReadPreview, ShownLine } from './read-preview.ts';
import { lineView, statementFileView, statementView } from './views.ts';

/** The statements of a file that a preview shows. */
const SHOWN_STATEMENTS = 50;

export const problemView = z.object({
  /** A word: `bad-amount`, `unknown-columns`. */
  code: z.string(),
  /** Where it stands in the file; null for the whole file. */
  place: z.string().nullable(),
  message: z.string(),
});

export const columnView = z.object({
  /** As the file has it; empty where it has no header. */
  name: z.string(),
  /** The field that the profile takes from it: `date`, `amount`; null for a column that is not looked at. */
  role: z.string().nullable(),
});

export const previewStatementView = statementView
  .omit({ statementId: true, fileId: true, releaseReason: true })
  .extend({
    /** Why it would be held, so that nothing of it settles. */
    heldReason: z.string().nullable(),
    /** The line at which its balances break. */
    heldPlace: z.string().nullable(),
  });

/** Those fields of a stored line that a file has. */
const fileLineView = lineView
  .omit({ lineId: true, statementId: true, fileId: true, accountId: true, state: true, stateAt: true })
  .omit({ ultimateName: true, structuredReference: true, transactionId: true });

export const previewLineView = fileLineView.extend({
  balanceAfter: amountOut.nullable(),
  /** Whether no earlier file had it; null where its account is not known. */
  isNew: z.boolean().nullable(),
  /** The state that it would have; null for a known line, and where nothing was decided. */
  state: z.string().nullable(),
  /** The rule that would decide. */
  rule: z.string().nullable(),
  evidence: z.array(reasonView),
  /** The transaction that it would settle. */
  transactionId: z.string().nullable(),
  /** Those that would be proposed, the likeliest first. */
  candidateIds: z.array(z.string()),
});

export const outcomeCount = z.object({ state: z.string(), count: z.number() });

export const previewView = z.object({
  format: statementFileView.shape.format,
  /** The profile by which its table is read; null for formats that need none. */
  profileId: z.string().nullable(),
  columns: z.array(columnView),
  /** Whether the same bytes were imported before. */
  isRepeat: z.boolean(),
  /** With any of them an import keeps nothing. */
  problems: z.array(problemView),
  statements: z.array(previewStatementView),
  /** The accounts of statements that an import would leave out, as the file names them. */
  skippedAccounts: z.array(z.string()),
  lineCount: z.number(),
  /** The lines that no earlier file had. */
  newCount: z.number(),
  /** Whether it is told what would become of new lines: not of a file with problems, or with very many. */
  isDecided: z.boolean(),
  /** How many new lines would be in each state. */
  outcomes: z.array(outcomeCount),
  /** The first lines. */
  lines: z.array(previewLineView),
});

export function viewProblem({ code, place, message }: StatementProblem): z.infer<typeof problemView> {
  return { code, place, message };
}

export function viewColumns(table: ReadPreview['table']): z.infer<typeof columnView>[] {
  return (table?.columns ?? []).map(({ name, role }) => ({ name, role }));
}

/** @param accountOf names an account of ours. */
export function viewPreview(
  preview: Preview,
  accountOf: (accountId: string) => string,
): z.infer<typeof previewView> {
  const { format, isRepeat, table, problems, statements, lineCount, newCount, outcomes, shown } = preview;
  const { skippedAccounts } = preview;
  return {
    ...{ format, isRepeat, lineCount, newCount, profileId: table?.profileId ?? null },
    columns: viewColumns(table),
    problems: problems.map(viewProblem),
    statements: statements.slice(0, SHOWN_STATEMENTS).map(viewStatement),
    skippedAccounts: [...skippedAccounts],
    isDecided: outcomes !== undefined,
    outcomes: countStates(outcomes),
    lines: shown.map((line) => viewLine(line, outcomes && { outcomes, accountOf })),
  };
}

function viewStatement(statement: ReadPreview['statements'][number]) {
  const { accountId, header, end, broken, firstDate, lastDate, lineCount } = statement;
  const { kind, statementId: bankStatementId, sequenceNumber, opening } = header;
  return {
    ...{ accountId, kind, bankStatementId, sequenceNumber },
    opening: opening && minorToAmount(opening.amountMinor),
    closing: end.closing && minorToAmount(end.closing.amountMinor),
    ...{ firstDate, lastDate, lineCount },
    ...{ heldReason: broken?.reason ?? null, heldPlace: broken?.place ?? null },
  };
}

/** The most frequent first. */
function countStates(outcomes: Preview['outcomes']): z.infer<typeof outcomeCount>[] {
  const counts = new Map<string, number>();
  for (const { state } of outcomes?.values() ?? []) counts.set(state, (counts.get(state) ?? 0) + 1);
  return [...counts].map(([state, count]) => ({ state, count })).sort((a, b) => b.count - a.count);
}

/** The outcome that the lines would have, and the names of accounts. */
interface Decided {
  readonly outcomes: ReadonlyMap<string, Outcome>;
  readonly accountOf: (accountId: string) => string;
}

/** Views a line, with what would become of it. */
export function viewLine(
  { lineId, line, isNew }: ShownLine,
  decided: Decided | undefined,
): z.infer<typeof previewLineView> {
  const outcome = decided?.outcomes.get(lineId ?? '');
  const { place, bookingDate, valueDate, direction, amountMinor, currency, status } = line;
  const {
    isReversal,
    isCollective,
    returnReason,
    counterpartyName,
    counterpartyIban,
    remittance,
    balanceAfterMinor,
  } = line;
  const { endToEndId, bankReference, transactionCode } = line;
  return {
    ...{ place, bookingDate, valueDate, direction, currency, isReversal, isCollective, returnReason },
    ...{ counterpartyName, counterpartyIban, endToEndId, bankReference, transactionCode },
    amount: minorToAmount(amountMinor),
    isPending: status === 'pending',
    remittance: [...remittance],
    balanceAfter: balanceAfterMinor === null ? null : minorToAmount(balanceAfterMinor),
    isNew: isNew ?? null,
    ...{ state: outcome?.state ?? null, rule: outcome?.rule ?? null },
    evidence: outcome && decided ? outcome.evidence.map((reason) => viewEvidence(reason, decided)) : [],
    transactionId: outcome?.action?.transactionId ?? null,
    candidateIds: (outcome?.candidates ?? []).map(({ transactionId }) => transactionId),
  };
}

/** Views a reason. A line of the preview has an id for its time only, which is not shown. */
function viewEvidence(reason: Reason, { outcomes, accountOf }: Decided) {
  const view = viewReason(reason, accountOf);
  const isOfPreview = 'byLineId' in reason && outcomes.has(reason.byLineId ?? '');
  const lineIds = view.lineIds.filter((lineId) => !outcomes.has(lineId));
  return { ...view, lineIds, detail: isOfPreview ? null : view.detail };
}
