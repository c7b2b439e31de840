import type { PaymentOutcome } from '../../payments/view.ts';
import { type Html, html } from './html.ts';
import {
  amount,
  backLink,
  copyButton,
  fill,
  logo,
  mark,
  name,
  type PaymentPage,
  textsOf,
  time,
} from './page.ts';
import type { Message } from './texts/en.ts';

const ICONS = {
  successful: html`<path d="m9 16.5 5 5 10-11"/>`,
  unsuccessful: html`<path d="m11 11 10 10m0-10L11 21"/>`,
  reversed: html`<path d="M12 10 8.5 13.5 12 17m-3-3.5h8a4.5 4.5 0 0 1 0 9h-5"/>`,
  expired: html`<path d="M16 8v8.5l5 3"/>`,
  cancelled: html`<path d="m11 11 10 10m0-10L11 21"/>`,
} as const satisfies Record<PaymentOutcome, Html>;

const ATTENTION = html`<path d="M16 9v8.5m0 4.5v.5"/>`;

/**
 * The heading of an outcome, and what the payer can do now. The text for a payer who has sent money never tells them
 * not to send it.
 */
export function outcomeMessage(page: PaymentPage, outcome: PaymentOutcome): Message {
  const texts = textsOf(page);
  const { sentAt, amount: received, requestedAmount } = page.payment;
  if (outcome === 'reversed') return texts.outcomes.reversed;
  if (outcome !== 'successful') return texts[sentAt === null ? 'outcomes' : 'outcomesIfSent'][outcome];
  if (received === requestedAmount) return texts.outcomes.successful;
  return received < requestedAmount ? texts.less : texts.more;
}

/** Renders the end of a payment, which is also its receipt. */
export function renderOutcome(page: PaymentPage, outcome: PaymentOutcome): Html {
  const texts = textsOf(page);
  const { amount: received, requestedAmount } = page.payment;
  const { title, text } = outcomeMessage(page, outcome);
  const isSuccessful = outcome === 'successful';
  const difference = Math.abs(received - requestedAmount);
  const isLess = isSuccessful && received < requestedAmount;
  return html`<div class="outcome ${isLess ? 'attention' : outcome}">
${logo(page)}
${mark(isLess ? ATTENTION : ICONS[outcome])}
<h1 class="title" tabindex="-1" data-focus>${title}</h1>
<p class="text">${isSuccessful ? fill(text, amount(difference, page)) : text}</p>
<dl class="receipt">${receiptRows(page, isSuccessful)}</dl>
<div class="actions">${backLink(page, 'primary')}
<button type="button" class="quiet" data-print>${isSuccessful ? texts.printReceipt : texts.print}</button></div>
</div>`;
}

/** The rows of the receipt. */
function receiptRows(page: PaymentPage, isSuccessful: boolean): readonly Html[] {
  const texts = textsOf(page);
  const { receipt } = texts;
  const { payment } = page;
  const { amount: received, requestedAmount: requested } = payment;
  const rows: (readonly [label: string, value: Html])[] = [];
  if (isSuccessful && received !== requested) {
    rows.push([receipt.received, amount(received, page)], [receipt.requested, amount(requested, page)]);
    const label = received < requested ? receipt.missing : receipt.tooMuch;
    rows.push([label, html`<strong>${amount(Math.abs(received - requested), page)}</strong>`]);
  } else rows.push([texts.amount, amount(received, page)]);
  rows.push([texts.merchant, name(payment.merchant)]);
  if (isSuccessful) rows.push([texts.bank, name(payment.bank)]);
  if (payment.payer !== null) rows.push([receipt.payer, name(payment.payer)]);
  if (payment.reason !== null) rows.push([receipt.reason, html`<bdi>${payment.reason}</bdi>`]);
  rows.push([receipt.createdAt, time(payment.createdAt, page)]);
  if (payment.endedAt !== null)
    rows.push([isSuccessful ? receipt.confirmedAt : receipt.endedAt, time(payment.endedAt, page)]);
  return [...rows.map(([label, value]) => row(label, value)), ...numberRows(page)];
}

/** The numbers by which a merchant and the service find the payment. */
export function numberRows(page: PaymentPage): readonly Html[] {
  const texts = textsOf(page);
  const { reference, transactionId, processId } = page.payment;
  const numbers = [
    ...(reference === null ? [] : [[texts.receipt.reference, reference] as const]),
    [texts.receipt.transactionId, transactionId] as const,
    [texts.receipt.processId, processId] as const,
  ];
  return numbers.map(
    ([label, value]) =>
      html`<div class="numbers"><dt>${label}</dt><dd><bdi class="number" data-value>${value}</bdi>${copyButton(texts, label, value)}</dd></div>`,
  );
}

function row(label: string, value: Html): Html {
  return html`<div><dt>${label}</dt><dd>${value}</dd></div>`;
}
