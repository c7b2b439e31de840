import { useRef } from 'preact/hooks';
import { useRoute } from '../router.ts';
import { BatchView } from './batch.tsx';
import { BatchList } from './list.tsx';
import { AddForm, PrepareForm } from './prepare.tsx';

/** The screen of payouts: the list of batches, one batch, or the form that prepares or extends one. */
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
