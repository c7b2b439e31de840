import { hrefOf } from '../router.ts';
import { CsvExport } from '../search/export.tsx';
import { useAccountTitles } from '../search-field/choices.ts';
import { useSignedIn } from '../session/context.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import { useLoad } from '../ui/use-load.ts';
import { writeLines } from './csv-rows.ts';
import { FileNameDocument, type LinesQueryVariables } from './gql/graphql.ts';
import { type Group, statesOf } from './groups.ts';
import { isWide } from './is-wide.ts';
import { RangeForm } from './range-form.tsx';

/** The lines that are listed. */
export type LineFilter = Omit<LinesQueryVariables, 'after' | 'limit'>;

/** Reads the filter of lines from the URL. */
export function lineFilterOf(group: Group, params: URLSearchParams): LineFilter {
  const states = statesOf(group);
  const given = [
    ['accountId', 'account'] as const,
    ['fileId', 'file'] as const,
    ['fromDay', 'from'] as const,
    ['toDay', 'to'] as const,
    ['query', 'query'] as const,
  ].flatMap(([name, param]) => {
    const value = params.get(param);
    return value ? [[name, value] as const] : [];
  });
  return { ...(states && { states }), ...Object.fromEntries(given) };
}

/** The file that brought the lines, by its name. */
function OfFile({ fileId, group }: { readonly fileId: string; readonly group: Group }) {
  const { session } = useSignedIn();
  const { days: t } = reconciliationTexts();
  const { data } = useLoad(
    fileId,
    async () => (await session.request(FileNameDocument, { fileId })).statementFiles.items[0],
  );
  return (
    <p class="of-file">
      <a href={hrefOf('reconciliation', { view: 'files', open: fileId })}>
        <bdi>{t.ofFile(data?.name ?? '…')}</bdi>
      </a>
      {' · '}
      <a href={hrefOf('reconciliation', { group })}>{t.clear}</a>
    </p>
  );
}

interface BarProps {
  readonly group: Group;
  readonly filter: LineFilter;
}

/** The filters of a group: a text, an account, days, a file. The export has the same lines as the list. */
export function LineFilterBar({ group, filter }: BarProps) {
  const { session } = useSignedIn();
  const known = useAccountTitles();
  const { days: t } = reconciliationTexts();
  const { accountId, fileId, fromDay, toDay, query } = filter;
  const hasFields = [accountId, fromDay, toDay].some(Boolean);
  const isNarrow = hasFields || Boolean(query);
  const titleOf = (id: string) => known(id) ?? '';
  return (
    <>
      {fileId && <OfFile fileId={fileId} group={group} />}
      <details class="line-filter" open={hasFields && isWide()}>
        <summary>
          {t.filter}
          {isNarrow && `: ${query || t.filtered}`}
        </summary>
        <RangeForm
          accountId={accountId ?? undefined}
          fromDay={fromDay ?? undefined}
          toDay={toDay ?? undefined}
          query={query ?? ''}
        />
        <div class="toolbar">
          {isNarrow && <a href={hrefOf('reconciliation', { group, file: fileId ?? undefined })}>{t.clear}</a>}
          <CsvExport
            name="lines"
            done={t.linesExported}
            writeAll={(begun) => writeLines(session, { filter, titleOf }, begun)}
          />
        </div>
      </details>
    </>
  );
}
