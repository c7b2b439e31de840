import type { PaymentView } from '../../payments/view.ts';
import { formatAmount, formatDate, type PageLocale } from './format.ts';
import { type Html, html } from './html.ts';
import type { Texts } from './texts/en.ts';
import { TEXTS } from './texts/texts.ts';

/** The content of a payment page. */
export interface PaymentPage {
  readonly payment: PaymentView;
  readonly token: string;
  /** The whole link of the page. */
  readonly url: string;
  readonly locale: PageLocale;
  /** True if the reader chose the language. Links and forms then keep it. */
  readonly keepsLanguage: boolean;
}

export function textsOf({ locale }: PaymentPage): Texts {
  return TEXTS[locale.language];
}

/** Replaces `{}` in a text by markup, if the text has one. */
export function fill(text: string, part: Html): Html {
  const [before = '', after] = text.split('{}');
  return after === undefined ? html`${before}` : html`${before}${part}${after}`;
}

/** A name from outside, which may have another text direction. */
export function name(text: string): Html {
  return html`<bdi>${text}</bdi>`;
}

export function amount(value: number, { payment, locale }: PaymentPage): Html {
  return html`${formatAmount(value, payment.currency, locale)}`;
}

/** A time in the time zone of the service, which the script replaces by the time of the device. */
export function time(iso: string, { locale }: PaymentPage): Html {
  return html`<time datetime="${iso}" data-date>${formatDate(iso, locale)}</time>`;
}

/** The button needs the script. Without it the button is invisible but keeps its place, so that nothing moves. */
export function copyButton(texts: Texts, what: string, value: string): Html {
  return html`<button type="button" class="copy" data-copy="${value}"><svg viewBox="0 0 20 20" aria-hidden="true"><path d="M7 7V4.5A1.5 1.5 0 0 1 8.5 3h7A1.5 1.5 0 0 1 17 4.5v7a1.5 1.5 0 0 1-1.5 1.5H13M4.5 7h7A1.5 1.5 0 0 1 13 8.5v7a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 3 15.5v-7A1.5 1.5 0 0 1 4.5 7Z"/></svg><span data-label>${texts.copy}</span><span class="spoken"> ${what}</span></button>`;
}

/** The link back to the merchant. The merchant's site learns nothing but its own address. */
export function backLink({ payment, ...page }: PaymentPage, look: 'primary' | 'quiet'): Html | false {
  const { back } = TEXTS[page.locale.language];
  if (payment.returnUrl === null) return false;
  return html`<a class="button ${look}" href="${payment.returnUrl}" rel="noreferrer"><span>${fill(back, name(payment.merchant))}</span></a>`;
}

export function logo({ payment }: PaymentPage): Html | false {
  return payment.brand.logo !== null && html`<img class="logo" src="../${payment.brand.logo}" alt="">`;
}

/** The first letter of the merchant, instead of a logo. */
export function initial({ payment, locale }: PaymentPage): Html {
  const [first = ''] = payment.merchant;
  return html`<span class="initial" aria-hidden="true">${first.toLocaleUpperCase(locale.locale)}</span>`;
}

export function mark(paths: Html): Html {
  return html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true">${paths}</svg>`;
}

/** Whether the payer has nothing to send now: everything has arrived, or was sent and nothing of it has arrived yet. */
export function isWaiting({ sentAt, partlyPaid }: PaymentView): boolean {
  return partlyPaid ? partlyPaid.missing === 0 : sentAt !== null;
}

/** Keeps the chosen language in a form. */
export function languageField({ keepsLanguage, locale }: PaymentPage): Html | false {
  return keepsLanguage && html`<input type="hidden" name="lang" value="${locale.language}">`;
}
