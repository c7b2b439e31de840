import { normalizeIban } from '../../kernel/iban.ts';
import { AMOUNT_MAX_MINOR } from '../../kernel/money.ts';
import { withoutFormulas } from '../../kernel/table-files/formulas.ts';
import { formatDecimal } from '../../kernel/table-files/table-cell.ts';
import type { Payer, PayoutBatch, PayoutRow } from '../domain/batch.ts';
import type { BankFileProfile } from './bank-file-profile.ts';
import { isInSepa, isSepa } from './sepa.ts';
import { cutTo, transliterate } from './transliterate.ts';

/**
 * The content of a bank file. Everything in the file comes from here, so the same batch always gives the same bytes.
 */
export interface FiledBatch
  extends Pick<PayoutBatch, 'number' | 'createdAtMs' | 'executionDay' | 'currency'> {
  readonly payer: Payer & { readonly bic?: string | null | undefined };
  readonly rows: readonly FiledRow[];
}
export type FiledRow = Pick<
  PayoutRow,
  'transactionId' | 'endToEndId' | 'amountMinor' | 'accountName' | 'iban'
>;

/** A row as the file has it. */
export interface WrittenRow extends FiledRow {
  /** From 1. */
  readonly number: number;
  /** In the characters of the profile, cut to its width. */
  readonly name: string;
}

/** BICs that are valid in both pain.001.001.09 and the stricter .03. */
export const BIC = /^[A-Z]{6}[A-Z2-9][A-NP-Z0-9](?:[A-Z0-9]{3})?$/;
/** The largest amount of the scheme, in hundredths: 999,999,999.99. */
const SEPA_MAX_MINOR = 99_999_999_999;

/** Thrown if a batch cannot be written as a bank file. The message says what to do, and can be shown to operators. */
export class BankFileRefusal extends Error {}

function refuse(message: string, row?: number): never {
  throw new BankFileRefusal(row === undefined ? message : `Row ${row}: ${message}`);
}

/**
 * Checks everything about a batch except its rows.
 * @throws BankFileRefusal
 */
export function checkBatch(profile: BankFileProfile, { currency, payer, rows }: FiledBatch): void {
  const { title, maxRows } = profile;
  if (rows.length > maxRows)
    refuse(
      `The batch has ${rows.length} payouts, and a file of ${title} at most ${maxRows}. Make smaller batches.`,
    );
  if (isSepa(profile) && currency !== 'EUR')
    refuse(
      `${title} has the service level SEPA, which pays EUR only. Choose another bank file profile for ${currency}.`,
    );
  if (normalizeIban(payer.iban) !== payer.iban)
    refuse(`The paying account ${payer.iban} is no valid IBAN. Correct it.`);
  if (!('agent' in profile) || profile.agent !== 'bic') return;
  if (!payer.bic)
    refuse(
      `${title} names the paying bank by its BIC, and the account has none. Add it, or set agent to not-provided.`,
    );
  // The BIC is not part of what was approved.
  if (!BIC.test(payer.bic)) refuse(`${payer.bic} is no BIC. Correct that of the account.`);
}

/**
 * Returns the rows of a batch as the file has them.
 * @throws BankFileRefusal at the first row that cannot be written.
 */
export function* writtenRows(profile: BankFileProfile, batch: FiledBatch): Generator<WrittenRow, void, void> {
  const { title } = profile;
  const maximum = isSepa(profile) ? SEPA_MAX_MINOR : AMOUNT_MAX_MINOR;
  for (const [index, row] of batch.rows.entries()) {
    const { amountMinor, iban } = row;
    const number = index + 1;
    if (amountMinor < 1 || amountMinor > maximum)
      refuse(
        `An amount of ${amountMinor / 100} cannot be paid: it must be from 0.01 to ${formatDecimal(maximum)}. Take the payout out of the batch.`,
        number,
      );
    if (normalizeIban(iban) !== iban)
      refuse(`${iban} is no valid IBAN without blanks. Correct that of the payout.`, number);
    if (isSepa(profile) && !isInSepa(iban))
      refuse(
        `${iban} is no account in SEPA, which ${title} pays by. Choose another bank file profile, or take the payout out of the batch.`,
        number,
      );
    if (iban === batch.payer.iban)
      refuse(`${iban} is the paying account itself. Correct the IBAN of the payout.`, number);
    yield { ...row, number, name: nameFor(profile, row.accountName, { whose: 'the payee', row: number }) };
  }
}

/**
 * Writes a name in the characters of the profile, cut to its width.
 * @throws BankFileRefusal if nothing is left of it.
 */
export function nameFor(
  profile: BankFileProfile,
  name: string,
  {
    whose,
    row,
  }: { readonly whose: 'the payee' | 'the paying account' | 'the initiator'; readonly row?: number },
): string {
  const text = transliterate(name, profile.characters);
  const written = cutTo(profile.format === 'csv' ? withoutFormulas(text) : text, profile.maxName);
  if (/[\p{L}\p{N}]/u.test(written)) return written;
  return refuse(
    `The name of ${whose}, "${cutTo(name, 40)}", has nothing in the characters of ${profile.title}. Write it in Latin letters.`,
    row,
  );
}
