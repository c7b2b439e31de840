import { minorToAmount } from './money.ts';

const MAX_NAME_CHARACTERS = 70;
const MAX_REMITTANCE_CHARACTERS = 140;

interface CreditTransfer {
  readonly holder: string;
  /** In any spelling. */
  readonly iban: string;
  readonly amountMinor: number;
  readonly reference: string | null;
}

/**
 * The text of a QR code that banking apps read as a SEPA credit transfer: EPC069-12, version 2, in UTF-8, without the
 * BIC, which version 2 does not need. A creditor reference of ISO 11649 has its own line.
 */
export function epcText({ holder, iban, amountMinor, reference }: CreditTransfer): string {
  const isCreditorReference = reference?.startsWith('RF') === true;
  const lines = [
    ...['BCD', '002', '1', 'SCT', ''],
    Array.from(holder).slice(0, MAX_NAME_CHARACTERS).join(''),
    iban.replace(/[^A-Za-z0-9]/g, '').toUpperCase(),
    `EUR${minorToAmount(amountMinor).toFixed(2)}`,
    '',
    isCreditorReference ? reference : '',
    isCreditorReference ? '' : (reference ?? '').slice(0, MAX_REMITTANCE_CHARACTERS),
  ];
  return lines.join('\n').trimEnd();
}
