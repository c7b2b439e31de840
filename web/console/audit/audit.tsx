import { useState } from 'preact/hooks';
import { AuditDocument, type AuditQueryVariables } from '../admin/gql/graphql.ts';
import { useRoute } from '../router.ts';
import { useSignedIn } from '../session/context.ts';
import type { Session } from '../session/session.ts';
import { adminTexts } from '../texts/admin.ts';
import { texts } from '../texts/texts.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Timestamp } from '../ui/parts.tsx';
import { Async, Empty } from '../ui/states.tsx';
import { useLoad } from '../ui/use-load.ts';
import { adding, type NextPage, useNextPage } from '../ui/use-next-page.ts';
import { readAuditFilter } from './filter.ts';
import { AuditFilterForm } from './filter-form.tsx';
import { type AuditRow, actorOf, operationOf } from './labels.ts';
import { RowDialog } from './row-dialog.tsx';
import { TargetLink } from './target-link.tsx';

interface Page {
  readonly items: readonly AuditRow[];
  /** Null at the end. */
  readonly nextCursor: string | null;
}

const ENOUGH_ROWS = 50;

/** Reads pages until there are enough rows, because a page before the end can be short or even empty. */
async function readRows(
  { request }: Session,
  filter: AuditQueryVariables,
  after: string | null,
): Promise<Page> {
  const rows: AuditRow[] = [];
  let cursor = after;
  do {
    const { items, nextCursor } = (await request(AuditDocument, { ...filter, after: cursor })).audit;
    rows.push(...items);
    cursor = nextCursor ?? null;
  } while (cursor !== null && rows.length < ENOUGH_ROWS);
  return { items: rows, nextCursor: cursor };
}

/** The commands of people and keys that changed something, newest first. */
export function AuditScreen() {
  const { session } = useSignedIn();
  const { params } = useRoute();
  const [open, setOpen] = useState<AuditRow>();
  const t = adminTexts().audit;
  const { nothingFound, takeFilterAway } = texts().ui;
  const loaded = useLoad(params.toString(), async () => readRows(session, readAuditFilter(params), null));
  const next = useNextPage(loaded, async (cursor) =>
    adding(await readRows(session, readAuditFilter(params), cursor)),
  );
  return (
    <>
      <AuditFilterForm params={params} problem={loaded.problem} />
      <Async what={t.what} loaded={loaded} isFormShown>
        {(page) =>
          page.items.length === 0 ? (
            <Empty title={nothingFound}>{takeFilterAway}</Empty>
          ) : (
            <>
              <DataTable
                label={t.table}
                columns={columnsWith(setOpen)}
                rows={page.items}
                keyOf={({ position }) => String(position)}
              />
              {page.nextCursor !== null && <More next={next} />}
            </>
          )
        }
      </Async>
      {open && <RowDialog row={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function columnsWith(show: (row: AuditRow) => void): readonly Column<AuditRow>[] {
  const t = adminTexts().audit;
  const { details } = texts().ui;
  return [
    { title: t.when, isRowHeader: true, cell: ({ occurredAt }) => <Timestamp iso={occurredAt} /> },
    { title: t.by, kind: 'name', cell: Actor },
    { title: t.address, cell: ({ address }) => <span class="id">{address ?? '–'}</span> },
    {
      title: t.operation,
      cell: (row) => (
        <>
          {operationOf(row)}
          <small class="id">{row.operation}</small>
        </>
      ),
    },
    {
      title: t.target,
      cell: ({ targetKind, target }) => (
        <>
          <TargetLink kind={targetKind} id={target} />
          <small class="id">{target}</small>
        </>
      ),
    },
    {
      title: details,
      cell: (row) => (
        <button type="button" aria-label={t.detailsOf(String(row.position))} onClick={() => show(row)}>
          {details}
        </button>
      ),
    },
  ];
}

function More({ next: { isReading, read } }: { readonly next: NextPage }) {
  return (
    <button type="button" class="more" disabled={isReading} onClick={read}>
      {isReading ? texts().ui.lookingFurther : texts().ui.showMore}
    </button>
  );
}

/** The actor of a command: the name of a person, and the key. */
function Actor(row: AuditRow) {
  if (row.actorName == null) return <span class="id">{actorOf(row)}</span>;
  return (
    <>
      <strong dir="auto">{row.actorName}</strong>
      <small class="id">{row.actor}</small>
    </>
  );
}
