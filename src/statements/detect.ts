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
/** Banks export tables of a page, or the XML of Excel 2003, under the name `.xls`. */
const SAVED_AS_XLS =
  /<(?:!doctype\s{1,9}html|html|head|body|meta|style|table|div)\b|progid="Excel|urn:schemas-microsoft-com:office:(?:spreadsheet|excel)/i;
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
    if (SAVED_AS_XLS.test(head)) return 'old-excel';
    return PAYMENT_STATUS.test(head) ? 'pain002' : 'camt';
  }
  return SWIFT.test(head) ? 'mt940' : 'table';
}

function startsWith(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, index) => bytes[index] === byte);
}

/** XML can be UTF-16, with a mark of the byte order or without. The decoder takes marks away. */
function decodeHead(head: Uint8Array): string {
  if (startsWith(head, [0xff, 0xfe]) || startsWith(head, [0x3c, 0x00]))
    return new TextDecoder('utf-16le').decode(head);
  if (startsWith(head, [0xfe, 0xff]) || startsWith(head, [0x00, 0x3c]))
    return new TextDecoder('utf-16be').decode(head);
  // SWIFT frames its messages by control bytes.
  return new TextDecoder().decode(head).replace(/^[\u0000-\u001f]{1,99}/, '');
}
