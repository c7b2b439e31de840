import { useEffect, useRef } from 'preact/hooks';
import { useKept } from '../queue/use-kept.ts';
import { useSignedIn } from '../session/context.ts';
import { useLiveSummary } from '../ui/use-live-summary.ts';
import type { Loaded } from '../ui/use-load.ts';
import { useLineCounts } from './counts.tsx';
import { LineDocument, LinesDocument, type LinesQuery } from './gql/graphql.ts';
import { countNew, type Group, isIn } from './groups.ts';
import type { LineFilter } from './line-filter.tsx';
import type { Line } from './line-types.ts';

export interface Lines {
  readonly items: readonly Line[];
  /** Null at the end. */
  readonly nextCursor: string | null;
  /** How many were asked for. */
  readonly wanted: number;
}

const PAGE = 50;
/** New lines are decided about a few at a time, and that changes no transaction. */
const MATCHING_MS = 1_000;

/** What a decision has changed of a line. */
export type DecidedLine = Pick<Line, 'lineId'> & Partial<Line>;

export interface LiveLines extends Loaded<Lines> {
  /** Reads one page more. */
  readMore(): void;
  /** Reads the lines and their counts again. */
  refresh(): void;
  /** Keeps this line when it leaves the group, and lets the one before go. */
  keep(lineId: string | undefined): void;
  /** Notes lines that were decided here, which leave their group at once, and reads again. */
  decided(lines: readonly DecidedLine[]): void;
  /** Whether a line is shown only because it is kept. */
  isOnlyKept(line: Line): boolean;
}

/** Newest first. */
const byPlace = (one: Line, other: Line) => (one.lineId < other.lineId ? 1 : -1);

/** Loads the lines of a group and a filter, and again whenever any line may have changed. */
export function useLines(group: Group, filter: LineFilter): LiveLines {
  const { session } = useSignedIn();
  const counts = useLineCounts();
  const key = JSON.stringify(filter);
  const wanted = useRef({ key, lines: PAGE });
  if (wanted.current.key !== key) wanted.current = { key, lines: PAGE };
  const kept = useKept<Line>({
    key,
    idOf: ({ lineId }) => lineId,
    byPlace,
    read: async (lineId) => (await session.request(LineDocument, { lineId })).statementLine.line,
  });
  const loaded = useLiveSummary<Lines>(`lines ${key}`, async () => {
    const items: Line[] = [];
    const { lines: asked } = wanted.current;
    let cursor: string | null = null;
    let reads = 0;
    do {
      const page: LinesQuery = await session.request(LinesDocument, {
        ...filter,
        after: cursor,
        limit: PAGE,
      });
      items.push(...page.statementLines.items);
      cursor = page.statementLines.nextCursor ?? null;
      reads += 1;
      // A page of a search can be short, even empty, before the end: the button looks further.
    } while (cursor !== null && items.length < asked && reads < asked / PAGE);
    await kept.follow(items);
    return { items, nextCursor: cursor, wanted: asked };
  });
  useReloadWhenCounted(JSON.stringify(counts.data), loaded.reload);
  useMatching(countNew(counts.data), counts);
  const { data } = loaded;
  const listed = data?.items.filter((line) => isIn(group, line)) ?? [];
  const refresh = () => {
    counts.reload();
    loaded.reload();
  };
  return {
    ...loaded,
    data: data && { ...data, items: kept.among(listed) },
    refresh,
    readMore() {
      // However often it is called before they are there.
      if (wanted.current.lines === data?.wanted) wanted.current.lines += PAGE;
      loaded.reload();
    },
    keep: (lineId) => kept.keep(listed, lineId),
    decided(lines) {
      const changed = new Map(lines.map((line) => [line.lineId, line]));
      for (const lineId of changed.keys()) kept.release(lineId);
      loaded.update(({ items, ...rest }) => ({
        ...rest,
        items: items.map((line) => ({ ...line, ...changed.get(line.lineId) })),
      }));
      refresh();
    },
    isOnlyKept: (line) => !listed.includes(line),
  };
}

function useReloadWhenCounted(counted: string | undefined, reload: () => void): void {
  const known = useRef(counted);
  useEffect(() => {
    if (known.current !== undefined && known.current !== counted) reload();
    known.current = counted;
  }, [counted, reload]);
}

/** Counts again while the service decides about new lines. */
function useMatching(newCount: number, { data, reload }: Pick<Loaded<unknown>, 'data' | 'reload'>): void {
  useEffect(() => {
    if (newCount === 0) return;
    const timer = setTimeout(reload, MATCHING_MS);
    return () => clearTimeout(timer);
    // Each count that was read starts the next wait.
  }, [newCount, data, reload]);
}
