import { amountToMinor } from '../../kernel/money.ts';
import { epcText } from '../../transactions/domain/epc-code.ts';
import { type Html, html } from './html.ts';
import { isWaiting, type PaymentPage, textsOf } from './page.ts';
import { drawCode } from './qr-code.ts';

/** QR codes for a phone in front of a wide screen: the transfer for banking apps, and the address of this page. */
export function renderCodes(page: PaymentPage): Html {
  const { codes } = textsOf(page);
  const transfer = transferText(page);
  return html`<div class="codes">${transfer !== undefined && renderCode(transfer, codes.epc)}${renderCode(page.url, codes.page)}</div>`;
}

function transferText({ payment }: PaymentPage): string | undefined {
  const { account, currency, amount, partlyPaid, reference, test } = payment;
  const amountMinor = amountToMinor(partlyPaid?.missing ?? amount);
  // A banking app must never be asked to pay a test.
  if (account === null || test || isWaiting(payment) || currency !== 'EUR' || amountMinor === undefined)
    return undefined;
  return epcText({ holder: account.name, iban: account.iban, amountMinor, reference });
}

function renderCode(text: string, label: string): Html {
  return html`<figure>${drawCode(text, label)}<figcaption>${label}</figcaption></figure>`;
}
