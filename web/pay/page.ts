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
  let loaded = 0;

  async function show(payment: Payment): Promise<void> {
    const { outcome, sentAt, amount, reason, partlyPaid } = payment;
    countdown.set(payment.secondsLeft);
    // The server names the state in the same way.
    const state = [outcome, sentAt !== null, amount, reason, partlyPaid?.received].join();
    // While a page is on its way it may be older than this payment, or newer: the answer to an action can come late.
    if (latest === loaded && root.dataset.shown === state) return;
    latest += 1;
    await load(latest, payment);
  }

  /** Loads and shows the current page, with retries. A later update may need another page. */
  async function load(request: number, payment: Payment): Promise<void> {
    try {
      const page = await loadPage();
      if (request !== latest) return;
      countdown.set(replace(root, page));
      loaded = request;
      if (payment.outcome === null && payment.sentAt !== null) announce(texts.sent);
    } catch {
      setTimeout(() => request === latest && load(request, payment), RETRY_MS);
    }
  }

  const view: PaymentView = { show, setConnected };
  const countdown = startCountdown(root, texts, () => fetchPayment(view));
  showDates(root);
  enableCopying(root, texts);
  enableActions(root, texts, show);
  return view;
}

const RETRY_MS = 2000;
/** Each return to the page breaks the connection for a moment; the browser restores it by itself. */
const SHORT_BREAK_MS = 5000;

/**
 * Shows a notice when the connection is lost for more than a moment and the page is visible, and another one when it is
 * back.
 */
function followConnection(texts: LiveTexts): PaymentView['setConnected'] {
  let isConnected = true;
  let isShown = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const notifyLater = () => {
    timer = setTimeout(() => {
      if (document.hidden) return notifyLater();
      isShown = true;
      notifyWhile(texts.reconnecting);
    }, SHORT_BREAK_MS);
  };
  return (connected) => {
    if (connected === isConnected) return;
    isConnected = connected;
    clearTimeout(timer);
    if (!connected) notifyLater();
    else if (isShown) {
      isShown = false;
      notifyWhile('');
      notify(texts.connected);
    }
  };
}

/** Loads the current page. */
async function loadPage(): Promise<Document> {
  const url = new URL(location.href);
  url.searchParams.set('live', '');
  const response = await fetch(url, expiringSignal());
  if (!response.ok) throw new Error(String(response.status));
  return new DOMParser().parseFromString(await response.text(), 'text/html');
}

/**
 * Replaces the content of the page. A screen reader is taken to what has changed.
 * @returns the seconds left.
 */
function replace(root: HTMLElement, page: Document): number {
  const next = page.querySelector<HTMLElement>('[data-payment]');
  if (!next) throw new Error('the page has no payment');
  const secondsLeft = Number(next.dataset.secondsLeft);
  if (next.dataset.shown === root.dataset.shown) return secondsLeft;
  root.replaceChildren(...next.childNodes);
  root.dataset.shown = next.dataset.shown ?? '';
  document.title = page.title;
  showDates(root);
  root.querySelector<HTMLElement>('[data-focus]')?.focus();
  return secondsLeft;
}
