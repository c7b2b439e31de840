import { actionsOf, isOfRefund } from '../../../src/reconciliation/domain/matching/decision.ts';
import type { LineAction, LineDecision } from '../../../src/reconciliation/domain/matching/model.ts';
import type { RefundMove } from '../../payouts/commands/refunds.ts';
import { findRefunds } from '../../payouts/queries/refunds.ts';
import type { DatabaseTransaction } from '../../tables.ts';

/** A decision with an id for each of its actions. */
interface WithIds {
  readonly decision: LineDecision;
  readonly eventIds: readonly string[];
}

/**
 * Returns the refunds that lines pay or return. Such an action has no event: its id becomes that of the decision about
 * the line whose money the refund gives back.
 */
export function movesOf(planned: readonly WithIds[]): RefundMove[] {
  return planned.flatMap(({ decision, eventIds }) =>
    actionsOf(decision).flatMap((action, place): RefundMove[] =>
      isOfRefund(action)
        ? [
            {
              refundId: action.transactionId,
              decisionId: eventIds[place] ?? '',
              isPaid: action.kind === 'pay-refund',
              shownBy: decision.lineId,
              endToEndId: action.payout?.endToEndId ?? '',
            },
          ]
        : [],
    ),
  );
}

/** An action that changes a transaction. */
export type Transition = LineAction & { readonly kind: 'settle' | 'correct' | 'reverse' };

export function isTransition(action: LineAction): action is Transition {
  return action.kind !== 'note' && !isOfRefund(action);
}

/** Returns the ids of the refunds that lines are about. */
export function refundsOf(planned: readonly WithIds[]): string[] {
  return movesOf(planned).map(({ refundId }) => refundId);
}

/** Whether the refunds of a line are still as they were when it was decided about. */
export async function areRefundsUnchanged(
  trx: DatabaseTransaction,
  actions: readonly LineAction[],
  taken: ReadonlySet<string>,
): Promise<boolean> {
  const found = await findRefunds(
    trx,
    actions.map(({ transactionId }) => transactionId),
  );
  const states = new Map(found.map(({ id, state }) => [id, state]));
  return actions.every(
    ({ kind, transactionId: id }) =>
      !taken.has(id) && states.get(id) === (kind === 'pay-refund' ? 'open' : 'paid'),
  );
}
