import { renderAccount } from './account.ts';
import { renderCodes } from './codes.ts';
import { amountParts, formatPlainAmount, formatTime, formatTimeLeft } from './format.ts';
import { type Html, html } from './html.ts';
import { numberRows, outcomeMessage, renderOutcome } from './outcome.ts';
import {
  amount,
  backLink,
  copyButton,
  fill,
  initial,
  isWaiting,
  languageField,
  logo,
  mark,
  name,
  type PaymentPage,
  textsOf,
  time,
} from './page.ts';
import type { Message } from './texts/en.ts';

const SOON_SECONDS = 300;
const LAST_SECONDS = 60;

/** The title of the document, for the current state of the payment. */
export function paymentTitle(page: PaymentPage): string {
  const { outcome, sentAt, merchant, partlyPaid } = page.payment;
  const texts = textsOf(page);
  if (outcome) return `${outcomeMessage(page, outcome).title} · ${merchant}`;
  if (partlyPaid?.missing === 0) return `${texts.arrived.title} · ${merchant}`;
  return sentAt === null ? `${texts.payTo}: ${merchant}` : `${texts.sent.title} · ${merchant}`;
}

/** Renders the current state of the payment. `data-shown` names it for the script, which loads the next one. */
export function renderPayment(page: PaymentPage): Html {
  const { payment, locale } = page;
  const { outcome } = payment;
  const body = outcome ? renderOutcome(page, outcome) : renderPending(page);
  return html`<main class="card" data-payment data-shown="${stateOf(payment)}" data-texts="${JSON.stringify(textsOf(page).live)}"
 data-locale="${locale.locale}" data-zone="${locale.timeZone}" data-seconds-left="${payment.secondsLeft}">
${payment.test === true && renderTestBanner(page)}
${body}
${payment.test === true && !outcome && renderTestControls(page)}
</main>
<p class="toast" role="status" data-notice></p>
<p class="spoken" role="status" data-spoken></p>`;
}

/** A test must not look like a payment. */
function renderTestBanner(page: PaymentPage): Html {
  const { test } = textsOf(page);
  return html`<p class="test-banner" role="note"><strong>${test.title}</strong> ${test.text}</p>`;
}

/** The decisions of an operator, for the developer who tests. The forms are ordinary ones, even with JavaScript. */
function renderTestControls(page: PaymentPage): Html {
  const { test } = textsOf(page);
  const button = (decision: 'settle' | 'reject' | 'expire') =>
    html`<form method="post" action="${page.token}">${languageField(page)}<button class="quiet" name="action" value="test-${decision}">${test[decision]}</button></form>`;
  return html`<section class="test-controls" aria-labelledby="test-controls">
<h2 class="label" id="test-controls">${test.controls}</h2>
<div class="actions">${(['settle', 'reject', 'expire'] as const).map(button)}</div>
</section>`;
}

/** Names what the page shows. The script of the page derives the same name from an update. */
function stateOf({ outcome, sentAt, amount, reason, partlyPaid }: PaymentPage['payment']): string {
  return [outcome, sentAt !== null, amount, reason, partlyPaid?.received].join();
}

/** Renders the confirmation page for cancelling a payment. */
export function renderCancelQuestion(page: PaymentPage): Html {
  const texts = textsOf(page);
  const keep = texts[page.payment.sentAt === null ? 'cancelNo' : 'cancelNoSent'];
  return html`<main class="card message">
<h1 class="title">${texts.cancelQuestion.title}</h1>
<p class="text">${texts.cancelQuestion.text}</p>
<div class="actions">
<form method="get" action="${page.token}">${languageField(page)}<button class="primary">${keep}</button></form>
<form method="post" action="${page.token}">${languageField(page)}<button class="quiet" name="action" value="cancel">${texts.cancelYes}</button></form>
</div>
</main>`;
}

/** Renders a page with a single message. */
export function renderMessage({ title, text }: Message): Html {
  return html`<main class="card"><div class="outcome">${mark(html`<path d="M16 9v8.5m0 4.5v.5"/>`)}<h1 class="title">${title}</h1><p class="text">${text}</p></div></main>`;
}

function renderPending(page: PaymentPage): Html {
  const { payment, locale, token } = page;
  const texts = textsOf(page);
  const { partlyPaid } = payment;
  const waits = isWaiting(payment);
  const [due, label] =
    partlyPaid && !waits ? [partlyPaid.missing, texts.partlyPaid.rest] : [payment.amount, texts.amount];
  return html`<section class="summary">
<div class="merchant"><p class="label">${texts.merchant}</p><h1 tabindex="-1" data-focus>${name(payment.merchant)}</h1>${logo(page) || initial(page)}</div>
<div class="amount"><p><span class="label">${label}</span>
<strong data-value>${amountParts(due, payment.currency, locale).map(renderPart)}</strong></p>
${!waits && copyButton(texts, label, formatPlainAmount(due, locale))}</div>
${!waits && renderTime(page)}
${renderCodes(page)}
</section>
<section class="details">
${waits ? renderWaiting(page) : renderUnsent(page)}
<noscript><p class="update"><a href="${token}${page.keepsLanguage && `?lang=${locale.language}`}">${texts.update}</a></p></noscript>
</section>
${partlyPaid === null && renderDialog(page)}`;
}

