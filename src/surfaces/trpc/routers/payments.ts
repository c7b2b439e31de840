import {
  cancelPayment,
  getPayment,
  markPaymentSent,
  subscribeToPayment,
} from '../../../payments/payments.ts';
import { mutation, query, router, subscription } from '../init.ts';

/** Calls of payers, who authenticate with a payment link instead of a key: see the surface. */
export const payments = router({
  get: query(getPayment),
  onChange: subscription(subscribeToPayment),
  markSent: mutation(markPaymentSent),
  cancel: mutation(cancelPayment),
});
