import { useRedeliver } from '../callbacks/use-redeliver.ts';
import { formatAmount, formatDuration, formatIban } from '../format.ts';
import { useClientNames } from '../search-field/choices.ts';
import type { HistoryEvent } from '../service/types.ts';
import { useRight } from '../session/context.ts';
import { texts } from '../texts/texts.ts';
import { describeTransition, reasonOf } from '../transactions/labels.ts';
import { Badge, Timestamp } from '../ui/parts.tsx';
import type { Detail } from './detail-types.ts';

interface HistoryProps extends Pick<Detail, 'transaction' | 'events'> {
  readonly onRedelivered: () => void;
}

/** The events of a transaction, newest first, with their actors and reasons. */
export function History({ transaction: { createdAt, appKey }, events, onRedelivered }: HistoryProps) {
  const { detail: t, templates: readers } = texts();
  const nameOf = useClientNames();
  return (
    <section>
      <h3>{t.history}</h3>
      {events.length > 0 && (
        <ol class="history">
          {events.toReversed().map((event) => (
            <li key={event.eventId} class={event.status}>
              <p>{describeTransition(event)}</p>
              <p class="hint">
                <Timestamp iso={event.occurredAt} /> · {formatAmount(event.amount)}
                {event.statusReason && ` · ${reasonOf(event.statusReason)}`}
              </p>
              {event.internalReason && (
                <p class="hint">
                  <bdi>{t.ownWords(event.internalReason)}</bdi>
                </p>
              )}
              {event.payment && (
                <p class="hint">
                  {t.paidFrom(formatIban(event.payment.iban ?? ''))}
                  {event.payment.bankReference && ` · ${event.payment.bankReference}`}
                </p>
              )}
              {event.seenBy && <p class="hint">{`${readers.seenBy}: ${readers.readers[event.seenBy]}`}</p>}
              <CallbackLine event={event} onRedelivered={onRedelivered} />
            </li>
          ))}
        </ol>
      )}
      <p class="begun">
        <strong>{t.labels.created}</strong> <Timestamp iso={createdAt} /> · <bdi>{nameOf(appKey)}</bdi>
      </p>
    </section>
  );
}

const TONES = { delivered: 'good', failed: 'bad', pending: 'info' } as const;

function CallbackLine({
  event,
  onRedelivered,
}: Pick<HistoryProps, 'onRedelivered'> & { event: HistoryEvent }) {
  const redeliver = useRedeliver(onRedelivered);
  const canRedeliver = useRight('redeliver');
  const { callback, callbackDueInSeconds: dueInSeconds, eventId } = event;
  const t = texts().detail;
  if (callback == null) return <p class="hint">{t.noCallbackAddress}</p>;
  return (
    <p class="callback">
      <Badge tone={TONES[callback]} text={t.callback[callback]} />
      {dueInSeconds != null && <span class="hint">{t.nextTry(formatDuration(dueInSeconds))}</span>}
      {canRedeliver && (
        <button type="button" onClick={() => redeliver(eventId)}>
          {t.redeliver}
        </button>
      )}
    </p>
  );
}
