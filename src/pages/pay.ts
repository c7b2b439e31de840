import { PAYMENT_OUTCOMES, type PaymentOutcome, type PaymentView } from '../operations/payments/payments.ts';
import {
  amountParts,
  formatAmount,
  formatIban,
  formatPlainAmount,
  formatTimeLeft,
  type PageLocale,
} from './format.ts';
import { type Html, html } from './html.ts';
import { type Message, TEXTS, type Texts } from './texts.ts';

/** The content of a payment page. */
export interface PaymentPage {
  readonly payment: PaymentView;
  readonly token: string;
  readonly locale: PageLocale;
  /** True if the reader chose the language. Links and forms then keep it. */
  readonly keepsLanguage: boolean;
}

const ICONS = {
  successful: html`<path d="m9 16.5 5 5 10-11"/>`,
  unsuccessful: html`<path d="m11 11 10 10m0-10L11 21"/>`,
  expired: html`<path d="M16 8v8.5l5 3"/>`,
  cancelled: html`<path d="m11 11 10 10m0-10L11 21"/>`,
} as const satisfies Record<PaymentOutcome, Html>;

/** The title of the document, for the current state of the payment. */
export function paymentTitle({ payment, locale }: PaymentPage): string {
  const texts = TEXTS[locale.language];
  const head = payment.outcome ? texts.outcomes[payment.outcome].title : texts.payTo;
  return payment.outcome ? `${head} · ${payment.merchant}` : `${head}: ${payment.merchant}`;
}

/** Renders the current state of the payment, and each outcome as a template for the script. */
export function renderPayment(page: PaymentPage): Html {
  const { payment, locale } = page;
  const texts = TEXTS[locale.language];
  const body = payment.outcome ? renderOutcome(page, payment.outcome) : renderPending(page);
  return html`<main class="card" data-payment data-shown="${payment.outcome ?? 'pending'}" data-texts="${JSON.stringify(texts.live)}"
 data-locale="${locale.locale}" data-seconds-left="${payment.secondsLeft}">
${body}
</main>
<p class="toast" role="status" data-notice></p>
<p class="spoken" role="status" data-spoken></p>
${PAYMENT_OUTCOMES.map(
  (outcome) =>
    html`<template data-outcome="${outcome}" data-title="${texts.outcomes[outcome].title} · ${payment.merchant}">${renderOutcome(page, outcome)}</template>`,
)}`;
}

/** Renders the question before a payment is cancelled, as a page of its own. */
export function renderCancelQuestion(page: PaymentPage): Html {
  const texts = TEXTS[page.locale.language];
  return html`<main class="card message">
<h1 class="title">${texts.cancelQuestion.title}</h1>
<p class="text">${texts.cancelQuestion.text}</p>
<div class="actions">
<form method="get" action="${page.token}">${language(page)}<button class="primary">${texts.cancelNo}</button></form>
<form method="post" action="${page.token}">${language(page)}<button class="quiet" name="action" value="cancel">${texts.cancelYes}</button></form>
</div>
</main>`;
}

/** Renders a page with a single message. */
export function renderMessage({ title, text }: Message): Html {
  return html`<main class="card"><div class="outcome">${mark(html`<path d="M16 9v8.5m0 4.5v.5"/>`)}<h1 class="title">${title}</h1><p class="text">${text}</p></div></main>`;
}

