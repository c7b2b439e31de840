import { enableActions } from './actions.ts';
import type { Payment } from './client.ts';
import { enableCopying } from './copy.ts';
import { startCountdown } from './countdown.ts';
import { announce, notify, readTexts } from './texts.ts';
import type { PaymentView } from './updates.ts';

/** Makes the server-rendered page interactive. @returns the view that shows updates. */
export function startPage(root: HTMLElement): PaymentView {
  const texts = readTexts(root);
  const countdown = startCountdown(root, texts.timeOver);
  let isConnected = true;

  function show(payment: Payment): void {
    countdown.set(payment.secondsLeft);
    if (payment.outcome !== null) showOutcome(root, payment);
    // An operator has undone it: the server has the page of a pending payment.
    else if (root.dataset.shown !== 'pending') location.reload();
    else if (payment.sentAt !== null && showSent(root)) announce(texts.sent);
  }

  enableCopying(root, texts);
  enableActions(root, texts, show);
  return {
    show,
    setConnected(connected) {
      if (connected !== isConnected) notify(connected ? texts.connected : texts.reconnecting, !connected);
      isConnected = connected;
    },
  };
}

/** Shows that the payer has sent the money. @returns whether that was not shown before. */
function showSent(root: HTMLElement): boolean {
  const sent = root.querySelector<HTMLElement>('[data-if-sent]');
  const unsent = root.querySelector<HTMLElement>('[data-if-unsent]');
  if (!sent?.hidden || !unsent) return false;
  const hadFocus = unsent.contains(document.activeElement);
  sent.hidden = false;
  unsent.hidden = true;
  if (hadFocus) sent.focus();
  return true;
}

/** Replaces the content of the page with the server's template for this outcome. */
function showOutcome(root: HTMLElement, { outcome, amount, currency }: Payment): void {
  if (root.dataset.shown === outcome) return;
  const template = document.querySelector<HTMLTemplateElement>(`template[data-outcome="${outcome}"]`);
  if (!template) return;
  root.replaceChildren(template.content.cloneNode(true));
  root.dataset.shown = outcome ?? '';
  document.title = template.dataset.title ?? '';
  const paid = root.querySelector('[data-amount]');
  if (paid) paid.textContent = formatAmount(amount, currency, root.dataset.locale);
  root.querySelector<HTMLElement>('h1')?.focus();
}

/** Formats an amount like the server. The paid amount can differ from the requested one. */
function formatAmount(amount: number, currency: string, locale: string | undefined): string {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'code',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).format(amount);
}
