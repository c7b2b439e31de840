import { useState } from 'preact/hooks';
import { changeParams } from '../router.ts';
import { isWaiting, type Transaction } from '../service/types.ts';
import { useRight, useSignedIn } from '../session/context.ts';
import { texts } from '../texts/texts.ts';
import { type Action, canSettle } from '../transactions/actions.ts';
import { othersClaim } from '../transactions/claims.ts';
import { useClaim } from '../transactions/use-claim.ts';
import { useQuickSettle } from '../transactions/use-quick-settle.ts';
import { whyNotSettled } from '../transactions/why-not.ts';
import type { LiveQueue } from './use-queue.ts';
import type { Selection } from './use-selection.ts';

/** The dialog that is open over a list. */
export type OpenDialog =
  | { readonly kind: 'decide'; readonly action: Action; readonly transaction: Transaction }
  | { readonly kind: 'menu'; readonly transaction: Transaction }
  | { readonly kind: 'settle many' };

export type Decisions = ReturnType<typeof useDecisions>;

/** The list whose rows are updated or removed after a decision. */
export type Rows = Pick<LiveQueue, 'applyUpdate' | 'remove'>;

/** The decisions of operators about rows of a list. A row can be decided only once. */
export function useDecisions(rows: Rows, selection: Selection) {
  const { notify } = useSignedIn();
  const canChange = useRight('changeTransactions');
  const [dialog, open] = useState<OpenDialog>();
  const quick = useQuickSettle({ onChanged: rows.applyUpdate, onDecided: rows.remove });
  const claiming = useClaim(rows.applyUpdate);
  const isOpenTo = (transaction: Transaction) => {
    if (!canChange || !isWaiting(transaction)) return false;
    const isOthers = Boolean(othersClaim(transaction));
    if (isOthers) notify(texts().transactions.problems.error_claimed);
    return !isOthers;
  };
  /** Claims a withdrawal, unless somebody else has or had claimed it. */
  const claim = (transaction: Transaction) => {
    if (canChange && isWaiting(transaction)) claiming.claim(transaction);
  };
  return {
    canChange,
    dialog,
    open,
    /** The ids of the rows whose decision was sent and not answered yet. */
    deciding: quick.deciding,
    /** Opens the dialog of an action. */
    decide(action: Action, transaction: Transaction) {
      selection.select(transaction.transactionId);
      if (!isOpenTo(transaction)) return;
      if (action === 'settle' && !canSettle(transaction)) notify(whyNotSettled(transaction));
      else open({ kind: 'decide', action, transaction });
    },
    /** Settles a deposit with the requested amount, without a dialog, and selects the next row. */
    settleWithoutDialog(transaction: Transaction) {
      if (!isOpenTo(transaction)) return;
      // The next row is selected immediately, so that the next key does not wait for the service.
      if (quick.settle(transaction) && !selection.move(1)) selection.move(-1);
    },
    claim,
    /** Opens a withdrawal and claims it. */
    openAndClaim(transaction: Transaction) {
      if (!canChange || transaction.type !== 'withdrawal' || !isWaiting(transaction)) return;
      changeParams({ open: transaction.transactionId });
      // The pane says which batch pays it.
      if (transaction.payoutNumber == null) claim(transaction);
    },
  };
}
