import { normalizeIban } from '../../kernel/iban.ts';
import { AMOUNT_MAX_MINOR } from '../../kernel/money.ts';
import { withoutFormulas } from '../../kernel/table-files/formulas.ts';
import { decimalText } from '../../kernel/table-files/table-cell.ts';
import type { BankFileProfile } from './bank-file-profile.ts';
import { BankFileRefusal, type BankFileRefusalCode } from './bank-file-refusal.ts';
import type { PayoutBatchFile, PayoutRow } from './payout-file.ts';
import { isInSepa, isSepa } from './sepa.ts';
import { cutTo, transliterate } from './transliterate.ts';

/** A row as the file has it. */
export interface CheckedRow {
  /** From 1. */
  readonly number: number;
  readonly transactionId: string;
  readonly endToEndId: string;
  readonly amountMinor: number;
  /** In the characters of the profile, and cut. */
  readonly name: string;
  readonly iban: string;
  /** Empty if there is none. */
  readonly text: string;
}

/** Of the scheme, in hundredths: 999,999,999.99. */
const SEPA_MAX_MINOR = 99_999_999_999;
const ID = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,33}[A-Za-z0-9])?$/;

/**
 * The name in the characters of the profile, and cut to its width.
 * @param whose for the refusal: `the payee`.
 * @throws BankFileRefusal if nothing is left of it.
 */
export function nameFor(profile: BankFileProfile, name: string, place: NamePlace): string {
  const written = cleanFor(profile, name, profile.maxName);
  if (/[\p{L}\p{N}]/u.test(written)) return written;
  throw new BankFileRefusal(
    'empty-name',
    `The name of ${place.whose}, "${cutTo(name, 40)}", has nothing in the characters of ${profile.title}. Write it in Latin letters.`,
    place.row,
  );
}

interface NamePlace {
  readonly whose: 'the payee' | 'the paying account' | 'the initiator';
  readonly row?: number;
}

function cleanFor(profile: BankFileProfile, text: string, maximum: number): string {
  const written = transliterate(text, profile.characters);
  return cutTo(profile.format === 'csv' ? withoutFormulas(written) : written, maximum);
}

/**
 * The rows of a batch as the file has them. A difference from the approved count or sum shows at the end at the latest, so
 * nobody may use what was written before the last row.
 * @throws BankFileRefusal
 */
export function* checkedRows(
  profile: BankFileProfile,
  batch: PayoutBatchFile,
): Generator<CheckedRow, void, void> {
  const ids = new Set<string>();
  let sumMinor = 0;
  let number = 0;
  for (const row of batch.rows) {
    number += 1;
    if (number > batch.count) throw countDiffers(batch.count, `more than ${batch.count}`);
    checkRow(profile, batch, { row, number });
    if (ids.has(row.endToEndId))
      throw new BankFileRefusal(
        'repeated-id',
        `The id ${row.endToEndId} is that of an earlier row. Make the batch again.`,
        number,
      );
    ids.add(row.endToEndId);
    sumMinor += row.amountMinor;
    yield {
      number,
      transactionId: row.transactionId,
      endToEndId: row.endToEndId,
      amountMinor: row.amountMinor,
      name: nameFor(profile, row.accountName, { whose: 'the payee', row: number }),
      iban: row.iban,
      text: cleanFor(profile, row.text ?? '', profile.maxText),
    };
  }
  if (number !== batch.count) throw countDiffers(batch.count, String(number));
  if (sumMinor !== batch.sumMinor)
    throw new BankFileRefusal(
      'sum-differs',
      `The payouts add up to ${decimalText(sumMinor)}, and ${decimalText(batch.sumMinor)} was approved. Have the batch approved again.`,
    );
}

function countDiffers(approved: number, found: string): BankFileRefusal {
  return new BankFileRefusal(
    'count-differs',
    `The batch has ${found} payouts, and ${approved} were approved. Have it approved again.`,
  );
}

interface NumberedRow {
  readonly row: PayoutRow;
  readonly number: number;
}

function checkRow(profile: BankFileProfile, batch: PayoutBatchFile, { row, number }: NumberedRow): void {
  const { amountMinor, currency, iban } = row;
  const refuse = (code: BankFileRefusalCode, message: string) => {
    throw new BankFileRefusal(code, message, number);
  };
  const maximum = isSepa(profile) ? SEPA_MAX_MINOR : AMOUNT_MAX_MINOR;
  if (!Number.isSafeInteger(amountMinor) || amountMinor < 1 || amountMinor > maximum)
    refuse(
      'wrong-amount',
      `An amount of ${amountMinor / 100} cannot be paid: it must be from 0.01 to ${decimalText(maximum)}. Take the payout out of the batch.`,
    );
  if (currency !== batch.currency)
    refuse(
      'wrong-currency',
      `The payout is in ${currency}, and the batch in ${batch.currency}. Take it out of the batch.`,
    );
  if (normalizeIban(iban) !== iban)
    refuse('wrong-iban', `${iban} is no valid IBAN without blanks. Correct that of the payout.`);
  if (isSepa(profile) && !isInSepa(iban))
    refuse(
      'outside-sepa',
      `${iban} is no account in SEPA, which ${profile.title} pays by. Choose another bank file profile, or take the payout out of the batch.`,
    );
  if (iban === batch.debtor.iban)
    refuse('own-account', `${iban} is the paying account itself. Correct the IBAN of the payout.`);
  for (const id of [row.endToEndId, row.transactionId])
    if (!ID.test(id))
      refuse(
        'wrong-id',
        `"${cutTo(id, 40)}" is no id of up to 35 letters, digits and hyphens. Make it again.`,
      );
}
