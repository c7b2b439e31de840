import { csvFile } from '../../kernel/table-files/csv.ts';
import { type WholeFile, wholeFile } from '../../kernel/table-files/whole-file.ts';
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

/**
 * The whole bank file of a batch, with its hash.
 * @param pause waits after each piece, so that a long file holds nothing up.
 * @throws BankFileRefusal
 */
export function wholeBankFile(
  profile: BankFileProfile,
  batch: PayoutBatchFile,
  pause: () => Promise<void>,
): Promise<WholeFile> {
  return wholeFile(writeBankFile(profile, batch), pause);
}
