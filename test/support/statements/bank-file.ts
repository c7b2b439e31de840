import { closingMinor, type MtModel, type MtModelLine, writeMt940 } from './write-mt940.ts';

export interface BankFileLine {
  readonly amountMinor: number;
  readonly text: string;
  /** True for a debit; a credit by default. */
  readonly isDebit?: boolean;
}

export interface BankFile {
  readonly iban: string;
  readonly lines: readonly BankFileLine[];
  /** `2026-11-20` by default. */
  readonly day?: string;
  readonly openingMinor?: number;
  /** True for a closing balance that does not follow from its lines. */
  readonly isBroken?: boolean;
}

/** The text of an MT940 file with one statement. */
export function bankFile({ iban, lines, day = '2026-11-20', openingMinor = 0, isBroken }: BankFile): string {
  const model: MtModel = {
    dialect: 'free text',
    isIntraday: false,
    account: iban,
    currency: 'TRY',
    openingMinor,
    day,
    pages: [lines.map((line) => modelLine(line, day))],
    lineEnd: '\r\n',
    hasEnvelope: false,
    isPadded: false,
  };
  const text = writeMt940(model);
  if (!isBroken) return text;
  const closing = String(closingMinor(model) + 100).padStart(3, '0');
  const shown = `${closing.slice(0, -2)},${closing.slice(-2)}`;
  return text.replace(/(:62F:C\d{6}TRY).*/, `$1${shown}`);
}

function modelLine({ amountMinor, text, isDebit = false }: BankFileLine, day: string): MtModelLine {
  return {
    valueDate: day,
    bookingDate: day,
    isCredit: !isDebit,
    isReversal: false,
    amountMinor,
    text,
    name: '',
    ultimateName: '',
    iban: '',
    endToEndId: '',
    bankReference: '',
  };
}
