import { expiringSignal, type Payment, payments } from './client.ts';
import { type LiveTexts, notify } from './texts.ts';

interface CallResult {
  readonly data: Payment;
}

/** Makes the forms of the page work without leaving it. They also work without JavaScript. */
export function enableActions(
  root: HTMLElement,
  texts: LiveTexts,
  show: (payment: Payment) => Promise<void>,
): void {
  const dialog = () => root.querySelector<HTMLDialogElement>('[data-question]');
  const fail = () => notify(texts.failed);
  let isRunning = false;
  // A second press meanwhile does nothing. The button keeps the focus, which a disabled one would lose.
  const setRunning = (running: boolean) => {
    isRunning = running;
    for (const button of root.querySelectorAll('.actions button'))
      button.setAttribute('aria-disabled', String(running));
  };
  const run = (act: () => Promise<CallResult>, isDone: (payment: Payment) => boolean) => {
    setRunning(true);
    act()
      // The call may have come too late. The current payment is shown then.
      .catch(() => payments.get.query({}, expiringSignal()))
      .then(async ({ data }) => {
        if (!isDone(data)) fail();
        await show(data);
      })
      .catch(fail)
      .finally(() => setRunning(false));
  };
  const handlers: Record<string, () => void> = {
    '[data-send]': () => run(() => payments.markSent.mutate({}, expiringSignal()), isSentOrEnded),
    '[data-ask]': () => dialog()?.showModal(),
    '[data-cancel]': () => {
      dialog()?.close();
      run(() => payments.cancel.mutate({}, expiringSignal()), hasEnded);
    },
  };
  root.addEventListener('submit', (event) => {
    const form = event.target;
    const handler = Object.keys(handlers).find((name) => form instanceof Element && form.matches(name));
    if (handler === undefined) return;
    event.preventDefault();
    if (!isRunning) handlers[handler]?.();
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
