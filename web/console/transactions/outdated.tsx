import { formatAmount } from '../format.ts';
import { HistoryDocument } from '../gql/graphql.ts';
import type { HistoryEvent, Transaction } from '../service/types.ts';
import { useSignedIn } from '../session/context.ts';
import { StatusBadge, Timestamp } from '../ui/parts.tsx';
import { useLoad } from '../ui/use-load.ts';
import { actorOf, reasonOf } from './labels.ts';

interface OutdatedProps {
  readonly transaction: Transaction;
  readonly onClose: () => void;
}

/** Reports that somebody else was faster, with the current state. */
export function Outdated({ transaction, onClose }: OutdatedProps) {
  const { session } = useSignedIn();
  const { transactionId: id, sequence, status, statusReason, finalAmount, updatedAt } = transaction;
  const { data: events, isLoading } = useLoad(`${id} ${sequence}`, async () => {
    return (await session.request(HistoryDocument, { id })).events.items;
  });
  const event = events?.at(-1);
  return (
    <>
      <div class="banner" role="alert">
        {!isLoading && (
          <p>
            <strong>{titleOf(event, session.appKey)}</strong>
          </p>
        )}
        <p>
          It is now <StatusBadge status={status} /> {statusReason && `(${reasonOf(statusReason)}) `}
          {finalAmount != null && `with ${formatAmount(finalAmount)} `}
          since <Timestamp iso={updatedAt} />
          {event && `, by ${actorOf(event)}`}.
        </p>
      </div>
      <div class="actions">
        <button type="button" class="primary" onClick={onClose}>
          Close
        </button>
      </div>
    </>
  );
}

/** An operator who got no response repeats the decision, and then sees the own one here. */
function titleOf(event: HistoryEvent | undefined, ownAppKey: string): string {
  return event?.actorAppKey === ownAppKey
    ? 'This was decided with your key already.'
    : 'Someone else was faster.';
}
