import { endToEndIdOf } from '../domain/file-ids.ts';
import type { BankFileProfile } from './bank-file-profile.ts';
import type { FiledBatch } from './check-batch.ts';
import { isInSepa, isSepa } from './sepa.ts';

const NUMBER = 42;
const MAX_PAYEES = 3;

/** Names with every kind of character that banks are particular about. The last one replaces those outside SEPA. */
const PAYEES = [
  { accountName: 'Ayşe Yılmaz', iban: 'TR330006100519786457841326', amountMinor: 125_050 },
  { accountName: "İbrahim Çağrı Öğütçü & O'Neill", iban: 'DE89370400440532013000', amountMinor: 7 },
  { accountName: 'ŞÜKRÜ GÜNGÖR İNŞAAT A.Ş.', iban: 'NO9386011117947', amountMinor: 123_456_789 },
  { accountName: 'Zoë Lefèvre', iban: 'FR1420041010050500013M02606', amountMinor: 125_050 },
] as const;

/**
 * Returns a batch of three rows, or fewer if the profile allows no more, for comparing a profile with what a bank
 * expects.
 * @param currency ISO 4217. In SEPA it is always EUR.
 */
export function exampleBatch(profile: BankFileProfile, currency: string): FiledBatch {
  const isOfSepa = isSepa(profile);
  const reached = PAYEES.filter(({ iban }) => !isOfSepa || isInSepa(iban));
  const payees = reached.slice(0, Math.min(profile.maxRows, MAX_PAYEES));
  return {
    number: NUMBER,
    createdAtMs: Date.UTC(2026, 10, 27, 9, 30),
    executionDay: '2026-11-30',
    currency: isOfSepa ? 'EUR' : currency,
    payer: { name: 'Örnek Ödeme A.Ş.', iban: 'GB29NWBK60161331926819', bic: 'NWBKGB2LXXX' },
    rows: payees.map((payee, index) => ({
      ...payee,
      transactionId: `6b00c8cc92ab21e9e76aa5d${index + 1}`,
      endToEndId: endToEndIdOf(NUMBER, index + 1),
    })),
  };
}
