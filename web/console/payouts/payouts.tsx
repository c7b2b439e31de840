import { useRoute } from '../router.ts';
import { BatchView } from './batch.tsx';
import { BatchList } from './list.tsx';
import { PrepareForm } from './prepare.tsx';

/** Batches of payouts: all of them, one of them, or the form for a new one. */
export function PayoutsScreen() {
  const { params } = useRoute();
  const payoutId = params.get('batch');
  if (payoutId) return <BatchView key={payoutId} payoutId={payoutId} />;
  return params.has('new') ? <PrepareForm /> : <BatchList />;
}
