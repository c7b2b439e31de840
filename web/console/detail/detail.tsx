import { useEffect, useRef, useState } from 'preact/hooks';
import { formatAmount } from '../format.ts';
import { DetailDocument, HistoryDocument } from '../gql/graphql.ts';
import type { Transaction } from '../service/types.ts';
import { useRight, useSignedIn } from '../session/context.ts';
import { ACTIONS, type Action, actionsOn } from '../transactions/actions.ts';
import { TransitionDialog } from '../transactions/transition-dialog.tsx';
import { focusRow } from '../ui/data-table.tsx';
import { StatusBadge } from '../ui/parts.tsx';
import { Async } from '../ui/states.tsx';
import { useLiveTransactions } from '../ui/use-live.ts';
import { useLoad } from '../ui/use-load.ts';
import { useShortcuts } from '../ui/use-shortcuts.ts';
import { Attempts } from './attempts.tsx';
import type { Detail } from './detail-types.ts';
import { DetailFields } from './fields.tsx';
import { History } from './history.tsx';

interface DetailPaneProps {
  readonly id: string;
  readonly onChanged: (transaction: Transaction) => void;
  readonly onClose: () => void;
}

/** Details of one transaction, updated live. */
export function DetailPane({ id, onChanged, onClose }: DetailPaneProps) {
  const { session } = useSignedIn();
  const loaded = useLoad<Detail>(id, async () => {
    const [{ transaction }, history] = await Promise.all([
      session.request(DetailDocument, { id }),
      session.request(HistoryDocument, { id }),
    ]);
    return { transaction, events: history.events.items, attempts: history.callbackAttempts };
  });
  useLiveTransactions(({ transactionId }) => transactionId === id && loaded.reload(), loaded.reload);
  const close = usePaneFocus(id);
  useShortcuts({ Escape: onClose });
  return (
    <aside class="detail" aria-label="Transaction">
      <button ref={close} type="button" class="close" onClick={onClose}>
        Close
      </button>
      <Async what="the transaction" loaded={loaded}>
        {(detail) => (
          <>
            <Summary
              transaction={detail.transaction}
              onChanged={(transaction) => {
                onChanged(transaction);
                loaded.reload();
              }}
            />
            <DetailFields transaction={detail.transaction} />
            <History events={detail.events} onRedelivered={loaded.reload} />
            <Attempts detail={detail} onRefresh={loaded.reload} />
          </>
        )}
      </Async>
    </aside>
  );
}

/** Focuses the pane when it replaces the list on a narrow screen. When it closes, the focus returns to its row. */
function usePaneFocus(id: string) {
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body || isNarrow()) close.current?.focus();
    return () => {
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) focusRow(id);
      });
    };
  }, [id]);
  return close;
}

function isNarrow(): boolean {
  return matchMedia('(max-width: 1099px)').matches;
}

interface SummaryProps {
  readonly transaction: Transaction;
  readonly onChanged: (transaction: Transaction) => void;
}

function Summary({ transaction, onChanged }: SummaryProps) {
  const mayChange = useRight('changeTransactions');
  const { currency = '' } = useSignedIn().session;
  const [chosen, setChosen] = useState<{ readonly action: Action; readonly transaction: Transaction }>();
  const { amount, finalAmount, type, status } = transaction;
  return (
    <header class="summary">
      <h2>
        <span class="kind">{type}</span> {formatAmount(finalAmount ?? amount)} {currency}
      </h2>
      <p>
        <StatusBadge status={status} />
        {finalAmount != null && finalAmount !== amount && ` ${formatAmount(amount)} was asked for`}
      </p>
      {mayChange && (
        <div class="actions">
          {actionsOn(transaction).map((action) => (
            <button
              key={action}
              type="button"
              class={ACTIONS[action].tone === 'primary' ? 'primary' : undefined}
              onClick={() => setChosen({ action, transaction })}
            >
              {ACTIONS[action].label}
            </button>
          ))}
        </div>
      )}
      {chosen && <TransitionDialog {...chosen} onChanged={onChanged} onClose={() => setChosen(undefined)} />}
    </header>
  );
}
