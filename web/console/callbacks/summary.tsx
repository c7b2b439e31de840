import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useRef } from 'preact/hooks';
import { formatCount } from '../format.ts';
import { CallbackSummaryDocument, type CallbackSummaryQuery } from '../gql/graphql.ts';
import { useSignedIn } from '../session/context.ts';
import { texts } from '../texts/texts.ts';
import { useLiveTransactions } from '../ui/use-live.ts';
import { type Loaded, useLoad } from '../ui/use-load.ts';

export type ClientCallbacks = CallbackSummaryQuery['callbackSummary']['items'][number];

/** Transactions may change many times a second. The summary is read again at most this often. */
const PAUSE_MS = 2_000;
/** Deliveries that succeed change no transaction, so the summary is also read in this interval. */
const INTERVAL_MS = 30_000;

const SummaryContext = createContext<Loaded<readonly ClientCallbacks[]> | undefined>(undefined);

/** Knows on every screen which callbacks wait and which were given up. */
export function CallbackSummary({ children }: { readonly children: ComponentChildren }) {
  const { session } = useSignedIn();
  const loaded = useLoad<readonly ClientCallbacks[]>(
    'callbacks',
    async () => (await session.request(CallbackSummaryDocument)).callbackSummary.items,
  );
  const { reload } = loaded;
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const reloadSoon = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      reload();
    }, PAUSE_MS);
  };
  useLiveTransactions(reloadSoon, reload);
  useEffect(() => {
    const interval = setInterval(() => !document.hidden && reload(), INTERVAL_MS);
    return () => {
      clearInterval(interval);
      clearTimeout(timer.current);
    };
  }, [reload]);
  return <SummaryContext.Provider value={loaded}>{children}</SummaryContext.Provider>;
}

/** Returns what is known of the callbacks of all clients. */
export function useCallbackSummary(): Loaded<readonly ClientCallbacks[]> {
  const loaded = useContext(SummaryContext);
  if (!loaded) throw new Error('the summary of callbacks is outside of its provider');
  return loaded;
}

/** Returns how many callbacks of a client were given up. */
export function useFailedCount(appKey: string | null | undefined): number {
  return useCallbackSummary().data?.find((client) => client.appKey === appKey)?.failed ?? 0;
}

/** The number of callbacks that were given up, in the menu. */
export function FailedBadge() {
  const failed = useCallbackSummary().data?.reduce((sum, client) => sum + client.failed, 0) ?? 0;
  if (failed === 0) return null;
  return (
    <span class="count failed">
      <span aria-hidden="true">{formatCount(failed)}</span>
      <span class="visually-hidden">, {texts().callbacks.failedCount(formatCount(failed))}</span>
    </span>
  );
}
