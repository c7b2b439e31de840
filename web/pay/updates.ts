import { expiringSignal, type Payment, payments } from './client.ts';

const FIRST_RETRY_MS = 1000;
const MAX_RETRY_MS = 30_000;

/** The view that shows updates of the payment. */
export interface PaymentView {
  show(payment: Payment): Promise<void>;
  setConnected(connected: boolean): void;
}

/**
 * Subscribes to the payment for as long as the page is open. The stream begins with the current payment, so nothing
 * is missed after a lost connection. The browser reconnects a stream that broke. A stream that was refused or ended
 * is reopened after a delay, and the payment is fetched once in the meantime.
 */
export function subscribeToPayment(view: PaymentView): void {
  let retryMs = FIRST_RETRY_MS;
  const open = () => {
    let isReplaced = false;
    const reopen = () => {
      if (isReplaced) return;
      isReplaced = true;
      subscription.unsubscribe();
      view.setConnected(false);
      setTimeout(open, retryMs);
      retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
      fetchPayment(view);
    };
    const subscription = payments.onChange.subscribe(
      {},
      {
        onData(payment) {
          retryMs = FIRST_RETRY_MS;
          view.setConnected(true);
          void view.show(payment);
        },
        onConnectionStateChange({ state, error }) {
          if (state === 'connecting' && error) view.setConnected(false);
        },
        onError: reopen,
        onComplete: reopen,
      },
    );
  };
  open();
  // The browser notices a lost network sooner than the stream.
  addEventListener('offline', () => view.setConnected(false));
  const refresh = () => fetchPayment(view, true);
  addEventListener('online', refresh);
  // What waits for an operator is not streamed.
  addEventListener('focus', refresh);
  // A payer who returns from the banking app must not see an old state, because the stream of a phone that slept is
  // dead.
  document.addEventListener('visibilitychange', () => !document.hidden && refresh());
  addEventListener('pageshow', ({ persisted }) => persisted && refresh());
}

/** Fetches the payment once. @param isBack whether an answer shows that the connection is back. */
export function fetchPayment(view: PaymentView, isBack = false): void {
  payments.get.query({}, expiringSignal()).then(
    ({ data }) => {
      if (isBack) view.setConnected(true);
      void view.show(data);
    },
    () => {},
  );
}
