import { useEffect, useRef } from 'preact/hooks';
import { useKept } from '../queue/use-kept.ts';
import { type Read, readPages } from '../search/read-pages.ts';
import { useSignedIn } from '../session/context.ts';
import { useLiveSummary } from '../ui/use-live-summary.ts';
import { useLineCounts } from './counts.tsx';
import { useMatching } from './file-counts.tsx';
import { LineDocument, LinesDocument } from './gql/graphql.ts';
import { countNew, type Group, isIn } from './groups.ts';
import type { LineFilter } from './line-filter.tsx';
import type { Line } from './line-types.ts';

export interface Lines extends Read<Line> {
  /** The number of requested lines. */
  readonly pages: number;
}

const PAGE = 50;
/** The changes that a decision has made to a line. */
export type DecidedLine = Pick<Line, 'lineId'> & Partial<Line>;

export type LiveLines = ReturnType<typeof useLines>;

/** Newest first. */
const byPlace = (one: Line, other: Line) => (one.lineId < other.lineId ? 1 : -1);

/** Loads the lines of a group and a filter, and again whenever any line may have changed. */
export function useLines(group: Group, filter: LineFilter) {
  const { session } = useSignedIn();
  const counts = useLineCounts();
  const key = JSON.stringify(filter);
  const wanted = useRef({ key, pages: 1 });
  if (wanted.current.key !== key) wanted.current = { key, pages: 1 };
  const kept = useKept<Line>({
    key,
    idOf: ({ lineId }) => lineId,
    byPlace,
    read: async (lineId) => (await session.request(LineDocument, { lineId })).statementLine.line,
  });
  const loaded = useLiveSummary<Lines>(`lines ${key}`, async () => {
    const { pages } = wanted.current;
    // A page of a search can be short, even empty, before the end: the button looks further.
    const read = await readPages(
      async (after) =>
        (await session.request(LinesDocument, { ...filter, after, limit: PAGE })).statementLines,
      (_, count) => count >= pages,
    );
    await kept.follow(read.items);
    return { ...read, pages };
  });
  useReloadWhenCounted(JSON.stringify(counts.data), loaded.reload);
  useMatching(countNew(counts.data) > 0, counts);
  const { data } = loaded;
  const listed = data?.items.filter((line) => isIn(group, line)) ?? [];
  /** Reads the lines and their counts again. */
  const refresh = () => {
    counts.reload();
    loaded.reload();
  };
  return {
    ...loaded,
    data: data && { ...data, items: kept.among(listed) },
    refresh,
    readMore() {
      // Runs once, however often it is called before the lines arrive.
      if (wanted.current.pages === data?.pages) wanted.current.pages += 1;
      loaded.reload();
    },
    /** Keeps this line when it leaves the group, instead of the previous one. */
    keep: (lineId: string | undefined) => kept.keep(listed, lineId),
    /** Notes lines that were decided here, which leave their group at once, and reads again. */
    decided(lines: readonly DecidedLine[]) {
      const changed = new Map(lines.map((line) => [line.lineId, line]));
      for (const lineId of changed.keys()) kept.release(lineId);
      loaded.update(({ items, ...rest }) => ({
        ...rest,
        items: items.map((line) => ({ ...line, ...changed.get(line.lineId) })),
      }));
      refresh();
    },
    /** Whether a line is shown only because it is kept. */
    isOnlyKept: (line: Line) => !listed.includes(line),
  };
}

function useReloadWhenCounted(counted: string | undefined, reload: () => void): void {
  const known = useRef(counted);
  useEffect(() => {
    if (known.current !== undefined && known.current !== counted) reload();
    known.current = counted;
  }, [counted, reload]);
}
