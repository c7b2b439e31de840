import { useEffect, useRef } from 'preact/hooks';
import { ViewingNow } from '../presence/later.ts';
import { isWaiting, newerOf, type Transaction } from '../service/types.ts';
import { useRight, useSignedIn } from '../session/context.ts';
import { texts } from '../texts/texts.ts';
import type { Outcomes } from '../transactions/actions.ts';
import { endClaim, useClaimEnds } from '../transactions/use-claim-ends.ts';
import { focusRow } from '../ui/data-table.tsx';
import { Icon } from '../ui/icons.tsx';
import { Async } from '../ui/states.tsx';
import { useLiveTransactions } from '../ui/use-live.ts';
import { useLoad } from '../ui/use-load.ts';
import { useShortcuts } from '../ui/use-shortcuts.ts';
import { History } from './history.tsx';
import { batchPaying, isFreeToPay, Paying } from './paying.tsx';
import { type ReadDetail, readDetail } from './read-detail.ts';
import { Summary, Title } from './summary.tsx';

interface DetailPaneProps extends Outcomes {
  readonly id: string;
  /** The transaction as the list knows it, shown until the details are read. */
  readonly known: Transaction | undefined;
  readonly onClose: () => void;
}

/** Details of one transaction, updated live. Its keys act on what it shows. */
export function DetailPane({ id, known, onChanged, onDecided, onClose }: DetailPaneProps) {
  const { session } = useSignedIn();
  const canChange = useRight('changeTransactions');
  const loaded = useLoad<ReadDetail>(id, () => readDetail(session, id));
  useLiveTransactions(({ transactionId }) => transactionId === id && loaded.reload(), loaded.restart);
  const close = usePaneFocus(id);
  useShortcuts({ Escape: onClose });
  const read = loaded.data?.transaction;
  useClaimEnds(read ? [read] : [], () =>
    // The claim that is held then: somebody else may have taken the withdrawal over meanwhile.
    loaded.update((detail) => ({ ...detail, transaction: endClaim(detail.transaction) })),
  );
  const shown = read && known ? newerOf(read, known) : (read ?? known);
  const isPaying = canChange && shown?.type === 'withdrawal' && isWaiting(shown);
  const parts = loaded.data?.parts;
  const batch = batchPaying(loaded.data?.payouts ?? []);
  const refreshAfter = (report: (transaction: Transaction) => void) => (transaction: Transaction) => {
    report(transaction);
    loaded.reload();
  };
  return (
    <aside class="detail" aria-label={texts().detail.pane}>
      <div class="pane-head">
        {shown && <Title transaction={shown} />}
        <button ref={close} type="button" class="close quiet" aria-label={texts().ui.close} onClick={onClose}>
          <Icon of="close" />
        </button>
      </div>
      {shown && (
        <Summary
          transaction={shown}
          events={loaded.data?.transaction.transactionId === id ? loaded.data.events : undefined}
          onChanged={refreshAfter(onChanged)}
          onDecided={refreshAfter(onDecided)}
        />
      )}
      {shown?.blacklisted && canChange && parts && (
        <parts.Blacklisted key={`${id} blacklist`} transaction={shown} onChanged={refreshAfter(onChanged)} />
      )}
      {shown && isPaying && read?.transactionId === id && (
        // What was copied belongs to one transaction.
        <Paying key={id} transaction={shown} batch={batch} onChanged={refreshAfter(onChanged)} />
      )}
      <Async what={texts().detail.what} loaded={loaded}>
        {({ PayoutHistory, ...detail }) => (
          <>
            <History {...detail} onRedelivered={loaded.reload} />
            {parts && detail.lines.length > 0 && <parts.PaidBy lines={detail.lines} />}
            {parts && detail.transaction.claimHistory?.length ? (
              <parts.ClaimHistory periods={detail.transaction.claimHistory} />
            ) : null}
            {PayoutHistory && <PayoutHistory payouts={detail.payouts} />}
            {parts && (
              <>
                <parts.DetailFields
                  key={id}
                  transaction={detail.transaction}
                  isPaying={isPaying && !batch && isFreeToPay(shown)}
                />
                <parts.ToBlacklist transaction={detail.transaction} />
                <parts.Notes transaction={detail.transaction} onAdded={loaded.reload} />
                <parts.Attempts detail={detail} onRefresh={loaded.reload} />
              </>
            )}
          </>
        )}
      </Async>
      <ViewingNow id={id} />
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
