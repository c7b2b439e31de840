export interface CsvToWrite {
  readonly rows: readonly (readonly string[])[];
  readonly delimiter?: string;
  readonly lineEnd?: string;
  readonly encoding?: 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'windows-1254';
}

/** The letters in which the Turkish code page of Windows differs from Latin-1. */
const WINDOWS_1254: Readonly<Record<string, number>> = {
  Ğ: 0xd0,
  İ: 0xdd,
  Ş: 0xde,
  ğ: 0xf0,
  ı: 0xfd,
  ş: 0xfe,
  '€': 0x80,
};

/** Writes a text file with a delimiter between cells. */
export function writeCsv({
  rows,
  delimiter = ';',
  lineEnd = '\r\n',
  encoding = 'utf-8',
}: CsvToWrite): Uint8Array {
  const quote = (cell: string) =>
    cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  const text = rows.map((row) => row.map(quote).join(delimiter) + lineEnd).join('');
  if (encoding === 'utf-16le') return Buffer.from(`\ufeff${text}`, 'utf16le');
  if (encoding === 'utf-8-bom') return Buffer.from(`\ufeff${text}`);
  if (encoding === 'utf-8') return Buffer.from(text);
  return Uint8Array.from(text, (character) => WINDOWS_1254[character] ?? character.charCodeAt(0));
}
