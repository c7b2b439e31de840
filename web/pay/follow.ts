import { type Payment, payments } from './client.ts';

const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 30_000;

/** What the page makes of what it hears. */
export interface Follower {
  /** The payment as it stands now. */
  show(payment: Payment): void;
  setConnected(connected: boolean): void;
}

/**
 * Follows the payment for as long as the page is open. The stream says at once how the payment stands, so that
 * nothing is missed while there was no connection. The platform reconnects a stream that broke; one that was
 * refused or ended is opened anew after a while, and asked for without a stream meanwhile.
 */
export function followPayment(follower: Follower): void {
  let retryMs = FIRST_RETRY_MS;
  const open = () => {
    let over = false;
    const reopen = () => {
      if (over) return;
      over = true;
      subscription.unsubscribe();
      follower.setConnected(false);
      setTimeout(open, retryMs);
      retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
      askOnce(follower);
    };
    const subscription = payments.onChange.subscribe(
      {},
      {
        onData(payment) {
          retryMs = FIRST_RETRY_MS;
          follower.setConnected(true);
          follower.show(payment);
        },
        onConnectionStateChange({ state, error }) {
          if (state === 'connecting' && error) follower.setConnected(false);
        },
        onError: reopen,
        onComplete: reopen,
      },
    );
  };
  open();
}

function askOnce(follower: Follower): void {
  payments.get.query({}).then(
    ({ data }) => follower.show(data),
    () => {},
  );
}
