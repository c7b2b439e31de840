import { useEffect, useState } from 'preact/hooks';
import { PayoutsOfDocument, type PayoutsOfQuery } from '../gql/graphql.ts';
import { useSignedIn } from '../session/context.ts';

type Payouts = PayoutsOfQuery['payoutsOf'];
type Shown = typeof import('../payouts/history.tsx').PayoutHistory;

/** The batches of a withdrawal; nothing for one that was in none. Their code is loaded only where there are some. */
export function PayoutsOf({ transactionId }: { readonly transactionId: string }) {
  const { session } = useSignedIn();
  const [found, setFound] = useState<{ readonly payouts: Payouts; readonly PayoutHistory: Shown }>();
  useEffect(() => {
    let isUnmounted = false;
    void session
      .request(PayoutsOfDocument, { transactionId })
      .then(async ({ payoutsOf: payouts }) => {
        if (payouts.length === 0) return;
        const { PayoutHistory } = await import('../payouts/history.tsx');
        if (!isUnmounted) setFound({ payouts, PayoutHistory });
      })
      // The rest of the pane is shown without it.
      .catch(() => {});
    return () => {
      isUnmounted = true;
    };
  }, [session, transactionId]);
  return found ? <found.PayoutHistory payouts={found.payouts} /> : null;
}
