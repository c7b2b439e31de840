import { type Payment, payments } from './client.ts';
import { type LiveTexts, notify } from './texts.ts';

interface CallResult {
  readonly data: Payment;
}

/** Makes the forms of the page work without leaving it. They also work without JavaScript. */
export function enableActions(root: HTMLElement, texts: LiveTexts, show: (payment: Payment) => void): void {
  const dialog = root.querySelector<HTMLDialogElement>('[data-question]');
  const fail = () => notify(texts.failed, false);
  const run = (act: () => Promise<CallResult>, isDone: (payment: Payment) => boolean) => {
    act()
      // The call may have come too late. The current payment is shown then.
      .catch(() => payments.get.query({}))
      .then(({ data }) => {
        show(data);
        if (!isDone(data)) fail();
      }, fail);
  };
  onSubmit(root, '[data-send]', () => run(() => payments.markSent.mutate({}), isSentOrEnded));
  onSubmit(root, '[data-ask]', () => dialog?.showModal());
  onSubmit(root, '[data-cancel]', () => {
    dialog?.close();
    run(() => payments.cancel.mutate({}), hasEnded);
  });
}

function hasEnded({ outcome }: Payment): boolean {
  return outcome !== null;
}

function isSentOrEnded(payment: Payment): boolean {
  return payment.sentAt !== null || hasEnded(payment);
}

function onSubmit(root: HTMLElement, form: string, act: () => void): void {
  root.querySelector<HTMLFormElement>(form)?.addEventListener('submit', (event) => {
    event.preventDefault();
    act();
  });
}
