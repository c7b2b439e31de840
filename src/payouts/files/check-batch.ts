import { normalizeIban } from '../../kernel/iban.ts';
import type { BankFileProfile } from './bank-file-profile.ts';
import { BankFileRefusal } from './bank-file-refusal.ts';
import type { PayoutBatchFile } from './payout-file.ts';
import { isSepa } from './sepa.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** BICs that .09 and the narrower .03 take. */
export const BIC = /^[A-Z]{6}[A-Z2-9][A-NP-Z0-9](?:[A-Z0-9]{3})?$/;

/**
 * Checks all of a batch but its rows.
 * @throws BankFileRefusal
 */
export function checkBatch(profile: BankFileProfile, batch: PayoutBatchFile): void {
  const { count, currency, executionDay, debtor, sumMinor } = batch;
  if (count === 0) throw new BankFileRefusal('empty-batch', 'The batch has no payouts. Add one first.');
  if (!Number.isSafeInteger(count) || count < 0)
    throw new BankFileRefusal('count-differs', `The batch cannot have ${count} payouts. Make it again.`);
  if (count > profile.maxRows)
    throw new BankFileRefusal(
      'too-many-rows',
      `The batch has ${count} payouts, and a file of ${profile.title} at most ${profile.maxRows}. Make smaller batches.`,
    );
  if (!Number.isSafeInteger(sumMinor) || sumMinor < 1)
    throw new BankFileRefusal(
      'sum-differs',
      `${sumMinor} is no sum of payouts in hundredths. Make it again.`,
    );
  if (!/^[A-Z]{3}$/.test(currency))
    throw new BankFileRefusal('wrong-currency', `${currency} is no code of a currency, such as EUR.`);
  if (isSepa(profile) && currency !== 'EUR')
    throw new BankFileRefusal(
      'wrong-currency',
      `${profile.title} has the service level SEPA, which pays EUR only. Choose another bank file profile for ${currency}.`,
    );
  if (!isDay(executionDay))
    throw new BankFileRefusal('wrong-day', `${executionDay} is no day. Give one such as 2026-11-28.`);
  if (normalizeIban(debtor.iban) !== debtor.iban)
    throw new BankFileRefusal(
      'wrong-iban',
      `The paying account ${debtor.iban} is no valid IBAN. Correct it.`,
    );
  checkBic(profile, debtor.bic);
}

function checkBic(profile: BankFileProfile, bic: string | undefined): void {
  if (!('agent' in profile) || profile.agent !== 'bic') return;
  if (bic === undefined)
    throw new BankFileRefusal(
      'wrong-bic',
      `${profile.title} names the paying bank by its BIC, and the account has none. Add it, or set agent to not-provided.`,
    );
  if (!BIC.test(bic))
    throw new BankFileRefusal('wrong-bic', `${bic} is no BIC. Correct that of the account.`);
}

function isDay(text: string): boolean {
  if (!DAY.test(text)) return false;
  const timeMs = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(timeMs) && new Date(timeMs).toISOString().startsWith(text);
}
