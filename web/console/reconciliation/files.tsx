import { useState } from 'preact/hooks';
import { formatCount, formatShortTimestamp } from '../format.ts';
import { changeParams, hrefOf } from '../router.ts';
import { type Read, readPages } from '../search/read-pages.ts';
import { useSignedIn } from '../session/context.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Async, Empty } from '../ui/states.tsx';
import { useLiveSummary } from '../ui/use-live-summary.ts';
import { FileBadge, FilePane, formatOf, type StatementFile } from './file-pane.tsx';
import { StatementFilesDocument } from './gql/graphql.ts';

/** The files that were imported, and the open one with its statements. */
export function FilesView({ openId }: { readonly openId: string | null }) {
  const { session } = useSignedIn();
  const { files: t } = reconciliationTexts();
  const [pages, setPages] = useState(1);
  const readAfter = async (after: string | null) =>
    (await session.request(StatementFilesDocument, { after })).statementFiles;
  const loaded = useLiveSummary<Read<StatementFile>>(`files ${pages}`, () =>
    readPages(readAfter, (_, count) => count >= pages),
  );
  return (
    <div class={openId ? 'split open reconciliation' : 'split reconciliation'}>
      <div class="list">
        <Async what={t.what} loaded={loaded}>
          {({ items, nextCursor }) =>
            items.length === 0 ? (
              <Empty title={t.empty}>{t.emptyHint}</Empty>
            ) : (
              <FileList
                items={items}
                openId={openId}
                onMore={nextCursor === null ? undefined : () => setPages(pages + 1)}
              />
            )
          }
        </Async>
      </div>
      {openId ? <FilePane key={openId} fileId={openId} onTakenBack={loaded.reload} /> : null}
    </div>
  );
}

interface ListProps {
  readonly items: readonly StatementFile[];
  readonly openId: string | null;
  readonly onMore: (() => void) | undefined;
}

function FileList({ items, openId, onMore }: ListProps) {
  const { desk, files: t } = reconciliationTexts();
  return (
    <>
      <DataTable
        label={t.table}
        look="rows line-rows"
        columns={columnsWith(openId)}
        rows={items}
        keyOf={({ fileId }) => fileId}
        classOf={({ fileId }) => (fileId === openId ? 'selected opened' : undefined)}
        onOpen={({ fileId }) => changeParams({ open: fileId }, { replace: openId !== null })}
      />
      {onMore && (
        <button type="button" class="more" onClick={onMore}>
          {desk.more(formatCount(items.length))}
        </button>
      )}
    </>
  );
}

function columnsWith(openId: string | null): readonly Column<StatementFile>[] {
  const { files: t } = reconciliationTexts();
  return [
    {
      title: t.name,
      isRowHeader: true,
      place: 'at-name',
      cell: (file) => (
        <span class="party">
          <span class="lines">
            <a
              href={hrefOf('reconciliation', { view: 'files', open: file.fileId })}
              aria-current={file.fileId === openId ? 'true' : undefined}
            >
              <bdi>{file.name}</bdi>
            </a>
            <span class="line">
              <span class="line-text">
                {[formatShortTimestamp(file.importedAt), file.importedBy, formatOf(file)]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
          </span>
        </span>
      ),
    },
    {
      title: t.lines,
      kind: 'number',
      place: 'at-amount',
      cell: (file) => (
        <>
          <span>{t.linesNew(formatCount(file.lineCount), formatCount(file.addedCount))}</span>
          <FileBadge file={file} />
        </>
      ),
    },
  ];
}
