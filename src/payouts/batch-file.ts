import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { fieldError } from '../kernel/errors.ts';
import { fault } from '../kernel/problems.ts';
import type { PayoutFile } from './domain/batch.ts';
import type { BankFileProfile } from './files/bank-file-profile.ts';
import { BankFileRefusal, type FiledBatch } from './files/check-batch.ts';
import { bankFileOf } from './files/write-file.ts';

/** The fields that a response gives of a bank file. */
export const fileFields = {
  name: z.string().describe('The name of the file.'),
  mediaType: z.string().describe('Its media type.'),
  sha256: z.string().describe('The SHA-256 of its bytes, in hexadecimal.'),
  base64: z.string().describe('Its bytes, in Base64. They are always the same.'),
};

export function viewFile({ bytes, ...file }: PayoutFile) {
  return { ...file, base64: Buffer.from(bytes).toString('base64') };
}

/**
 * Writes the file of a batch.
 * @param path the field to name in the error if the batch cannot be written in this profile.
 * @throws ServiceError error_validation.
 */
export async function writeBatch(
  profile: BankFileProfile,
  batch: FiledBatch,
  path: 'payoutId' | 'profile',
): Promise<PayoutFile> {
  try {
    return await bankFileOf(profile, batch, () => setImmediate());
  } catch (error) {
    if (!(error instanceof BankFileRefusal)) throw error;
    const subject = path === 'payoutId' ? 'names a batch that becomes no file' : 'gives no file';
    throw fieldError(path, fault('malformed', `${subject}. ${error.message}`));
  }
}
