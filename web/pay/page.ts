import { enableActions } from './actions.ts';
import type { Payment } from './client.ts';
import { enableCopying } from './copy.ts';
import { startCountdown } from './countdown.ts';
import { announce, notify, notifyWhile, readTexts } from './texts.ts';
import { showDates } from './times.ts';
import { fetchPayment, type PaymentView } from './updates.ts';

/** Makes the server-rendered page interactive. @returns the view that shows updates. */
export function startPage(root: HTMLElement): PaymentView {
  const texts = readTexts(root);
  let isConnected = true;
  let latest = 0;

  function show(payment: Payment): void {
    const { outcome, sentAt, amount } = payment;
    countdown.set(payment.secondsLeft);
    // The server names the state in the same way.
    const state = [outcome, sentAt !== null, amount].join();
    latest += 1;
    if (root.dataset.shown === state) return;
    const request = latest;
    // A later update may need another page, and a failed one is repeated with it.
    loadPage().then(
      (page) => request === latest && replace(root, page, () => announce(outcome ? '' : texts.sent)),
      () => setTimeout(() => request === latest && fetchPayment(view), RETRY_MS),
    );
  }

  const view: PaymentView = {
    show,
    setConnected(connected) {
      if (connected === isConnected) return;
      isConnected = connected;
      notifyWhile(connected ? '' : texts.reconnecting);
      if (connected) notify(texts.connected);
    },
  };
  const countdown = startCountdown(root, texts, () => fetchPayment(view));
  showDates(root);
  enableCopying(root, texts);
  enableActions(root, texts, show);
  return view;
}

const RETRY_MS = 2000;

/** Loads the page again, as it is now. */
async function loadPage(): Promise<Document> {
  const url = new URL(location.href);
  url.searchParams.set('live', '');
  const response = await fetch(url);
  if (!response.ok) throw new Error(String(response.status));
  return new DOMParser().parseFromString(await response.text(), 'text/html');
}

/** Replaces the content of the page. Who reads it with a screen reader is led to what has changed. */
function replace(root: HTMLElement, page: Document, announceState: () => void): void {
  const next = page.querySelector<HTMLElement>('[data-payment]');
  if (!next || next.dataset.shown === root.dataset.shown) return;
  root.replaceChildren(...next.childNodes);
  root.dataset.shown = next.dataset.shown ?? '';
  document.title = page.title;
  showDates(root);
  announceState();
  root.querySelector<HTMLElement>('[data-focus]')?.focus();
}
