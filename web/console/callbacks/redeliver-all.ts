import { formatCount } from '../format.ts';
import { RedeliverFailedDocument } from '../gql/graphql.ts';
import { useSignedIn } from '../session/context.ts';
import { callbackTexts, loadCallbackTexts } from '../texts/callbacks.ts';
import type { CallbackTexts } from '../texts/en/callbacks.ts';
import { type ClientCallbacks, useCallbackSummary } from './summary.tsx';
import { useDelivering } from './use-redeliver.ts';

await loadCallbackTexts();

type UndeliveredCounts = Pick<ClientCallbacks, 'failed' | 'waiting'>;

/** Returns how many callbacks of a client were given up, and how many wait. */
export function useUndelivered(appKey: string | null | undefined): UndeliveredCounts {
  const found = useCallbackSummary().data?.find((client) => client.appKey === appKey);
  return found ?? { failed: 0, waiting: 0 };
}

/** Delivers all callbacks of a client that were given up or wait for their next attempt. */
export function useRedeliverAll(onDone: () => void): (appKey: string) => void {
  const { session } = useSignedIn();
  const deliver = useDelivering(onDone);
  return (appKey) =>
    deliver(
      session
        .request(RedeliverFailedDocument, { appKey })
        .then(({ redeliverFailedCallbacks: { count, waitingCount: waiting } }) =>
          describeSent({ failed: count - waiting, waiting }),
        ),
    );
}

function describeSent(sent: UndeliveredCounts): string {
  const t = callbackTexts();
  return sent.failed + sent.waiting === 0 ? t.noneSent : t.sent(describeCounts(sent, t.sentCounts));
}

/** Says how many callbacks were given up and how many wait. */
export function describeCounts(
  { failed, waiting }: UndeliveredCounts,
  counts: CallbackTexts['counts'] = callbackTexts().counts,
): string {
  const parts = [
    (failed > 0 || waiting === 0) && counts.failed(formatCount(failed)),
    waiting > 0 && counts.waiting(formatCount(waiting)),
  ];
  return parts.filter(Boolean).join(', ');
}
