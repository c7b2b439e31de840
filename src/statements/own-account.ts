import { foldLetters } from '../kernel/fold-letters.ts';
import { normalizeIban } from '../kernel/iban.ts';
import { currencyOf } from './amount-text.ts';
import { type TableRow, textsOf } from './table-row.ts';

/** The account, as the rows above the header name it. */
export interface OwnAccount {
  readonly iban: string | null;
  readonly number: string | null;
  readonly currency: string | null;
}

/** The names of the account itself, above a header and in it. */
export const ACCOUNT_NAMES = [
  'HESAP NO',
  'HESAP NUMARASI',
  'ACCOUNT NUMBER',
  'ACCOUNT NO',
  'ACCOUNT',
  'AUFTRAGSKONTO',
  'IBAN AUFTRAGSKONTO',
];
/** German banks also use these names for a column of the payers. */
const NUMBER_LABELS = [...ACCOUNT_NAMES, 'KONTONUMMER', 'KONTO'];
const CURRENCY_LABELS = [
  'PARA BIRIMI',
  'DOVIZ CINSI',
  'DOVIZ KODU',
  'DOVIZ TURU',
  'DOVIZ',
  'CURRENCY',
  'CCY',
  'WAHRUNG',
];
const MAX_TEXT = 200;
const MAX_NUMBER = 40;

/** Reads the account from the rows above the header. A value that is there in two forms counts as absent. */
export function readOwnAccount(rows: readonly TableRow[]): OwnAccount {
  const { ibans, numbers, currencies } = namedIn(rows);
  return { iban: single(ibans), number: single(numbers), currency: single(currencies) };
}

/** Everything that rows say about an account. */
interface NamedAccounts {
  readonly ibans: ReadonlySet<string>;
  readonly numbers: ReadonlySet<string>;
  readonly currencies: ReadonlySet<string>;
}

export function namedIn(rows: readonly TableRow[]): NamedAccounts {
  const ibans = new Set<string>();
  const numbers = new Set<string>();
  const currencies = new Set<string>();
  for (const row of rows) {
    const texts = textsOf(row).filter((text) => text.length <= MAX_TEXT);
    texts.forEach((text, index) => {
      for (const iban of ibansIn(text)) ibans.add(iban);
      const next = texts[index + 1];
      const number = labelled(text, NUMBER_LABELS, next);
      if (number && number.length <= MAX_NUMBER && /\d/.test(number)) numbers.add(number);
      const currency = currencyOf(labelled(text, CURRENCY_LABELS, next) ?? '');
      if (currency) currencies.add(currency);
    });
  }
  return { ibans, numbers, currencies };
}

function single(values: ReadonlySet<string>): string | null {
  const [value = null] = values;
  return values.size === 1 ? value : null;
}

/** The value after a label: after a colon in the same cell, or in the next cell. */
function labelled(text: string, labels: readonly string[], next: string | undefined): string | undefined {
  const colon = text.indexOf(':');
  const label = foldLetters(colon === -1 ? text : text.slice(0, colon)).trim();
  if (!labels.includes(label)) return undefined;
  const own = colon === -1 ? '' : text.slice(colon + 1).trim();
  return own || next?.replace(/^:/, '').trim();
}

const COUNTRY_AND_CHECK = /[A-Z]{2}\d{2}/g;
const MIN_IBAN = 15;
const MAX_IBAN = 34;

/** The IBANs within a text, with or without blanks in them. */
export function ibansIn(text: string): readonly string[] {
  const joined = text.toUpperCase().replace(/[\s\u00a0-]+/g, '');
  const found: string[] = [];
  for (const { index } of joined.matchAll(COUNTRY_AND_CHECK))
    for (let length = MAX_IBAN; length >= MIN_IBAN; length -= 1) {
      const iban = index + length <= joined.length && normalizeIban(joined.slice(index, index + length));
      if (!iban) continue;
      found.push(iban);
      break;
    }
  return found;
}
