import { wholeFile } from '../../kernel/table-files/byte-pieces.ts';
import { csvFile } from '../../kernel/table-files/csv.ts';
import { xlsxFile } from '../../kernel/table-files/xlsx.ts';
import type { PayoutFile } from '../domain/batch.ts';
import { messageIdOf } from '../domain/file-ids.ts';
import type { BankFileProfile } from './bank-file-profile.ts';
import { checkBatch, type FiledBatch } from './check-batch.ts';
import { pain001 } from './pain001.ts';
import { tableCells } from './table-cells.ts';
import { encodeWindows1254 } from './windows-1254.ts';

/**
 * Writes the bank file of a batch piece by piece. The same profile and batch give the same bytes.
 * @throws BankFileRefusal possibly as late as the last row: the pieces are a file only once the end is reached.
 */
export function* writeBankFile(
  profile: BankFileProfile,
  batch: FiledBatch,
): Generator<Uint8Array, void, void> {
  checkBatch(profile, batch);
  if (profile.format === 'csv') {
    // The texts of a batch never begin a formula.
    const encode = profile.encoding === 'utf-8' ? undefined : encodeWindows1254;
    yield* csvFile({ ...profile, encode }, tableCells(profile, batch));
  } else if (profile.format === 'xlsx') {
    yield* xlsxFile([{ name: profile.sheet, rows: tableCells(profile, batch) }], profile.dateFormat);
  } else yield* pain001(profile, batch);
}

/**
 * Writes the bank file of a batch as it is downloaded.
 * @param pause waits after each piece, so that a long file does not hold up other requests.
 * @throws BankFileRefusal
 */
export async function bankFileOf(
  profile: BankFileProfile,
  batch: FiledBatch,
  pause: () => Promise<void>,
): Promise<PayoutFile> {
  const { extension, mediaType } = formOf(profile);
  return {
    name: `${messageIdOf(batch.number)}.${extension}`,
    mediaType,
    ...(await wholeFile(writeBankFile(profile, batch), pause)),
  };
}

/** Returns how the file of a profile is named and sent. */
function formOf(profile: BankFileProfile) {
  switch (profile.format) {
    case 'csv':
      return { extension: 'csv', mediaType: `text/csv; charset=${profile.encoding}` };
    case 'xlsx':
      return {
        extension: 'xlsx',
        mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      };
    default:
      return { extension: 'xml', mediaType: 'application/xml' };
  }
}
