import { actionsOf, withBlacklisted } from '../../../src/reconciliation/domain/matching/decision.ts';
import type {
  LineDecision,
  LineState,
  MatchTerms,
  RuleId,
} from '../../../src/reconciliation/domain/matching/model.ts';
import type { TransitionCommand } from '../../../src/transactions/domain/transition.ts';
import type { TransitionOutcome } from '../../../src/transactions/store.ts';
import { lockCredits, lockTransactions } from '../../engines/statements.ts';
import { notePaidBy } from '../../payouts/commands/note-lines.ts';
import { lockRefundedLines, lockRefunds, moveRefunds } from '../../payouts/commands/refunds.ts';
import { chunksOf } from '../../sql/lists.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { applyTransitions, isMade } from '../../transactions/commands/apply-transitions.ts';
import { isTransition, movesOf, refundsOf, type Transition } from './line-actions.ts';
import { decideDoubtful, findNoteTargets, findStopped } from './line-stops.ts';
import type { DecidedLine } from './store-decisions.ts';

/** How many transitions one statement applies: a batch of payouts has many. */
const MAX_TRANSITIONS = 500;
/** Refusals that pass, after which a line is decided about again. */
const PASSING: ReadonlySet<string> = new Set(['error_stale_sequence', 'planned']);
/** The reason of a withdrawal whose money came back. */
const RETURNED = 'The money came back to the account';
/** The states of lines that would have changed payouts, if their transition is refused. */
const WAITS: Partial<Record<RuleId, LineState>> = {
  'payout-paid': 'payout',
  'payout-returned': 'payout-back',
};
const RECONCILIATION = { kind: 'reconciliation', clientId: null } as const;

/** A decision with the ids that it needs. */
export interface PlannedDecision {
  readonly decision: LineDecision;
  readonly decisionId: string;
  /** One for each transition. */
  readonly eventIds: readonly string[];
}

interface ActionResult {
  readonly decided: readonly DecidedLine[];
  readonly outcomes: readonly TransitionOutcome[];
}

interface Terms {
  readonly nowMs: number;
  readonly steadyNowMs: number;
  readonly timeZone: string;
  /** The accounts with a credit that may change something. */
  readonly creditedAccountIds: readonly string[];
  /** The terms with which the decisions were made. */
  readonly matchTerms: MatchTerms;
}

/** Makes the transitions of decisions. @returns the decisions to store. */
export async function act(
  trx: DatabaseTransaction,
  decisions: readonly PlannedDecision[],
  { creditedAccountIds, matchTerms, ...terms }: Terms,
): Promise<ActionResult> {
  const refundIds = refundsOf(decisions);
  await lockRefundedLines(trx, refundIds);
  // All at once and in one order, so that rounds wait for each other and for exports.
  await lockTransactions(
    trx,
    decisions.flatMap(({ decision }) => actionsOf(decision).map(({ transactionId }) => transactionId)).sort(),
  );
  await lockCredits(trx, creditedAccountIds);
  await lockRefunds(trx, refundIds);
  const planned = await decideDoubtful(trx, decisions, matchTerms);
  const stopped = await findStopped(trx, planned);
  const acting = planned
    .filter(({ decision }) => !stopped.has(decision.lineId))
    .flatMap(({ decision, eventIds }) =>
      actionsOf(decision).flatMap((action, place) =>
        isTransition(action) ? [{ action, eventId: eventIds[place] ?? '' }] : [],
      ),
    );
  const noted = await findNoteTargets(trx, planned);
  const outcomes: TransitionOutcome[] = [];
  for (const chunk of chunksOf(acting, MAX_TRANSITIONS))
    outcomes.push(
      ...(await applyTransitions(trx, {
        ...terms,
        requests: chunk.map(({ action, eventId }) => requestOf(action, eventId)),
      })),
    );
  const outcomeOf = new Map(acting.map(({ eventId }, place) => [eventId, outcomes[place]]));
  const decided = planned.flatMap(({ decision, decisionId, eventIds }): DecidedLine[] => {
    const { lineId, action, actions } = decision;
    const [eventId = ''] = eventIds;
    const made = { decisionId, decision, actor: RECONCILIATION, eventId: null };
    const waiting = { ...decision, action: null, state: WAITS[decision.rule] ?? 'proposed' };
    const stop = stopped.get(lineId);
    if (stop) return stop === 'changed' ? [] : [{ ...made, decision: withBlacklisted(waiting) }];
    if (actions) {
      const isDone = actions.every(
        (one, place) => !isTransition(one) || isMade(outcomeOf.get(eventIds[place] ?? '')),
      );
      if (isDone) return [{ ...made, settles: actions.every(({ kind }) => kind !== 'return-refund') }];
      throw new Error(`one of the payouts of line ${lineId} was refused after the others`);
    }
    if (action === null || action.kind === 'note')
      return action === null || noted.has(action.transactionId) ? [made] : [];
    const outcome = outcomeOf.get(eventId);
    if (isMade(outcome)) return [{ ...made, eventId, settles: action.kind !== 'reverse' }];
    // Deciding again would be refused again, and would keep all later lines waiting.
    if (outcome?.kind !== 'refused' || PASSING.has(outcome.refusal.type)) return [];
    const isStopped = outcome.refusal.type === 'blacklisted';
    return [{ ...made, decision: isStopped ? withBlacklisted(waiting) : waiting }];
  });
  await moveRefunds(
    trx,
    movesOf(planned.filter(({ decision }) => !stopped.has(decision.lineId))),
    terms.nowMs,
  );
  await noteDebits(trx, { planned, decided, nowMs: terms.nowMs });
  return { decided, outcomes };
}

/** Notes the lines that have paid payouts in the rows of these payouts. */
async function noteDebits(
  trx: DatabaseTransaction,
  {
    planned,
    decided,
    nowMs,
  }: { planned: readonly PlannedDecision[]; decided: readonly DecidedLine[]; nowMs: number },
): Promise<void> {
  const paying = new Set(decided.flatMap(({ decision, settles }) => (settles ? decision.lineId : [])));
  for (const { decision } of planned.filter((one) => paying.has(one.decision.lineId))) {
    const endToEndIds = actionsOf(decision).flatMap(({ payout }) => payout?.endToEndId ?? []);
    await notePaidBy(trx, { endToEndIds, lineId: decision.lineId, nowMs });
  }
}

function requestOf({ kind, transactionId, sequence, finalAmountMinor, payout }: Transition, eventId: string) {
  // The rule has already checked the difference against the client's policy.
  const command: TransitionCommand =
    kind === 'reverse'
      ? { kind, sequence, reason: RETURNED }
      : {
          kind,
          sequence,
          finalAmountMinor,
          acceptDifference: true,
          paidFromAccountId: payout?.accountId,
        };
  return { transactionId, command, actor: RECONCILIATION, eventId, endToEndId: payout?.endToEndId };
}
