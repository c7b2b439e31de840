import { useRef } from 'preact/hooks';
import { useRoute } from '../router.ts';
import { BatchView } from './batch.tsx';
import { BatchList } from './list.tsx';
import { AddForm, PrepareForm } from './prepare.tsx';

/** Batches of payouts: all of them, one of them, or the form for a new one, or for more of one. */
export function PayoutsScreen() {
  const { params } = useRoute();
  const payoutId = params.get('batch');
  const lastId = useRef<string>(undefined);
  if (payoutId) lastId.current = payoutId;
  if (payoutId) return <BatchView key={payoutId} payoutId={payoutId} />;
  const addTo = params.get('add');
  if (addTo) return <AddForm payoutId={addTo} />;
  return params.has('new') ? <PrepareForm /> : <BatchList lastId={lastId.current} />;
}
