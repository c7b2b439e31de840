import { createHash } from 'node:crypto';
import type { PayoutBatch, PayoutFile } from './batch.ts';

/** The file of a batch as it is stored. */
export interface StoredFile extends PayoutFile {
  /** The content hash of the batch when the file was written. */
  readonly contentHash: string;
}

/** Whether a stored file has its original bytes, and belongs to what the batch contains. */
export function isUnchanged(file: StoredFile, { contentHash }: Pick<PayoutBatch, 'contentHash'>): boolean {
  const sha256 = createHash('sha256').update(file.bytes).digest('hex');
  return sha256 === file.sha256 && file.contentHash === contentHash;
}
