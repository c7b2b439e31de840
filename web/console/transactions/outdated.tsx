import { useLayoutEffect, useRef } from 'preact/hooks';
import { formatAmount } from '../format.ts';
import { HistoryDocument } from '../gql/graphql.ts';
import type { Transaction } from '../service/types.ts';
import { useSignedIn } from '../session/context.ts';
import { texts } from '../texts/texts.ts';
import { StatusBadge, Timestamp } from '../ui/parts.tsx';
import { useLoad } from '../ui/use-load.ts';
import { actorOf, describePlanned, reasonOf } from './labels.ts';

interface OutdatedProps {
  readonly transaction: Transaction;
  readonly onClose: () => void;
}

/** Reads the last event of a transaction. It is undefined while it is read, and if that fails. */
export function useLastEvent({ transactionId: id, sequence }: Transaction) {
  const { session } = useSignedIn();
  const { data, isLoading } = useLoad(`${id} ${sequence}`, async () => {
    return (await session.request(HistoryDocument, { id })).events.items;
  });
  return { event: data?.at(-1), isLoading };
}

/** Reports that somebody else was faster, with the current state or what is planned. */
export function Outdated({ transaction, onClose }: OutdatedProps) {
  const { session } = useSignedIn();
  const t = texts().transactions.outdated;
  const { status, statusReason, finalAmount, updatedAt, planned } = transaction;
  const { event, isLoading } = useLastEvent(transaction);
  const decidedBy = planned ? planned.byAppKey : event?.actorAppKey;
  const close = useRef<HTMLButtonElement>(null);
  // The form that had the focus has disappeared.
  useLayoutEffect(() => close.current?.focus(), []);
  return (
    <>
      <div class="banner" role="alert">
        {(planned || !isLoading) && (
          <p>
            {/* An operator who got no response repeats the decision, and then sees the own one here. */}
            <strong>{decidedBy === session.appKey ? t.own : t.faster}</strong>
          </p>
        )}
        {planned ? (
          <p>{`${describePlanned(planned)}.`}</p>
        ) : (
          <p>
            {t.isNow} <StatusBadge status={status} /> {statusReason && `(${reasonOf(statusReason)}) `}
            {finalAmount != null && `${t.withAmount(formatAmount(finalAmount))} `}
            {t.since} <Timestamp iso={updatedAt} />
            {event && `, ${t.by(actorOf(event))}`}.
          </p>
        )}
      </div>
      <div class="actions">
        <button ref={close} type="button" class="primary" onClick={onClose}>
          {texts().ui.close}
        </button>
      </div>
    </>
  );
}
