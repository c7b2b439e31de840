import { detectUnicode } from './csv-text.ts';

/** The formats with separate readers; `old-excel` means files that must be saved in another format. */
export type FileFormat = 'camt' | 'pain002' | 'mt940' | 'xlsx' | 'old-excel' | 'table';

const HEAD_BYTES = 4096;
/** The container of Excel 97 to 2003, and the first records of the older versions. */
const OLD_EXCEL = [
  [0xd0, 0xcf, 0x11, 0xe0],
  [0x09, 0x08],
  [0x09, 0x04],
  [0x09, 0x02],
  [0x09, 0x00],
];
/** A zip archive, with files and without. */
const ZIP = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
];
/** The name of the outermost element, without its prefix, after whatever can precede it. */
const ROOT =
  /^(?:(?:<\?[^>]{0,500}>|<!--(?:(?!-->).){0,2000}-->|<!doctype\b[^>]{0,500}>)\s{0,99}){0,50}<(?:[\w.-]{1,40}:)?([\w.-]{1,40})/is;
/** Banks export HTML tables, or the XML of Excel 2003, under the name `.xls`. */
const SAVED_AS_XLS = new Set(
  'html head body meta title style script link table div center font p workbook'.split(' '),
);
/** The bank's answer to a file of payouts. */
const PAYMENT_STATUS = /<(?:\w{1,20}:)?CstmrPmtStsRpt\b|xsd:pain\.002\b/;
const SWIFT = /^(?:\{1:|:(?:13D?|20|25P?|28C?|34F|60[FM]|61|62[FM]|64|65|86|90[CD]|940|942):)/m;

/**
 * Detects the format of a file by its first bytes, because the names of files are unreliable: banks name HTML tables
 * `.xls` and MT940 `.txt`. A file without a known mark is a table; its reader reports what is wrong with it.
 */
export function detectFormat(bytes: Uint8Array): FileFormat {
  if (OLD_EXCEL.some((mark) => startsWith(bytes, mark))) return 'old-excel';
  if (ZIP.some((mark) => startsWith(bytes, mark))) return 'xlsx';
  const head = decodeHead(bytes.subarray(0, HEAD_BYTES)).trimStart();
  if (head.startsWith('<')) {
    if (SAVED_AS_XLS.has(ROOT.exec(head)?.[1]?.toLowerCase() ?? '')) return 'old-excel';
    return PAYMENT_STATUS.test(head) ? 'pain002' : 'camt';
  }
  return SWIFT.test(head) ? 'mt940' : 'table';
}

function startsWith(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, index) => bytes[index] === byte);
}

/** The beginning of a text. SWIFT frames its messages by control bytes. */
function decodeHead(head: Uint8Array): string {
  const { label, skip } = detectUnicode(head) ?? { label: 'utf-8', skip: 0 };
  return new TextDecoder(label).decode(head.subarray(skip)).replace(/^[\u0000-\u001f]{1,99}/, '');
}
