import { useState } from 'preact/hooks';
import { HistoryDocument, RedeliverFailedDocument } from '../gql/graphql.ts';
import { problemOf } from '../service/failures.ts';
import type { Attempt } from '../service/types.ts';
import { useRight, useSignedIn } from '../session/context.ts';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { Badge, Moment } from '../ui/parts.tsx';
import type { Detail } from './detail-types.ts';

interface AttemptsProps {
  readonly detail: Detail;
  readonly onRefresh: () => void;
}

/** Attempts that are older than those which came with the transaction. */
interface Older extends Pick<Detail['attempts'], 'items' | 'nextCursor'> {
  /** The cursor that they begin behind. */
  readonly behind: Detail['attempts']['nextCursor'];
}

/** How the client was told: each attempt, newest first, and what came back. */
export function Attempts({ detail, onRefresh }: AttemptsProps) {
  const { transaction, attempts } = detail;
  const { session, notify } = useSignedIn();
  const [read, setOlder] = useState<Older>();
  const mayRedeliver = useRight('redeliver');
  const { appKey } = transaction;
  // Newer attempts push others out of the first part: what was read behind it then has a gap before it.
  const older = read?.behind === attempts.nextCursor ? read : undefined;
  const items = [...attempts.items, ...(older?.items ?? [])];
  const cursor = older ? older.nextCursor : attempts.nextCursor;
  const say = (error: unknown) => notify(problemOf(error).message);
  const readOlder = () =>
    session.request(HistoryDocument, { id: transaction.transactionId, attemptsAfter: cursor }).then(
      ({ callbackAttempts: { items: next, nextCursor } }) =>
        setOlder({
          behind: attempts.nextCursor,
          items: [...(older?.items ?? []), ...next],
          nextCursor: nextCursor ?? null,
        }),
      say,
    );
  const redeliverFailed = (client: string) =>
    session
      .request(RedeliverFailedDocument, { appKey: client })
      .then(({ redeliverFailedCallbacks: { count } }) => {
        notify(`${count} failed callbacks of ${client} are delivered anew.`);
        onRefresh();
      }, say);
  return (
    <section>
      <div class="section-head">
        <h3>Callback attempts</h3>
        <button type="button" onClick={onRefresh}>
          Refresh
        </button>
        {mayRedeliver && appKey && (
          <ConfirmButton
            label="Redeliver all failed"
            about={`of ${appKey}`}
            onConfirm={() => void redeliverFailed(appKey)}
          />
        )}
      </div>
      {items.length === 0 ? (
        <p class="hint">Nothing was sent yet.</p>
      ) : (
        <ol class="attempts">
          {items.map((attempt) => (
            <AttemptItem key={`${attempt.eventId} ${attempt.startedAt}`} attempt={attempt} />
          ))}
        </ol>
      )}
      {cursor && (
        <button type="button" onClick={() => void readOlder()}>
          Older attempts
        </button>
      )}
    </section>
  );
}

function AttemptItem({ attempt }: { readonly attempt: Attempt }) {
  const { status, error, answer, durationMs, startedAt } = attempt;
  const isGood = status != null && status >= 200 && status < 300;
  return (
    <li>
      <p>
        <Badge tone={isGood ? 'good' : 'bad'} text={status == null ? 'no answer' : `HTTP ${status}`} />{' '}
        <Moment iso={startedAt} /> · {durationMs} ms
      </p>
      {error && <p class="attempt-error">{error}</p>}
      {answer && <pre>{answer}</pre>}
    </li>
  );
}
