import { formatAmount, formatDuration } from '../format.ts';
import { RedeliverDocument } from '../gql/graphql.ts';
import { problemOf } from '../service/failures.ts';
import type { HistoryEvent } from '../service/types.ts';
import { useRight, useSignedIn } from '../session/context.ts';
import { describeTransition, reasonOf } from '../transactions/labels.ts';
import { Badge, StatusBadge, Timestamp } from '../ui/parts.tsx';

interface HistoryProps {
  readonly events: readonly HistoryEvent[];
  readonly onRedelivered: () => void;
}

/** The events of a transaction, with their actors and reasons. */
export function History({ events, onRedelivered }: HistoryProps) {
  return (
    <section>
      <h3>History</h3>
      {events.length === 0 ? (
        <p class="hint">Nothing happened to it since it was created.</p>
      ) : (
        <ol class="history">
          {events.map((event) => (
            <li key={event.eventId}>
              <p>
                <StatusBadge status={event.previousStatus} /> to <StatusBadge status={event.status} />{' '}
                {describeTransition(event)}
              </p>
              <p class="hint">
                <Timestamp iso={event.occurredAt} /> · {formatAmount(event.amount)}
                {event.statusReason && ` · ${reasonOf(event.statusReason)}`}
              </p>
              <CallbackLine event={event} onRedelivered={onRedelivered} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

const TONES = { delivered: 'good', failed: 'bad', pending: 'neutral' } as const;

function CallbackLine({
  event,
  onRedelivered,
}: Pick<HistoryProps, 'onRedelivered'> & { event: HistoryEvent }) {
  const { session, notify } = useSignedIn();
  const mayRedeliver = useRight('redeliver');
  const { callback, callbackDueInSeconds: dueInSeconds, eventId } = event;
  if (callback == null) return <p class="hint">The client had no callback address.</p>;
  const redeliver = () =>
    session.request(RedeliverDocument, { eventId }).then(
      () => {
        notify('The callback is delivered again.');
        onRedelivered();
      },
      (error) => notify(problemOf(error).message),
    );
  return (
    <p class="callback">
      <Badge tone={TONES[callback]} text={`callback ${callback}`} />
      {dueInSeconds != null && <span class="hint">next try in {formatDuration(dueInSeconds)}</span>}
      {mayRedeliver && (
        <button type="button" onClick={() => void redeliver()}>
          Redeliver
        </button>
      )}
    </p>
  );
}
