import { RedeliverDocument } from '../gql/graphql.ts';
import { problemOf } from '../service/failures.ts';
import { useSignedIn } from '../session/context.ts';
import { texts } from '../texts/texts.ts';
import { useCallbackSummary } from './summary.tsx';

/** Shows the result of a request that delivers callbacks again, or why it was refused. */
export function useDelivering(onDone: () => void): (request: Promise<string>) => void {
  const { notify } = useSignedIn();
  const { reload } = useCallbackSummary();
  return (request) =>
    void request.then(
      (message) => {
        notify(message);
        reload();
        onDone();
      },
      (error) => notify(problemOf(error).message),
    );
}

/** Delivers the callback of an event again. */
export function useRedeliver(onDone: () => void): (eventId: string) => void {
  const { session } = useSignedIn();
  const deliver = useDelivering(onDone);
  return (eventId) =>
    deliver(session.request(RedeliverDocument, { eventId }).then(() => texts().detail.redelivered));
}
