import { type Payment, payments } from './client.ts';
import { type LiveTexts, notify } from './texts.ts';

interface Answer {
  readonly data: Payment;
}

/** Lets the page's forms act without leaving the page. They work by themselves, too. */
export function enableActions(root: HTMLElement, texts: LiveTexts, show: (payment: Payment) => void): void {
  const dialog = root.querySelector<HTMLDialogElement>('[data-question]');
  const fail = () => notify(texts.failed, false);
  const run = (act: () => Promise<Answer>, isDone: (payment: Payment) => boolean) => {
    act()
      // It may have come too late: how the payment stands is the answer then.
      .catch(() => payments.get.query({}))
      .then(({ data }) => {
        show(data);
        if (!isDone(data)) fail();
      }, fail);
  };
  onSubmit(root, '[data-send]', () => run(() => payments.markSent.mutate({}), isSentOrOver));
  onSubmit(root, '[data-ask]', () => dialog?.showModal());
  onSubmit(root, '[data-cancel]', () => {
    dialog?.close();
    run(() => payments.cancel.mutate({}), isOver);
  });
}

function isOver({ outcome }: Payment): boolean {
  return outcome !== null;
}

function isSentOrOver(payment: Payment): boolean {
  return payment.sentAt !== null || isOver(payment);
}

function onSubmit(root: HTMLElement, form: string, act: () => void): void {
  root.querySelector<HTMLFormElement>(form)?.addEventListener('submit', (event) => {
    event.preventDefault();
    act();
  });
}
