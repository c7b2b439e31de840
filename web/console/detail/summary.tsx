import { useState } from 'preact/hooks';
import { formatMoney } from '../format.ts';
import { isWaiting, type Transaction } from '../service/types.ts';
import { useRight, useSignedIn } from '../session/context.ts';
import { texts } from '../texts/texts.ts';
import { type Action, actionsOn, canSettle, type Outcomes } from '../transactions/actions.ts';
import { othersClaim } from '../transactions/claims.ts';
import { describePlanned, partyOf, wordsOf } from '../transactions/labels.ts';
import { TransitionDialog } from '../transactions/transition-dialog.tsx';
import { useQuickSettle } from '../transactions/use-quick-settle.ts';
import { whyNotSettled } from '../transactions/why-not.ts';
import { useShortcuts } from '../ui/use-shortcuts.ts';
import type { Detail } from './detail-types.ts';
import { Story } from './story.tsx';

/** The type and the amount of the transaction. */
export function Title({ transaction }: { readonly transaction: Transaction }) {
  const { amount, finalAmount, type } = transaction;
  return (
    <h2>
      <span class="kind">
        {texts().ui.type[type]} · <bdi>{partyOf(transaction)}</bdi>
      </span>{' '}
      {formatMoney(finalAmount ?? amount)}
    </h2>
  );
}

interface SummaryProps extends Outcomes {
  readonly transaction: Transaction;
  readonly events: Detail['events'] | undefined;
}

/** The state of the transaction, and what can be decided. */
export function Summary({ transaction, events, onChanged, onDecided }: SummaryProps) {
  const canChange = useRight('changeTransactions');
  const { notify } = useSignedIn();
  const [chosen, setChosen] = useState<{ readonly action: Action; readonly transaction: Transaction }>();
  const quick = useQuickSettle({ onChanged, onDecided });
  const { planned } = transaction;
  const isOthers = Boolean(othersClaim(transaction));
  const isOpen = canChange && isWaiting(transaction) && !isOthers;
  useShortcuts(
    isOpen
      ? {
          s: () =>
            canSettle(transaction)
              ? setChosen({ action: 'settle', transaction })
              : notify(whyNotSettled(transaction)),
          r: () => setChosen({ action: 'reject', transaction }),
          'Shift+s': () => quick.settle(transaction),
        }
      : {},
  );
  return (
    <header class="summary">
      <Story transaction={transaction} events={events} />
      {planned && (
        <p role="status">
          <strong>{describePlanned(planned)}</strong>
        </p>
      )}
      {canChange && !isOthers && (
        <div class="actions">
          {actionsOn(transaction).map((action) => (
            <button
              key={action}
              type="button"
              class={classOf(action)}
              onClick={() => setChosen({ action, transaction })}
            >
              {wordsOf(action, transaction).label}
            </button>
          ))}
        </div>
      )}
      {chosen && (
        <TransitionDialog
          {...chosen}
          onChanged={onChanged}
          onDecided={onDecided}
          onClose={() => setChosen(undefined)}
        />
      )}
    </header>
  );
}

/** The usual next step is the primary button. A rare action is set apart. */
function classOf(action: Action): string | undefined {
  if (action === 'cancel') return 'apart';
  return action === 'settle' ? 'primary' : undefined;
}
