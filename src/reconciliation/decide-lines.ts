import { z } from 'zod';
import { fault, issueText } from '../kernel/problems.ts';
import { CONFIRMED, CREDITED, DECIDED } from '../operations/error-table.ts';
import { EXAMPLE_IDS, EXAMPLE_REASON } from '../operations/examples.ts';
import { fields, idText, listOf, text } from '../operations/fields.ts';
import { lineId } from '../operations/ids.ts';
import { type Context, operation } from '../operations/operation.ts';
import { OPERATORS } from '../operations/permissions.ts';
import { personOf } from '../payouts/domain/batch.ts';
import { findLimits } from '../transactions/run-transition.ts';
import { acceptDifference, holdSeconds, target } from '../transactions/transitions.ts';
import { MAX_CONFIRMED_TOGETHER } from './domain/payment-rounds.ts';
import { MAX_REASON_CHARACTERS } from './limits.ts';
import type { LineOutcome } from './line-store.ts';
import { lineDetail, readDetail } from './lines.ts';
import { lineRefusalError } from './refusals.ts';

const words = text(MAX_REASON_CHARACTERS).describe("Why, in the operator's words.");

/** The fields of a confirm about the transaction, whichever lines are its payment. */
const confirmed = {
  transactionId: idText.describe(
    'The transaction that it pays, or the refund that it pays or returns. For a refund, the amount must be exact, unless the line names its payout and `acceptDifference` is true; `holdSeconds` must be 0 or left out, because it happens at once and can be undone.',
  ),
  /** The sequence of the transaction that the operator has seen; by default the current one. */
  sequence: target.sequence.optional(),
  acceptDifference,
  holdSeconds,
  /** The operator's reason, if the transaction had ended. */
  reason: words.optional(),
};

export const confirmStatementLine = operation({
  name: 'confirmStatementLine',
  kind: 'command',
  roles: OPERATORS,
  modes: 'live',
  summary: 'Confirm that a line pays a transaction',
  refusals: CONFIRMED,
  input: fields({ lineId, ...confirmed }),
  output: lineDetail,
  example: { holdSeconds: 8 },
  run: (context, { lineId, ...request }) => confirm(context, { ...request, lineIds: [lineId] }),
});

const lineIds = listOf(idText, { of: 'lines', min: 2, max: MAX_CONFIRMED_TOGETHER })
  .refine(
    (ids) => new Set(ids).size === ids.length,
    issueText(fault('repeated', 'must name each line once.')),
  )
  .describe('The lines, from 2 to 50, of one account, currency and direction.');

export const confirmStatementLines = operation({
  name: 'confirmStatementLines',
  kind: 'command',
  roles: OPERATORS,
  modes: 'live',
  summary: 'Confirm that several lines pay a transaction together',
  description: 'It is settled with their sum, once. The answer is the first of the lines.',
  refusals: CONFIRMED,
  input: fields({ lineIds, ...confirmed }),
  /** The details of the first line. */
  output: lineDetail,
  example: { lineIds: [EXAMPLE_IDS.lineId, EXAMPLE_IDS.otherLineId], holdSeconds: 8 },
  run: (context, request) => confirm(context, request),
});

export const putAwayStatementLine = operation({
  name: 'putAwayStatementLine',
  kind: 'command',
  roles: OPERATORS,
  modes: 'live',
  summary: 'Put away a line that pays no transaction',
  refusals: DECIDED,
  input: fields({ lineId, note: words }),
  output: lineDetail,
  example: { note: 'Interest of the bank' },
  async run(context, request) {
    const { db, runtime } = context.dependencies;
    const decided = { ...request, ...by(context), decisionId: runtime.newId() };
    requireStored(await db.run('putLineAway', decided));
    return readDetail(context, request.lineId);
  },
});

export const undoStatementLine = operation({
  name: 'undoStatementLine',
  kind: 'command',
  roles: OPERATORS,
  modes: 'live',
  summary: 'Undo the decision about a line',
  refusals: CREDITED,
  input: fields({
    lineId,
    decisionId: idText
      .optional()
      .describe('The decision that the operator has seen; by default the one that stands.'),
    reason: words,
  }),
  output: lineDetail,
  example: { reason: EXAMPLE_REASON },
  async run(context, { lineId, decisionId: seenDecisionId, reason }) {
    const person = personOf(context.principal.client);
    const undone = { lineId, seenDecisionId, reason, person, ...by(context) };
    requireStored(await context.dependencies.db.run('undoLine', undone));
    return readDetail(context, lineId);
  },
});

const confirmedFields = z.object(confirmed);

interface Confirm extends z.output<typeof confirmedFields> {
  readonly lineIds: readonly string[];
}

async function confirm(context: Context, request: Confirm) {
  await confirmOnly(context, request);
  return readDetail(context, request.lineIds[0] ?? '');
}

/** Confirms lines without reading them afterwards. @throws ServiceError if the confirm is refused. */
export async function confirmOnly(
  context: Context,
  { holdSeconds: seconds = 0, ...request }: Confirm,
): Promise<void> {
  const limits = await findLimits(context, request.transactionId);
  const { db, runtime } = context.dependencies;
  const decisionIds = request.lineIds.map(() => runtime.newId());
  const holdMs = seconds * 1000;
  requireStored(await db.run('confirmLines', { ...request, limits, holdMs, ...by(context), decisionIds }));
}

/**
 * Returns who decides, when, and the id for the event of a transition. A call can make many decisions, each at its own
 * time.
 */
function by({ principal, dependencies: { runtime, timeZone }, meta: { audit } }: Context) {
  const times = { nowMs: runtime.nowMs(), steadyNowMs: runtime.steadyNowMs() };
  return { ...times, clientId: principal.client.id, eventId: runtime.newId(), timeZone, audit };
}

/** @throws ServiceError if a decision is refused. */
function requireStored(outcome: LineOutcome): void {
  if (outcome.kind === 'refused') throw lineRefusalError(outcome.refusal);
}
