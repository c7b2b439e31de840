import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { formatCount } from '../format.ts';
import { CallbackSummaryDocument, type CallbackSummaryQuery } from '../gql/graphql.ts';
import { useSignedIn } from '../session/context.ts';
import { texts } from '../texts/texts.ts';
import { useLiveSummary } from '../ui/use-live-summary.ts';
import type { Loaded } from '../ui/use-load.ts';

export type ClientCallbacks = CallbackSummaryQuery['callbackSummary']['items'][number];

const SummaryContext = createContext<Loaded<readonly ClientCallbacks[]> | undefined>(undefined);

/** Provides the waiting and given-up callbacks to every screen. */
export function CallbackSummary({ children }: { readonly children: ComponentChildren }) {
  const { session } = useSignedIn();
  const loaded = useLiveSummary<readonly ClientCallbacks[]>(
    'callbacks',
    async () => (await session.request(CallbackSummaryDocument)).callbackSummary.items,
  );
  return <SummaryContext.Provider value={loaded}>{children}</SummaryContext.Provider>;
}

/** Returns what is known of the callbacks of all clients. */
export function useCallbackSummary(): Loaded<readonly ClientCallbacks[]> {
  const loaded = useContext(SummaryContext);
  if (!loaded) throw new Error('the summary of callbacks is outside of its provider');
  return loaded;
}

/** The number of callbacks that were given up, in the menu. */
export function FailedBadge() {
  const failed = useCallbackSummary().data?.reduce((sum, client) => sum + client.failed, 0) ?? 0;
  if (failed === 0) return null;
  return (
    <span class="count failed">
      <span aria-hidden="true">{formatCount(failed)}</span>
      <span class="visually-hidden">, {texts().shell.callbacksFailed(formatCount(failed))}</span>
    </span>
  );
}
