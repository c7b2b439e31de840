import { useEffect, useRef } from 'preact/hooks';
import { formatAmount, formatCount } from '../format.ts';
import { FailedCallbacksDocument, type FailedCallbacksQuery } from '../gql/graphql.ts';
import { hrefOf } from '../router.ts';
import { useRight, useSignedIn } from '../session/context.ts';
import { callbackTexts } from '../texts/callbacks.ts';
import { texts } from '../texts/texts.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Timestamp } from '../ui/parts.tsx';
import { Async } from '../ui/states.tsx';
import { useLoad } from '../ui/use-load.ts';
import { adding, useNextPage } from '../ui/use-next-page.ts';
import type { ClientCallbacks } from './summary.tsx';
import { useRedeliver } from './use-redeliver.ts';

type Page = FailedCallbacksQuery['failedCallbacks'];
type Failed = Page['items'][number];

interface FailedListProps {
  readonly appKey: string;
  /** Undefined if no callback of the client waits or was given up. */
  readonly client: ClientCallbacks | undefined;
}

/** The callbacks of one client that were given up, newest first. */
export function FailedList({ appKey, client }: FailedListProps) {
  const { session } = useSignedIn();
  const t = callbackTexts();
  const read = async (after?: string) =>
    (await session.request(FailedCallbacksDocument, { appKey, after })).failedCallbacks;
  const loaded = useLoad<Page>(`failed ${appKey}`, () => read());
  const next = useNextPage(loaded, async (cursor) => adding(await read(cursor)));
  const redeliver = useRedeliver(loaded.reload);
  const canRedeliver = useRight('redeliver');
  useReloadWhenChanged(client?.failed ?? 0, loaded.reload);
  const title = t.failedOf(client?.name ?? appKey);
  return (
    <section class="failed-list">
      <h2>{title}</h2>
      <Async what={t.what} loaded={loaded}>
        {({ items, nextCursor }) => (
          <>
            {items.length === 0 ? (
              <p class="hint">
                {t.noneFailed} {client && client.waiting > 0 && t.stillWaiting(formatCount(client.waiting))}
              </p>
            ) : (
              <DataTable
                label={title}
                columns={columnsWith(canRedeliver ? redeliver : undefined)}
                rows={items}
                keyOf={(callback) => callback.eventId}
              />
            )}
            {nextCursor && (
              <button type="button" class="more" disabled={next.isReading} onClick={next.read}>
                {next.isReading ? texts().ui.readingMore : t.more(formatCount(items.length))}
              </button>
            )}
          </>
        )}
      </Async>
    </section>
  );
}

/** Reads the list again when another number was given up than at the last time. */
function useReloadWhenChanged(failed: number, reload: () => void): void {
  const known = useRef(failed);
  useEffect(() => {
    if (known.current !== failed) reload();
    known.current = failed;
  }, [failed, reload]);
}

function columnsWith(redeliver?: (eventId: string) => void): readonly Column<Failed>[] {
  const t = callbackTexts();
  const { changes } = texts().transactions;
  const columns: Column<Failed>[] = [
    {
      title: t.transaction,
      isRowHeader: true,
      kind: 'name',
      cell: ({ transactionId, type, name, amount }) => (
        <a href={hrefOf('search', { open: transactionId })}>
          {texts().ui.type[type]} {formatAmount(amount)} · <bdi>{name}</bdi>
        </a>
      ),
    },
    { title: t.change, cell: ({ change }) => changes[change] },
    { title: t.happenedAt, cell: ({ occurredAt }) => <Timestamp iso={occurredAt} /> },
    {
      title: t.lastFailedAt,
      cell: ({ lastFailedAt }) => (lastFailedAt ? <Timestamp iso={lastFailedAt} /> : '–'),
    },
    {
      title: t.lastError,
      kind: 'name',
      cell: ({ lastError, lastAnswer }) => (
        <>
          {lastError ?? '–'}
          {lastAnswer && (
            <code class="answer" title={lastAnswer}>
              {lastAnswer}
            </code>
          )}
        </>
      ),
    },
  ];
  if (redeliver)
    columns.push({
      title: t.redeliver,
      cell: ({ eventId, name, amount }) => (
        <button
          type="button"
          aria-label={texts().ui.actOn(t.redeliver, `${formatAmount(amount)} ${name}`)}
          onClick={() => redeliver(eventId)}
        >
          {t.redeliver}
        </button>
      ),
    });
  return columns;
}
