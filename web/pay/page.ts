import { enableActions } from './actions.ts';
import { expiringSignal, type Payment } from './client.ts';
import { enableCopying } from './copy.ts';
import { startCountdown } from './countdown.ts';
import { announce, type LiveTexts, notify, notifyWhile, readTexts } from './texts.ts';
import { showDates } from './times.ts';
import { fetchPayment, type PaymentView } from './updates.ts';

/** Makes the server-rendered page interactive. @returns the view that shows updates. */
export function startPage(root: HTMLElement): PaymentView {
  const texts = readTexts(root);
  const setConnected = followConnection(texts);
  let latest = 0;

  function show(payment: Payment): void {
    const { outcome, sentAt, amount, reason } = payment;
    countdown.set(payment.secondsLeft);
    // The server names the state in the same way.
    const state = [outcome, sentAt !== null, amount, reason].join();
    latest += 1;
    if (root.dataset.shown === state) return;
    const request = latest;
    // A later update may need another page, and a failed one is repeated with it.
    loadPage().then(
      (page) => {
        if (request !== latest) return;
        replace(root, page);
        countdown.set(payment.secondsLeft);
        if (outcome === null && sentAt !== null) announce(texts.sent);
      },
      () => setTimeout(() => request === latest && fetchPayment(view), RETRY_MS),
    );
  }

  const view: PaymentView = { show, setConnected };
  const countdown = startCountdown(root, texts, () => fetchPayment(view));
  showDates(root);
  enableCopying(root, texts);
  enableActions(root, texts, show);
  return view;
}

const RETRY_MS = 2000;
/** Every return to the page breaks a connection for a moment, and the browser repairs it by itself. */
const SHORT_BREAK_MS = 4000;

/** Tells of a connection that is lost for more than a moment, and that it is back. */
function followConnection(texts: LiveTexts): PaymentView['setConnected'] {
  let isConnected = true;
  let isTold = false;
  let telling: ReturnType<typeof setTimeout> | undefined;
  const tell = () => {
    isTold = true;
    notifyWhile(texts.reconnecting);
  };
  return (connected) => {
    if (connected === isConnected) return;
    isConnected = connected;
    clearTimeout(telling);
    if (!connected) telling = setTimeout(tell, SHORT_BREAK_MS);
    else if (isTold) {
      isTold = false;
      notifyWhile('');
      notify(texts.connected);
    }
  };
}

/** Loads the page again, as it is now. */
async function loadPage(): Promise<Document> {
  const url = new URL(location.href);
  url.searchParams.set('live', '');
  const response = await fetch(url, expiringSignal());
  if (!response.ok) throw new Error(String(response.status));
  return new DOMParser().parseFromString(await response.text(), 'text/html');
}

/** Replaces the content of the page. Who reads it with a screen reader is led to what has changed. */
function replace(root: HTMLElement, page: Document): void {
  const next = page.querySelector<HTMLElement>('[data-payment]');
  if (!next || next.dataset.shown === root.dataset.shown) return;
  root.replaceChildren(...next.childNodes);
  root.dataset.shown = next.dataset.shown ?? '';
  document.title = page.title;
  showDates(root);
  root.querySelector<HTMLElement>('[data-focus]')?.focus();
}
