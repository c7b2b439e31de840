import { useState } from 'preact/hooks';
import { problemOf } from '../service/failures.ts';
import { isWaiting, type Transaction } from '../service/types.ts';
import { useSignedIn } from '../session/context.ts';
import { canSettleAtOnce, isOutdated, type Outcomes, perform, readTransaction } from './actions.ts';
import { describeDone, partyOf } from './labels.ts';
import { useUndo } from './undo.tsx';
import { whyNotSettled } from './why-not.ts';

/**
 * Settles with the requested amount, without a dialog. A failure stays visible until it succeeds, because the next
 * decision follows at once.
 */
export function useQuickSettle({ onChanged, onDecided }: Outcomes) {
  const { session, report } = useSignedIn();
  const undo = useUndo();
  const [deciding, setDeciding] = useState<ReadonlySet<string>>(new Set());
  const settle = async (transaction: Transaction) => {
    const { transactionId: id, amount } = transaction;
    setDeciding((known) => new Set(known).add(id));
    try {
      const decision = { action: 'settle', transaction, finalAmount: amount } as const;
      const sent = perform(session, { ...decision, acceptDifference: false, reason: undefined });
      await undo.track(sent, (changed) => {
        onDecided(changed);
        return { decided: [changed], message: describeDone('settle', changed), onUndone: onChanged };
      });
    } catch (error) {
      report(id, `${partyOf(transaction)}: ${problemOf(error).message}`);
      if (isOutdated(error)) await readTransaction(session, id).then(onChanged, () => {});
    } finally {
      setDeciding((known) => new Set([...known].filter((other) => other !== id)));
    }
  };
  return {
    /** The transactions whose decision was sent and not answered yet. */
    deciding,
    /** @returns whether it was sent */
    settle(transaction: Transaction): boolean {
      if (!isWaiting(transaction) || deciding.has(transaction.transactionId)) return false;
      const isSent = canSettleAtOnce(transaction);
      if (isSent) void settle(transaction);
      else report(transaction.transactionId, `${partyOf(transaction)}: ${whyNotSettled(transaction)}`);
      return isSent;
    },
  };
}
