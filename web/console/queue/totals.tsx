import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect } from 'preact/hooks';
import { formatCount } from '../format.ts';
import { QueueTotalsDocument, type QueueTotalsQuery } from '../gql/graphql.ts';
import type { TransactionFilter } from '../gql/schema.ts';
import { useSignedIn } from '../session/context.ts';
import { texts } from '../texts/texts.ts';
import { useLiveTransactions } from '../ui/use-live.ts';
import { useLoad } from '../ui/use-load.ts';
import { useSoon } from '../ui/use-soon.ts';

export type Totals = QueueTotalsQuery['queueTotals'];

/** Transactions can change many times a second. The totals are read again at most this often. */
const PAUSE_MS = 1_000;

const TotalsContext = createContext<Totals | undefined>(undefined);

/** Returns the totals of all waiting transactions; undefined until they are known. */
export function useAllTotals(): Totals | undefined {
  return useContext(TotalsContext);
}

/** Returns the totals of a filter, kept up to date by the stream; undefined without a filter. */
export function useTotals(filterKey: string | undefined): Totals | undefined {
  const { session } = useSignedIn();
  const { data, problem, reload, restart } = useLoad(filterKey ?? '', async () => {
    if (filterKey === undefined) return undefined;
    const filter: TransactionFilter = JSON.parse(filterKey);
    return (await session.request(QueueTotalsDocument, { filter })).queueTotals;
  });
  useLiveTransactions(useSoon(reload, PAUSE_MS), restart);
  // The next change reads them again. Old totals are dropped, because they would look current.
  return problem ? undefined : data;
}

interface QueueTotalsProps {
  /** The title of the document, without the number of waiting transactions. */
  readonly title: string;
  readonly children: ComponentChildren;
}

/** Provides the number of waiting transactions to every screen, and shows it in the title of the document. */
export function QueueTotals({ title, children }: QueueTotalsProps) {
  const totals = useTotals('{}');
  const waiting = totals?.waiting ?? 0;
  useEffect(() => {
    document.title = waiting > 0 ? `(${formatCount(waiting)}) ${title}` : title;
  }, [waiting, title]);
  return <TotalsContext.Provider value={totals}>{children}</TotalsContext.Provider>;
}

/** The number of waiting transactions, in the menu. */
export function WaitingBadge() {
  const waiting = useAllTotals()?.waiting ?? 0;
  if (waiting === 0) return null;
  return (
    <span class="count">
      <span aria-hidden="true">{formatCount(waiting)}</span>
      <span class="visually-hidden">
        , {formatCount(waiting)} {texts().queue.waiting}
      </span>
    </span>
  );
}
