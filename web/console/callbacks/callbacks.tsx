import '../styles/failed-callbacks.css';
import '../styles/stacked.css';
import { formatCount } from '../format.ts';
import { hrefOf, useRoute } from '../router.ts';
import { useRight } from '../session/context.ts';
import { callbackTexts } from '../texts/callbacks.ts';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Badge, Timestamp } from '../ui/parts.tsx';
import { Async, Empty } from '../ui/states.tsx';
import { FailedList } from './failed-list.tsx';
import { describeCounts, useRedeliverAll } from './redeliver-all.ts';
import { type ClientCallbacks, useCallbackSummary } from './summary.tsx';

/** The callbacks that wait or were given up, by client, and those of one client that were given up. */
export function CallbacksScreen() {
  const { params } = useRoute();
  const appKey = params.get('client');
  const summary = useCallbackSummary();
  const redeliverAll = useRedeliverAll(() => {});
  const canRedeliver = useRight('redeliver');
  const t = callbackTexts();
  return (
    <>
      <p class="toolbar bar hint">{t.about}</p>
      <Async what={t.what} loaded={summary}>
        {(clients) =>
          clients.length === 0 ? (
            <Empty title={t.empty}>{t.emptyHint}</Empty>
          ) : (
            <DataTable
              label={t.byClient}
              columns={columnsWith(canRedeliver ? redeliverAll : undefined)}
              rows={clients}
              keyOf={(client) => client.appKey}
              classOf={(client) => (client.appKey === appKey ? 'selected' : undefined)}
            />
          )
        }
      </Async>
      {appKey && (
        <FailedList
          key={appKey}
          appKey={appKey}
          client={summary.data?.find((client) => client.appKey === appKey)}
        />
      )}
    </>
  );
}

function columnsWith(redeliverAll?: (appKey: string) => void): readonly Column<ClientCallbacks>[] {
  const t = callbackTexts();
  const columns: Column<ClientCallbacks>[] = [
    {
      title: t.client,
      isRowHeader: true,
      kind: 'name',
      cell: ({ appKey, name }) => (
        <>
          <a href={hrefOf('callbacks', { client: appKey })}>
            <bdi>{name}</bdi>
          </a>{' '}
          <span class="id">{appKey}</span>
        </>
      ),
    },
    {
      title: t.failed,
      kind: 'number',
      cell: ({ failed }) => (failed > 0 ? <Badge tone="bad" text={formatCount(failed)} /> : '0'),
    },
    { title: t.waiting, kind: 'number', cell: ({ waiting }) => formatCount(waiting) },
    { title: t.lastError, kind: 'name', cell: ({ lastError }) => lastError ?? '–' },
    {
      title: t.lastFailedAt,
      cell: ({ lastFailedAt }) => (lastFailedAt ? <Timestamp iso={lastFailedAt} /> : '–'),
    },
  ];
  if (redeliverAll)
    columns.push({
      title: t.sendNow,
      cell: ({ appKey, name, ...counts }) => (
        <ConfirmButton
          label={t.sendAllNow(describeCounts(counts))}
          about={name}
          onConfirm={() => redeliverAll(appKey)}
        />
      ),
    });
  return columns;
}
