import { foldLetters } from '../kernel/fold-letters.ts';
import { type TableRow, textsOf } from './table-row.ts';

/** The first words of rows that hold sums and balances instead of movements. */
const SUM_WORDS = new RegExp(
  [
    '^(?:(?:GENEL|ARA|SAYFA|GUNLUK|(?:GUN|DONEM) (?:SONU|BASI)|ONCEKI SAYFADAN|SONRAKI SAYFAYA|PAGE|DAILY|GRAND) )?',
    '(?:TOPLAM|TOPLAMI|TOPLAMLAR|TOTAL|SUBTOTAL|SUM|DEVIR|DEVREDEN|NAKLI YEKUN|YEKUN|ACILIS|KAPANIS|BAKIYE|BAKIYESI',
    '|OPENING|CLOSING|BALANCE|CARRIED|BROUGHT|SUMME|ZWISCHENSUMME|SALDO|ANFANGSSALDO|ENDSALDO|UBERTRAG)\\b',
  ].join(''),
);
/** The whole text of a balance, without its day. Payers write single words of it for what they still have to pay. */
const BALANCE =
  /^(?:(?:DEVIR|DEVREDEN|ACILIS|KAPANIS|DONEM BASI|DONEM SONU|GUN BASI|GUN SONU) BAKIYE(?:SI)?|BAKIYE DEVRI|(?:OPENING|CLOSING) BALANCE|BALANCE (?:CARRIED|BROUGHT) (?:FORWARD|DOWN)|ANFANGSSALDO|ENDSALDO|SALDO ?VORTRAG)$/;

/** Whether a row begins as sums and balances do. */
export function isSum(row: TableRow): boolean {
  return isSumText(textsOf(row)[0] ?? '');
}

/** Whether a text begins as that of a sum or a balance. */
export function isSumText(text: string): boolean {
  return SUM_WORDS.test(foldLetters(text).trim());
}

/**
 * Whether a text names a balance and says nothing else. A payer may mean something else by *Devir*, but not in a row
 * with a balance.
 */
export function isBalanceText(text: string, { hasBalance }: { readonly hasBalance: boolean }): boolean {
  const words = foldLetters(text.slice(0, 100))
    .replace(/[^A-Z]+/g, ' ')
    .trim();
  return BALANCE.test(words) || (hasBalance && words === 'DEVIR');
}
