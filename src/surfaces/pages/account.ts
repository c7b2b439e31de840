import { formatIbanParts } from './format.ts';
import { type Html, html } from './html.ts';
import { copyButton, fill, name, type PaymentPage, textsOf } from './page.ts';
import type { Texts } from './texts/en.ts';

const BANK_ICON = html`<svg class="bank-icon" viewBox="0 0 20 20" aria-hidden="true"><path d="M3 8 10 4l7 4H3Zm2 0v7m3.3-7v7m3.4-7v7M15 8v7M3 16.5h14"/></svg>`;

type Account = NonNullable<PaymentPage['payment']['account']>;

/** Renders the account to pay into, and the reference that the payer writes into the transfer. */
export function renderAccount(page: PaymentPage, { name: holder, iban }: Account): Html {
  const texts = textsOf(page);
  const { bank, reference, merchant, currency } = page.payment;
  const ibanParts = formatIbanParts(iban);
  const isMerchant = holder.localeCompare(merchant, undefined, { sensitivity: 'base' }) === 0;
  const rows = [
    accountRow(texts, {
      label: texts.iban,
      shown: html`${ibanParts.map((part, place) => html`${place > 0 && ' '}<span class="part">${part}</span>`)}`,
      copied: iban.replaceAll(' ', ''),
      kind: 'iban',
    }),
    accountRow(texts, {
      label: texts.accountName,
      shown: html`${holder}`,
      copied: holder,
      kind: 'name',
      hint: !isMerchant && fill(texts.belongs, name(merchant)),
    }),
    reference !== null &&
      accountRow(texts, {
        label: texts.description,
        shown: html`${reference}`,
        copied: reference,
        kind: 'reference',
        hint: html`${texts.descriptionHint(currency)}`,
      }),
    accountRow(texts, { label: texts.bank, shown: html`${BANK_ICON}${bank}`, kind: 'bank' }),
  ];
  return html`<dl class="account">${rows.filter((row) => row !== false)}</dl>`;
}

interface AccountRow {
  readonly label: string;
  readonly shown: Html;
  /** What the copy button copies; without it, there is no button, because no banking app asks for the value. */
  readonly copied?: string;
  readonly kind: string;
  readonly hint?: Html | false;
}

function accountRow(texts: Texts, { label, shown, copied, kind, hint = false }: AccountRow): Html {
  return html`
<div class="row ${kind}"><dt class="label">${label}</dt><dd><bdi data-value>${shown}</bdi>${copied !== undefined && copyButton(texts, label, copied)}${hint && html`<p class="hint">${hint}</p>`}</dd></div>`;
}
