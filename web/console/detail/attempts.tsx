import { useState } from 'preact/hooks';
import { describeCounts, useRedeliverAll, useUndelivered } from '../callbacks/redeliver-all.ts';
import { HistoryDocument } from '../gql/graphql.ts';
import { useClientNames } from '../search-field/choices.ts';
import type { Attempt } from '../service/types.ts';
import { useRight, useSignedIn } from '../session/context.ts';
import { callbackTexts } from '../texts/callbacks.ts';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { Badge, Timestamp } from '../ui/parts.tsx';
import { adding, type Page, useNextPage } from '../ui/use-next-page.ts';
import type { Detail } from './detail-types.ts';

interface AttemptsProps {
  readonly detail: Detail;
  readonly onRefresh: () => void;
}

interface ShownAttempts extends Page<Attempt> {
  /** The cursor with which the transaction was loaded. */
  readonly after: Detail['attempts']['nextCursor'];
}

/** The callback attempts, newest first, with the responses of the receiver. */
export function Attempts({ detail, onRefresh }: AttemptsProps) {
  const { transaction, events, attempts } = detail;
  const t = callbackTexts();
  const { session } = useSignedIn();
  // Includes older ones than the transaction was loaded with, as long as its own have not changed.
  const [more, setMore] = useState<ShownAttempts>();
  const canRedeliver = useRight('redeliver');
  const { appKey } = transaction;
  // New attempts shift the first page. Older attempts read after its previous end are dropped, to avoid a gap.
  const shown: ShownAttempts =
    more && more.after === attempts.nextCursor ? more : { ...attempts, after: attempts.nextCursor };
  const { items } = shown;
  const older = useNextPage<ShownAttempts>(
    { data: shown, updateBy: async (read) => setMore((await read)(shown)) },
    async (attemptsAfter) => {
      const read = await session.request(HistoryDocument, { id: transaction.transactionId, attemptsAfter });
      return adding<ShownAttempts>({ ...shown, ...read.callbackAttempts });
    },
  );
  const redeliverAll = useRedeliverAll(onRefresh);
  const nameOf = useClientNames();
  const undelivered = useUndelivered(appKey);
  // A failed callback that is the only one has its button in the history.
  const isOneOfSeveral = undelivered.failed > 1 && events.some(({ callback }) => callback === 'failed');
  return (
    <section>
      <div class="section-head">
        <h3>{t.attempts}</h3>
        <button type="button" onClick={onRefresh}>
          {t.refresh}
        </button>
        {canRedeliver && appKey && isOneOfSeveral && (
          <ConfirmButton
            label={t.sendAllOf(describeCounts(undelivered))}
            about={nameOf(appKey)}
            onConfirm={() => redeliverAll(appKey)}
          />
        )}
      </div>
      {items.length === 0 ? (
        <p class="hint">{t.noAttempts}</p>
      ) : (
        <ol class="attempts">
          {items.map((attempt) => (
            <AttemptItem key={`${attempt.eventId} ${attempt.startedAt}`} attempt={attempt} />
          ))}
        </ol>
      )}
      {shown.nextCursor && (
        <button type="button" disabled={older.isReading} onClick={older.read}>
          {t.olderAttempts}
        </button>
      )}
    </section>
  );
}

function AttemptItem({ attempt }: { readonly attempt: Attempt }) {
  const t = callbackTexts();
  const { status, error, answer, durationMs, startedAt } = attempt;
  const isGood = status != null && status >= 200 && status < 300;
  return (
    <li>
      <p>
        <Badge tone={isGood ? 'good' : 'bad'} text={status == null ? t.noResponse : `HTTP ${status}`} />{' '}
        <Timestamp iso={startedAt} /> · {t.milliseconds(durationMs)}
      </p>
      {error && <p class="attempt-error">{error}</p>}
      {answer && <pre>{answer}</pre>}
    </li>
  );
}
