import { enableActions } from './actions.ts';
import type { Payment } from './client.ts';
import { enableCopying } from './copy.ts';
import { startCountdown } from './countdown.ts';
import type { Follower } from './follow.ts';
import { announce, notify, readTexts } from './texts.ts';

/** Brings the page to life that the server wrote. @returns what shows how the payment stands. */
export function startPage(root: HTMLElement): Follower {
  const texts = readTexts(root);
  const countdown = startCountdown(root, texts.timeOver);
  let isConnected = true;

  function show(payment: Payment): void {
    countdown.set(payment.secondsLeft);
    if (payment.outcome !== null) showOutcome(root, payment);
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

/** @returns whether it was not shown yet. */
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

/** Puts in place of all else what the server wrote for this outcome. */
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

/** As the server writes it: what was paid can be another amount than what was asked for. */
function formatAmount(amount: number, currency: string, locale: string | undefined): string {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'code',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).format(amount);
}
