import { z } from 'zod';
import { auditOrigin } from '../audit/origin.ts';
import { fields, idText, text, typeProblem } from '../fields.ts';
import { type Context, define } from '../operation.ts';
import type { OperationName } from '../permissions.ts';
import { acceptDifference, findLimits, holdSeconds, target } from '../transactions/transitions.ts';
import type { LineDesk, LineOutcome } from './line-store.ts';
import { lineDetail, readDetail } from './lines.ts';
import { lineRefusalError } from './refusals.ts';

/** The longest note or reason of an operator, in characters. */
const MAX_WORDS = 500;
/** The most lines that pay a transaction together. */
const MAX_TOGETHER = 50;

const words = text(MAX_WORDS);

/** What a confirm says of the transaction, whichever lines are its payment. */
const confirmed = {
  transactionId: idText,
  /** The sequence of the transaction that the operator has seen; by default the one that it has. */
  sequence: target.sequence.optional(),
  acceptDifference,
  holdSeconds,
  /** The operator's words, where the transaction had ended. */
  reason: words.optional(),
};

/** Says that the money of a line is that of a transaction, which is settled, corrected or reversed by it. */
export const confirmStatementLine = define({
  name: 'confirmStatementLine',
  kind: 'command',
  input: fields({ lineId: idText, ...confirmed }),
  output: lineDetail,
  run: (context, { lineId, ...request }) =>
    confirm(context, 'confirmStatementLine', { ...request, lineIds: [lineId] }),
});

const lineIds = z
  .array(idText, { error: typeProblem('a list of lines') })
  .min(2, 'must name at least 2 lines.')
  .max(MAX_TOGETHER, `must name at most ${MAX_TOGETHER} lines.`)
  .refine((ids) => new Set(ids).size === ids.length, 'must name each line once.');

/** Says that the money of several lines is that of one transaction, which is settled or corrected with their sum. */
export const confirmStatementLines = define({
  name: 'confirmStatementLines',
  kind: 'command',
  input: fields({ lineIds, ...confirmed }),
  /** Of the first line. */
  output: lineDetail,
  run: (context, request) => confirm(context, 'confirmStatementLines', request),
});

/** Puts a line away with a note: it pays no transaction. */
export const putAwayStatementLine = define({
  name: 'putAwayStatementLine',
  kind: 'command',
  input: fields({ lineId: idText, note: words }),
  output: lineDetail,
  run: (context, request) =>
    decide(context, request.lineId, (desk) =>
      desk.putAway({ ...request, ...by(context, 'putAwayStatementLine') }),
    ),
});

/** Takes the match of a line back: its transaction is reversed or corrected, and the line is free again. */
export const undoStatementLine = define({
  name: 'undoStatementLine',
  kind: 'command',
  input: fields({
    lineId: idText,
    /** The decision that the operator has seen; by default the one that stands. */
    decisionId: idText.optional(),
    reason: words,
  }),
  output: lineDetail,
  run: (context, { lineId, decisionId: seenDecisionId, reason }) =>
    decide(context, lineId, (desk) =>
      desk.undo({ lineId, seenDecisionId, reason, ...by(context, 'undoStatementLine') }),
    ),
});

const confirmedFields = z.object(confirmed);

interface Confirm extends z.output<typeof confirmedFields> {
  readonly lineIds: readonly string[];
}

async function confirm(
  context: Context,
  operation: OperationName,
  { holdSeconds: seconds = 0, ...request }: Confirm,
) {
  const limits = await findLimits(context, request.transactionId);
  return decide(context, request.lineIds[0] ?? '', (desk) =>
    desk.confirm({ ...request, limits, holdMs: seconds * 1000, ...by(context, operation) }),
  );
}

function by(context: Context, operation: OperationName) {
  return { clientId: context.principal.client.id, audit: auditOrigin(context, operation) };
}

/** Runs a decision of the operator. @returns the line after it. */
async function decide(context: Context, lineId: string, run: (desk: LineDesk) => Promise<LineOutcome>) {
  const outcome = await run(context.dependencies.statements.desk);
  if (outcome.kind === 'refused') throw lineRefusalError(outcome.refusal);
  return readDetail(context, lineId);
}
