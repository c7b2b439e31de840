import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { formatCount } from '../format.ts';
import { LineCountsDocument, type LineCountsQuery } from '../gql/graphql.ts';
import { useSignedIn } from '../session/context.ts';
import { texts } from '../texts/texts.ts';
import { useLiveSummary } from '../ui/use-live-summary.ts';
import type { Loaded } from '../ui/use-load.ts';

export type LineCounts = LineCountsQuery['statementLineCounts'];

const CountsContext = createContext<Loaded<LineCounts> | undefined>(undefined);

/** Provides the number of waiting lines of bank statements to every screen. */
export function OpenLines({ children }: { readonly children: ComponentChildren }) {
  const { session } = useSignedIn();
  const loaded = useLiveSummary<LineCounts>(
    'lines',
    // Test keys have no statements.
    async () => (session.isTest ? [] : (await session.request(LineCountsDocument)).statementLineCounts),
  );
  return <CountsContext.Provider value={loaded}>{children}</CountsContext.Provider>;
}

/** Returns the number of waiting lines by state. */
export function useLineCounts(): Loaded<LineCounts> {
  const loaded = useContext(CountsContext);
  if (!loaded) throw new Error('the counts of lines are outside of their provider');
  return loaded;
}

/** The number of lines that an operator has to decide about, in the menu. */
export function OpenLinesBadge() {
  // New lines are decided by the service, and pending lines are not booked yet.
  const open = useLineCounts().data?.reduce(
    (sum, { state, count }) => sum + (/^(new|pending)$/.test(state) ? 0 : count),
    0,
  );
  if (!open) return null;
  return (
    <span class="count">
      <span aria-hidden="true">{formatCount(open)}</span>
      <span class="visually-hidden">
        , {formatCount(open)} {texts().queue.waiting}
      </span>
    </span>
  );
}