function renderPending(page: PaymentPage): Html {
  const { payment, locale, token } = page;
  const texts = TEXTS[locale.language];
  const isSent = payment.sentAt !== null;
  const hidden = html` hidden`;
  return html`<section class="summary">
<h1><span class="label">${texts.payTo}</span> ${payment.merchant}</h1>
<div class="amount"><p><span class="label">${texts.amount}</span>
<strong data-value>${amountParts(payment.amount, payment.currency, locale).map(renderPart)}</strong></p>
${copyButton(texts, texts.amount, formatPlainAmount(payment.amount, locale))}</div>
<p class="time"><span class="label">${texts.timeLeft}</span>
<span role="timer" data-time-left>${formatTimeLeft(payment.secondsLeft, locale)}</span></p>
</section>
<section class="details">
<p class="how">${texts.howTo}</p>
${payment.account !== null && renderAccount(payment.bank, payment.account, texts)}
<div class="notice" tabindex="-1" data-if-sent${!isSent && hidden}><h2>${texts.sent.title}</h2><p class="text">${texts.sent.text}</p></div>
<div class="actions">
<form method="post" action="${token}" data-if-unsent data-send${isSent && hidden}>${language(page)}<button class="primary" name="action" value="sent">${texts.markSent}</button></form>
<form method="get" action="${token}" data-ask>${language(page)}<button class="quiet" name="confirm" value="cancel">${texts.cancel}</button></form>
</div>
<noscript><p class="update"><a href="${token}${page.keepsLanguage && `?lang=${locale.language}`}">${texts.update}</a></p></noscript>
</section>
${renderDialog(page, texts)}`;
}

function renderPart({ type, value }: Intl.NumberFormatPart): Html {
  return type === 'currency' ? html`<span class="currency">${value}</span>` : html`${value}`;
}

function renderAccount(bank: string, { name, iban }: { name: string; iban: string }, texts: Texts): Html {
  const rows = [
    { label: texts.iban, shown: formatIban(iban), copied: iban.replaceAll(' ', ''), kind: 'iban' },
    { label: texts.accountName, shown: name, copied: name, kind: 'name' },
    { label: texts.bank, shown: bank, copied: bank, kind: 'name' },
  ];
  return html`<dl>${rows.map(
    ({ label, shown, copied, kind }) => html`
<div class="row ${kind}"><dt class="label">${label}</dt><dd><span data-value>${shown}</span>${copyButton(texts, label, copied)}</dd></div>`,
  )}
</dl>`;
}

/** The button needs the script, which also shows it. */
function copyButton(texts: Texts, what: string, value: string): Html {
  return html`<button type="button" class="copy" data-copy="${value}" aria-label="${texts.copy}: ${what}" hidden><svg viewBox="0 0 20 20" aria-hidden="true"><path d="M7 7V4.5A1.5 1.5 0 0 1 8.5 3h7A1.5 1.5 0 0 1 17 4.5v7a1.5 1.5 0 0 1-1.5 1.5H13M4.5 7h7A1.5 1.5 0 0 1 13 8.5v7a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 3 15.5v-7A1.5 1.5 0 0 1 4.5 7Z"/></svg><span data-label>${texts.copy}</span></button>`;
}

function renderDialog(page: PaymentPage, texts: Texts): Html {
  const { title, text } = texts.cancelQuestion;
  return html`<dialog class="question" aria-labelledby="question" aria-describedby="warning" data-question>
<h2 class="title" id="question">${title}</h2>
<p class="text" id="warning">${text}</p>
<div class="actions">
<form method="dialog"><button class="primary" autofocus>${texts.cancelNo}</button></form>
<form method="post" action="${page.token}" data-cancel>${language(page)}<button class="quiet" name="action" value="cancel">${texts.cancelYes}</button></form>
</div>
</dialog>`;
}

function renderOutcome({ payment, locale }: PaymentPage, outcome: PaymentOutcome): Html {
  const texts = TEXTS[locale.language];
  const { title, text } = texts.outcomes[outcome];
  return html`<div class="outcome ${outcome}">
${mark(ICONS[outcome])}
<h1 class="title" tabindex="-1">${title}</h1>
<p class="text">${text}</p>
<dl class="receipt">
<div><dt>${texts.amount}</dt><dd class="paid" data-amount>${formatAmount(payment.amount, payment.currency, locale)}</dd></div>
<div><dt>${texts.payTo}</dt><dd class="paid">${payment.merchant}</dd></div>
</dl>
</div>`;
}

function mark(paths: Html): Html {
  return html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true">${paths}</svg>`;
}

function language({ keepsLanguage, locale }: PaymentPage): Html | undefined {
  return keepsLanguage ? html`<input type="hidden" name="lang" value="${locale.language}">` : undefined;
}
