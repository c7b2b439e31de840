import { createHash } from 'node:crypto';
import { csvFile } from '../../kernel/table-files/csv.ts';
import { xlsxFile } from '../../kernel/table-files/xlsx.ts';
import type { BankFileProfile } from './bank-file-profile.ts';
import { checkBatch } from './check-batch.ts';
import { pain001 } from './pain001.ts';
import type { PayoutBatchFile } from './payout-file.ts';
import { tableCells } from './table-cells.ts';
import { encodeWindows1254 } from './windows-1254.ts';

/**
 * Writes the bank file of a batch piece by piece. The same profile and batch give the same bytes.
 * @throws BankFileRefusal also at the last row: pieces are a file only after the end was reached.
 */
export function* writeBankFile(
  profile: BankFileProfile,
  batch: PayoutBatchFile,
): Generator<Uint8Array, void, void> {
  checkBatch(profile, batch);
  if (profile.format === 'csv') {
    // The texts of a batch begin no formulas.
    const encode = profile.encoding === 'utf-8' ? undefined : encodeWindows1254;
    yield* csvFile({ ...profile, encode }, tableCells(profile, batch));
  } else if (profile.format === 'xlsx') {
    yield* xlsxFile([{ name: profile.sheet, rows: tableCells(profile, batch) }], profile.dateFormat);
  } else yield* pain001(profile, batch);
}

interface WholeBankFile {
  readonly bytes: Uint8Array;
  /** Of the bytes, in hex. */
  readonly sha256: string;
}

/**
 * The whole bank file of a batch, with its hash.
 * @param pause waits after each piece, so that a long file holds nothing up.
 * @throws BankFileRefusal
 */
export async function wholeBankFile(
  profile: BankFileProfile,
  batch: PayoutBatchFile,
  pause: () => Promise<void>,
): Promise<WholeBankFile> {
  const hash = createHash('sha256');
  const pieces: Uint8Array[] = [];
  for (const piece of writeBankFile(profile, batch)) {
    hash.update(piece);
    pieces.push(piece);
    await pause();
  }
  return { bytes: Buffer.concat(pieces), sha256: hash.digest('hex') };
}