function renderPart({ type, value }: Intl.NumberFormatPart): Html {
  return type === 'currency' ? html`<span class="currency">${value}</span>` : html`${value}`;
}

/** The time left, the time of day at which it ends, and a warning shortly before. */
function renderTime(page: PaymentPage): Html {
  const { payment, locale } = page;
  const texts = textsOf(page);
  const { secondsLeft, expiresAt } = payment;
  const warning = secondsLeft < LAST_SECONDS ? texts.live.oneMinute : texts.live.fiveMinutes;
  return html`<div class="time"><p><span class="label">${texts.timeLeft}</span>
<span role="timer" data-time-left>${formatTimeLeft(secondsLeft, locale)}</span>
<span class="until" data-until>${fill(texts.live.until, html`${formatTime(expiresAt, locale)}`)}</span></p>
<p class="warning" data-warning${secondsLeft >= SOON_SECONDS && html` hidden`}>${warning}</p></div>`;
}

/** The amount, the account and the reference to send it to. */
function renderUnsent(page: PaymentPage): Html {
  const { payment } = page;
  const texts = textsOf(page);
  const { payer, partlyPaid } = payment;
  const how = payer === null ? texts.howTo : fill(texts.howToFrom, html`<strong>${name(payer)}</strong>`);
  return html`${partlyPaid !== null && renderPartlyPaid(page, partlyPaid)}<p class="how">${how}</p>
${payment.account !== null && renderAccount(page, payment.account)}
${payer !== null && payment.otherPayer !== null && html`<p class="hint">${texts.otherPayer[payment.otherPayer]}</p>`}
<p class="deadline">${fill(texts.payUntil, time(payment.expiresAt, page))}</p>
${renderPayActions(page)}`;
}

/** A payer whose money has partly arrived is not offered to cancel: the money would belong to no payment. */
function renderPayActions(page: PaymentPage): Html {
  const { payment, token } = page;
  const { markSent, cancel } = textsOf(page);
  return html`<div class="actions">
${payment.sentAt === null && html`<form method="post" action="${token}" data-send>${languageField(page)}<button class="primary" name="action" value="sent">${markSent}</button></form>`}
${!payment.partlyPaid && html`<form method="get" action="${token}" data-ask>${languageField(page)}<button class="link" name="confirm" value="cancel">${cancel}</button></form>`}
</div>`;
}

type PartlyPaid = NonNullable<PaymentPage['payment']['partlyPaid']>;

function renderPartlyPaid(page: PaymentPage, { received }: PartlyPaid): Html {
  const { title, text } = textsOf(page).partlyPaid;
  return html`<div class="notice"><h2>${title}</h2>
<p class="text">${fill(text, html`<strong>${amount(received, page)}</strong>`)}</p></div>
`;
}

function renderWaiting(page: PaymentPage): Html {
  return page.payment.partlyPaid ? renderArrived(page) : renderSent(page);
}

/** The page of a payer whose money has arrived in full, which the desk then confirms. */
function renderArrived(page: PaymentPage): Html {
  const { title, text } = textsOf(page).arrived;
  return html`<div class="notice"><h2 tabindex="-1" data-focus>${title}</h2>
<p class="text">${text}</p></div>
<dl class="receipt">${numberRows(page)}</dl>
<div class="actions">${backLink(page, 'primary')}</div>`;
}

/** The page of a payer who has sent the money. No time is counted any more. */
function renderSent(page: PaymentPage): Html {
  const { payment, token } = page;
  const texts = textsOf(page);
  const { sent } = texts;
  return html`<div class="notice"><p class="label">${sent.noted}</p><h2 tabindex="-1" data-focus>${sent.title}</h2>
<p class="text">${sent.text}</p>
<p class="text">${sent.duration(payment.currency)}</p>
<p class="text">${fill(sent.until, time(payment.expiresAt, page))}</p></div>
<dl class="receipt">${numberRows(page)}</dl>
${payment.account !== null && html`<details><summary>${texts.account}</summary>${renderAccount(page, payment.account)}</details>`}
<div class="actions">${backLink(page, 'primary')}
<form method="get" action="${token}" data-ask>${languageField(page)}<button class="link" name="confirm" value="cancel">${texts.cancelSent}</button></form>
</div>`;
}

function renderDialog(page: PaymentPage): Html {
  const texts = textsOf(page);
  const keep = texts[page.payment.sentAt === null ? 'cancelNo' : 'cancelNoSent'];
  const { title, text } = texts.cancelQuestion;
  return html`<dialog class="question" aria-labelledby="question" aria-describedby="warning" data-question>
<h2 class="title" id="question">${title}</h2>
<p class="text" id="warning">${text}</p>
<div class="actions">
<form method="dialog"><button class="primary" autofocus>${keep}</button></form>
<form method="post" action="${page.token}" data-cancel>${languageField(page)}<button class="quiet" name="action" value="cancel">${texts.cancelYes}</button></form>
</div>
</dialog>`;
}
