import { encode } from 'uqr';
import { keepLast } from '../../kernel/keep-last.ts';
import { amountToMinor } from '../../kernel/money.ts';
import { epcText } from '../../transactions/domain/epc-code.ts';
import { type Html, html } from './html.ts';
import { isWaiting, type PaymentPage, textsOf } from './page.ts';

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
  const { size, path } = drawCode(text);
  const code = html`<svg class="code" viewBox="0 0 ${size} ${size}" role="img" aria-label="${label}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${path}"/></svg>`;
  return html`<figure>${code}<figcaption>${label}</figcaption></figure>`;
}

/** The margin that readers need, in modules (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** A page is loaded again and again while it is open. A code takes about 10 KB. */
const MAX_KEPT = 200;

/**
 * Draws a text as a QR code: black on white in every color scheme, since not every camera reads it inverted. EPC069-12
 * allows no other correction than M. Its largest version, 13, holds exactly the longest text of a transfer.
 */
const drawCode = keepLast(MAX_KEPT, (text) => {
  const { data, size } = encode(text, { ecc: 'M', boostEcc: false, border: QUIET_ZONE });
  return { size, path: data.map(drawRow).join('') };
});

/** Draws the runs of black modules in a row. */
function drawRow(row: readonly boolean[], y: number): string {
  let path = '';
  for (let x = 0; x < row.length; x += 1) {
    if (!row[x]) continue;
    const from = x;
    while (row[x + 1]) x += 1;
    path += `M${from} ${y}h${x - from + 1}v1h-${x - from + 1}z`;
  }
  return path;
}
