import { Fragment } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { formatCount } from '../format.ts';
import { changeParams, hrefOf } from '../router.ts';
import { useSignedIn } from '../session/context.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import { type Loaded, useLoad } from '../ui/use-load.ts';
import { type LineCounts, useLineCounts } from './counts.tsx';
import { FileCountsDocument } from './gql/graphql.ts';
import { countIn, countNew, type Group, readGroup, WAITING_GROUPS } from './groups.ts';

/** New lines are decided about a few at a time, which changes no transaction by itself. */
const MATCHING_MS = 1_000;

/** Counts again while the service decides about new lines. */
export function useMatching(
  isMatching: boolean,
  { data, reload }: Pick<Loaded<unknown>, 'data' | 'reload'>,
): void {
  useEffect(() => {
    if (!isMatching) return;
    const timer = setTimeout(reload, MATCHING_MS);
    return () => clearTimeout(timer);
    // Each count that was read starts the next wait.
  }, [isMatching, data, reload]);
}

/**
 * Returns how many lines of a file are in each state, read again and again until all are decided about, and whenever
 * lines are decided; undefined without a file.
 */
export function useFileCounts(fileId: string | null): LineCounts | undefined {
  const { session } = useSignedIn();
  const counted = JSON.stringify(useLineCounts().data);
  const loaded = useLoad<LineCounts | undefined>(fileId ?? '', async () =>
    fileId === null ? undefined : (await session.request(FileCountsDocument, { fileId })).statementLineCounts,
  );
  const { data, reload } = loaded;
  useEffect(reload, [counted, reload]);
  useMatching(fileId !== null && (!data || countNew(data) > 0), loaded);
  return data;
}

/** Shows the first group with waiting lines of a file once it is known, if an import has led to an empty group. */
function useLeading(fileId: string, first: Group | undefined): void {
  const hasLed = useRef(false);
  useEffect(() => {
    if (first === undefined || hasLed.current) return;
    hasLed.current = true;
    const params = new URLSearchParams(location.search);
    const isThere = params.get('file') === fileId && readGroup(params) === 'decide';
    if (isThere && first !== 'decide') changeParams({ group: first, open: undefined }, { replace: true });
  }, [fileId, first]);
}

/** The counts of the lines of a file that was just imported, with a link to each group of those that wait. */
export function FileCounts({ fileId }: { readonly fileId: string }) {
  const { imports: t } = reconciliationTexts();
  const data = useFileCounts(fileId);
  const newCount = countNew(data);
  const waiting = WAITING_GROUPS.filter((name) => countIn(name, data));
  const shown = waiting.length > 0 ? waiting : (['all'] as const);
  useLeading(fileId, data && newCount === 0 ? shown[0] : undefined);
  if (!data) return null;
  if (newCount > 0) return <p>{t.working(formatCount(newCount))}</p>;
  const settled = countIn('matched', data) ?? 0;
  const all = data.reduce((sum, { count }) => sum + count, 0);
  const atRest = waiting.reduce((rest, name) => rest - (countIn(name, data) ?? 0), all - settled);
  return (
    <p>
      <strong>{t.settled(formatCount(settled))}</strong>
      {shown.map((group) => (
        <Fragment key={group}>
          {', '}
          <a href={hrefOf('reconciliation', { group, file: fileId })}>
            {t.waitingIn[group](formatCount(countIn(group, data) ?? 0))}
          </a>
        </Fragment>
      ))}
      {atRest > 0 && `, ${t.atRest(formatCount(atRest))}`}
    </p>
  );
}
