import { type Payment, payments } from './client.ts';
import { type LiveTexts, notify } from './texts.ts';

interface CallResult {
  readonly data: Payment;
}

/** Makes the forms of the page work without leaving it. They also work without JavaScript. */
export function enableActions(root: HTMLElement, texts: LiveTexts, show: (payment: Payment) => void): void {
  const dialog = () => root.querySelector<HTMLDialogElement>('[data-question]');
  const fail = () => notify(texts.failed);
  const run = (act: () => Promise<CallResult>, isDone: (payment: Payment) => boolean) => {
    act()
      // The call may have come too late. The current payment is shown then.
      .catch(() => payments.get.query({}))
      .then(({ data }) => {
        show(data);
        if (!isDone(data)) fail();
      }, fail);
  };
  const handlers: Record<string, () => void> = {
    '[data-send]': () => run(() => payments.markSent.mutate({}), isSentOrEnded),
    '[data-ask]': () => dialog()?.showModal(),
    '[data-cancel]': () => {
      dialog()?.close();
      run(() => payments.cancel.mutate({}), hasEnded);
    },
  };
  root.addEventListener('submit', (event) => {
    const form = event.target;
    const handler = Object.keys(handlers).find((name) => form instanceof Element && form.matches(name));
    if (handler === undefined) return;
    event.preventDefault();
    handlers[handler]?.();
  });
  root.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-print]')) print();
  });
}

function hasEnded({ outcome }: Payment): boolean {
  return outcome !== null;
}

function isSentOrEnded(payment: Payment): boolean {
  return payment.sentAt !== null || hasEnded(payment);
}
