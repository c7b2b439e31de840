import { useEffect, useState } from 'preact/hooks';
import { useRight, useSignedIn } from '../session/context.ts';
import { UpdatePresenceDocument, type UpdatePresenceMutation } from './gql/graphql.ts';

/** The names of the other people who have each thing open, by its id. */
export type Others = ReadonlyMap<string, readonly string[]>;

/** The service forgets in 25 seconds what is not said again. A hidden page says nothing. */
const SAY_MS = 10_000;
/** What a person passes on the way to another row is not said. */
const SETTLE_MS = 400;
const WINDOW_ID = String(Math.random());
const NOBODY: Others = new Map();

/**
 * Says what this window has open while it is shown, and returns what others have open.
 * @param open the id of it; null when nothing is.
 */
export function useOthers(open: string | null): Others {
  const { session } = useSignedIn();
  const takesPart = useRight('changeTransactions');
  const [others, setOthers] = useState(NOBODY);
  useEffect(() => {
    if (!takesPart) return;
    let isOver = false;
    const say = async () => {
      if (document.hidden) return;
      const said = await session.request(UpdatePresenceDocument, { windowId: WINDOW_ID, open });
      if (!isOver) setOthers((known) => changed(known, said));
    };
    // It is a hint: without it the desk works as well, and the stream says when the service cannot be reached.
    const sayAnyway = () => void say().catch(() => !isOver && setOthers(NOBODY));
    const settling = setTimeout(sayAnyway, SETTLE_MS);
    const repeating = setInterval(sayAnyway, SAY_MS);
    document.addEventListener('visibilitychange', sayAnyway);
    return () => {
      isOver = true;
      clearTimeout(settling);
      clearInterval(repeating);
      document.removeEventListener('visibilitychange', sayAnyway);
    };
  }, [session, takesPart, open]);
  useEffect(() => {
    if (!takesPart) return;
    return () => void session.request(UpdatePresenceDocument, { windowId: WINDOW_ID }).catch(() => {});
  }, [session, takesPart]);
  return others;
}

/** Returns the same map as long as nothing has changed, so that nothing is drawn again. */
function changed(known: Others, { updatePresence }: UpdatePresenceMutation): Others {
  const next = new Map<string, string[]>();
  // A person can have two keys.
  for (const { open, name } of updatePresence.others)
    next.set(open, [...new Set([...(next.get(open) ?? []), name])]);
  const isSame = JSON.stringify([...next]) === JSON.stringify([...known]);
  return isSame ? known : next;
}
