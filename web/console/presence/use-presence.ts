import { useEffect } from 'preact/hooks';
import type { WithoutErrors } from '../../../src/client/graphql-client.ts';
import { useRight, useSignedIn } from '../session/context.ts';
import { UpdatePresenceDocument, type UpdatePresenceMutation } from './gql/graphql.ts';
import { keepOthers, type Others } from './others.ts';

/** The service forgets in 25 seconds what is not said again. A hidden page says nothing. */
const SEND_MS = 10_000;
/** What a person passes on the way to another row is not said. */
const SETTLE_MS = 400;
const WINDOW_ID = String(Math.random());

/**
 * Says what this window has open while it is shown, and keeps what others have open.
 * @param open the id of it; null when nothing is.
 */
export function usePresence(open: string | null): void {
  const { session } = useSignedIn();
  // The service keeps it for the desk with real money.
  const takesPart = useRight('changeTransactions') && !session.isTest;
  useEffect(() => {
    if (!takesPart) return;
    let isOver = false;
    const send = async () => {
      if (document.hidden) return;
      const answer = await session.request(UpdatePresenceDocument, { windowId: WINDOW_ID, open });
      if (!isOver) keepOthers(othersIn(answer));
    };
    // It is a hint: without it the desk works as well, and the stream says when the service cannot be reached.
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
