import { useEffect } from 'preact/hooks';
import type { WithoutErrors } from '../../../src/client/graphql-client.ts';
import { useRight, useSignedIn } from '../session/context.ts';
import { UpdatePresenceDocument, type UpdatePresenceMutation } from './gql/graphql.ts';
import { keepOthers, type Others } from './others.ts';

/** The service forgets what is not sent again within 25 seconds. A hidden page sends nothing. */
const SEND_MS = 10_000;
/** What a person only passes on the way to another row is not sent. */
const SETTLE_MS = 400;
const WINDOW_ID = String(Math.random());

/**
 * Sends what this window has open while it is visible, and stores what others have open.
 * @param open the id of what is open; null for nothing.
 */
export function usePresence(open: string | null): void {
  const { session } = useSignedIn();
  // The service accepts it only from those who decide about real money.
  const takesPart = useRight('changeTransactions') && !session.isTest;
  useEffect(() => {
    if (!takesPart) return;
    let isOver = false;
    const send = async () => {
      if (document.hidden) return;
      const answer = await session.request(UpdatePresenceDocument, { windowId: WINDOW_ID, open });
      if (!isOver) keepOthers(othersIn(answer));
    };
    // Failures are ignored: the desk works without it, and the stream reports when the service cannot be reached.
    const trySend = () => void send().catch(() => !isOver && keepOthers());
    const settling = setTimeout(trySend, SETTLE_MS);
    const repeating = setInterval(trySend, SEND_MS);
    document.addEventListener('visibilitychange', trySend);
    return () => {
      isOver = true;
      clearTimeout(settling);
      clearInterval(repeating);
      document.removeEventListener('visibilitychange', trySend);
    };
  }, [session, takesPart, open]);
  useEffect(() => {
    if (!takesPart) return;
    return () => {
      keepOthers();
      void session.request(UpdatePresenceDocument, { windowId: WINDOW_ID }).catch(() => {});
    };
  }, [session, takesPart]);
}

function othersIn({ updatePresence }: WithoutErrors<UpdatePresenceMutation>): Others {
  const others = new Map<string, string[]>();
  // A person can have two keys.
  for (const { open, name } of updatePresence.others)
    others.set(open, [...new Set([...(others.get(open) ?? []), name])]);
  return others;
}
