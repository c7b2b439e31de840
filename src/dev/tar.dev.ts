/** A file of an archive. */
export interface TarFile {
  readonly path: string;
  readonly content: Uint8Array;
  /** Whether it is executable. */
  readonly runs?: boolean;
}

const BLOCK_BYTES = 512;
/** The time of every file, as npm writes it: 26 October 1985. An archive of the same files has the same bytes. */
const MODIFIED_AT_SECONDS = 499_162_500;

/**
 * Writes a ustar archive (POSIX 1003.1). Equal files give equal bytes, whenever they were made and by whom.
 * @throws RangeError for a path of more than 100 bytes.
 */
export function writeTar(files: readonly TarFile[]): Buffer {
  const parts = files.flatMap(({ path, content, runs = false }) => [
    headerOf(path, content.length, runs),
    content,
    Buffer.alloc(-content.length & (BLOCK_BYTES - 1)),
  ]);
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK_BYTES)]);
}

function headerOf(path: string, sizeBytes: number, runs: boolean): Buffer {
  if (Buffer.byteLength(path) > 100) throw new RangeError(`too long for an archive: ${path}`);
  const header = Buffer.alloc(BLOCK_BYTES);
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`;
  const fields: readonly (readonly [offset: number, text: string])[] = [
    [0, path],
    [100, octal(runs ? 0o755 : 0o644, 7)],
    [108, octal(0, 7)],
    [116, octal(0, 7)],
    [124, octal(sizeBytes, 11)],
    [136, octal(MODIFIED_AT_SECONDS, 11)],
    // The checksum counts its own field as blanks.
    [148, ' '.repeat(8)],
    [156, '0'],
    [257, 'ustar\x0000'],
  ];
  for (const [offset, text] of fields) header.write(text, offset);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${octal(sum, 6)} `, 148);
  return header;
}
