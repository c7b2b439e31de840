import { endToEndIdOf } from '../../../src/payouts/domain/file-ids.ts';
import { bankFileProfile } from '../../../src/payouts/files/bank-file-profile.ts';
import type { FiledBatch, FiledRow } from '../../../src/payouts/files/check-batch.ts';
import { writeBankFile } from '../../../src/payouts/files/write-file.ts';
import { IBAN } from '../matching.ts';

/** Every letter of the Turkish alphabet, and those with a circumflex. */
export const TURKISH = 'AaBbCcÇçDdEeFfGgĞğHhIıİiJjKkLlMmNnOoÖöPpRrSsŞşTtUuÜüVvYyZzÂâÎîÛû';

const BATCH = 42;

/** A row of the batch 42. @param number from 1. */
export function payoutRow(number: number, given: Partial<FiledRow> = {}): FiledRow {
  return {
    transactionId: number.toString(16).padStart(24, '6'),
    endToEndId: endToEndIdOf(BATCH, number),
    amountMinor: 12_345 + number,
    accountName: `Ayşe Yılmaz ${number}`,
    iban: 'DE89370400440532013000',
    ...given,
  };
}

/** The batch 42 of some rows. */
export function batchOf(rows: readonly FiledRow[], given: Partial<FiledBatch> = {}): FiledBatch {
  return {
    number: BATCH,
    createdAtMs: Date.UTC(2026, 10, 28, 9, 30),
    executionDay: '2026-11-30',
    currency: 'EUR',
    payer: { name: 'Örnek Ödeme A.Ş.', iban: IBAN, bic: 'TCZBTR2A' },
    rows,
    ...given,
  };
}

/** A profile of ISO 20022 for tests, as JSON gives it. */
export function isoProfile(given: Readonly<Record<string, unknown>> = {}) {
  return bankFileProfile.parse({ id: 'test', title: 'Test Bank', ...given });
}

const COLUMNS = [
  { header: 'Sıra', value: 'rowNumber' },
  { header: 'Alıcı', value: 'name' },
  { header: 'IBAN', value: 'iban' },
  { header: 'Tutar', value: 'amount' },
  { header: 'Döviz', value: 'currency' },
  { header: 'Tarih', value: 'date' },
  { header: 'Açıklama', value: 'text', width: 20 },
  { header: 'Tür', value: 'constant', constant: 'FAST' },
  { header: 'Referans', value: 'reference' },
] as const;

/** A profile of a template for tests. */
export function tableProfile(given: Readonly<Record<string, unknown>>) {
  return bankFileProfile.parse({
    id: 'table',
    title: 'Table Bank',
    characters: 'latin',
    columns: COLUMNS,
    ...given,
  });
}

/** The bytes of the file of some rows. */
export function bytesOf(profile: ReturnType<typeof isoProfile>, batch: FiledBatch): Buffer {
  return Buffer.concat([...writeBankFile(profile, batch)]);
}

/** The texts of all elements of XML with a name, as they are written. */
export function elements(xml: string, name: string): readonly string[] {
  return [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>(.*?)</${name}>`, 'gs'))].map(
    ([, text = '']) => text,
  );
}
