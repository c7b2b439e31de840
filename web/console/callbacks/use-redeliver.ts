import { formatCount } from '../format.ts';
import { RedeliverDocument, RedeliverFailedDocument } from '../gql/graphql.ts';
import { problemOf } from '../service/failures.ts';
import { useSignedIn } from '../session/context.ts';
import { texts } from '../texts/texts.ts';
import { useCallbackSummary } from './summary.tsx';

interface Redeliver {
  readonly one: (eventId: string) => void;
  /** Delivers all callbacks of a client that were given up. */
  readonly all: (appKey: string) => void;
}

/** Delivers callbacks again, and shows the result of the request. */
export function useRedeliver(onDone: () => void): Redeliver {
  const { session, notify } = useSignedIn();
  const { reload } = useCallbackSummary();
  const t = texts().callbacks;
  const finish = (request: Promise<string>) =>
    void request.then(
      (message) => {
        notify(message);
        reload();
        onDone();
      },
      (error) => notify(problemOf(error).message),
    );
  return {
    one: (eventId) => finish(session.request(RedeliverDocument, { eventId }).then(() => t.redelivered)),
    all: (appKey) =>
      finish(
        session
          .request(RedeliverFailedDocument, { appKey })
          .then(({ redeliverFailedCallbacks: { count } }) => t.redeliveredAll(count, formatCount(count))),
      ),
  };
}
