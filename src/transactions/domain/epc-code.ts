import { minorToAmount } from '../../kernel/money.ts';

const MAX_BYTES = 331;
const MAX_NAME_CHARACTERS = 70;
const MAX_REMITTANCE_CHARACTERS = 140;
const MAX_AMOUNT_MINOR = 99_999_999_999;

/** The countries whose accounts a SEPA transfer reaches without a BIC: those of the European Economic Area. */
const COUNTRIES = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
);

interface CreditTransfer {
  readonly holder: string;
  /** In any spelling. */
  readonly iban: string;
  readonly amountMinor: number;
  readonly reference: string | null;
}

/**
 * The text of a QR code that banking apps read as a SEPA credit transfer: EPC069-12, version 2, in UTF-8, without the
 * BIC. A creditor reference of ISO 11649 has its own line.
 * @returns undefined for a transfer that this form cannot hold, or that SEPA does not reach without a BIC.
 */
export function epcText({ holder, iban, amountMinor, reference }: CreditTransfer): string | undefined {
  const account = iban.replace(/[^A-Za-z0-9]/g, '').toUpperCase();
  if (!COUNTRIES.has(account.slice(0, 2)) || amountMinor > MAX_AMOUNT_MINOR) return undefined;
  const isCreditorReference = reference?.startsWith('RF') === true;
  const write = (name: string) =>
    [
      'BCD',
      '002',
      '1',
      'SCT',
      '',
      name,
      account,
      `EUR${minorToAmount(amountMinor).toFixed(2)}`,
      '',
      isCreditorReference ? reference : '',
      isCreditorReference ? '' : (reference ?? '').slice(0, MAX_REMITTANCE_CHARACTERS),
    ]
      .join('\n')
      .trimEnd();
  const characters = Array.from(holder).slice(0, MAX_NAME_CHARACTERS);
  while (Buffer.byteLength(write(characters.join(''))) > MAX_BYTES) characters.pop();
  return write(characters.join('').trim());
}
