import { createHash } from 'node:crypto';
import type { PayoutBatch, PayoutHead, PayoutRow } from './batch.ts';

type HashedRow = Pick<
  PayoutRow,
  'rowNumber' | 'transactionId' | 'endToEndId' | 'amountMinor' | 'iban' | 'accountName'
>;

/**
 * Hashes everything that is paid: the head of the batch, the payer, and each row in order. Any difference from what was
 * approved gives another hash. The form of the file, including its BIC, is not part of it.
 * @returns SHA-256 in hexadecimal.
 */
export function hashPayout(head: PayoutHead, rows: readonly HashedRow[]): string {
  return hashOf([...formerHead(head), head.payer.name, head.payer.iban], rows);
}

/** The head in older hashes, which do not cover the payer. */
const formerHead = ({ number, accountId, currency, executionDay }: PayoutHead) =>
  [number, accountId, currency, executionDay] as const;

function hashOf(head: readonly unknown[], rows: readonly HashedRow[]): string {
  const hash = createHash('sha256');
  hash.update(JSON.stringify(head));
  for (const row of rows)
    hash.update(
      JSON.stringify([
        row.rowNumber,
        row.transactionId,
        row.endToEndId,
        row.amountMinor,
        row.iban,
        row.accountName,
      ]),
    );
  return hash.digest('hex');
}

/** The number, the sum and the hash of the rows, as their batch stores them. */
export function contentOf(head: PayoutHead, rows: readonly HashedRow[]) {
  return { rowCount: rows.length, sumMinor: sumOf(rows), contentHash: hashPayout(head, rows) };
}

/** Whether the rows agree with their batch in number, sum and hash. */
export function isContentOf(batch: PayoutBatch, rows: readonly HashedRow[]): boolean {
  return rows.length === batch.rowCount && sumOf(rows) === batch.sumMinor && isHashOf(batch, rows);
}

/** Whether the hash of a batch is that of its head and rows. Older hashes do not cover the payer. */
export function isHashOf(batch: PayoutBatch, rows: readonly HashedRow[]): boolean {
  const { contentHash } = batch;
  return contentHash === hashPayout(batch, rows) || contentHash === hashOf(formerHead(batch), rows);
}

/** The sum of rows in hundredths. */
export const sumOf = (rows: readonly Pick<PayoutRow, 'amountMinor'>[]): number =>
  rows.reduce((sum, row) => sum + row.amountMinor, 0);
