/** A file or pasted lines that no profile could read, on the way to a profile and back to the import. */
export interface HandedFile {
  readonly name: string;
  readonly content: File | string;
  /** Its beginning, as the sample for a profile. */
  readonly sample: string | undefined;
  /** The place in the console to return to. */
  readonly href: string;
}

/** Takes a file along, with its beginning as the sample. A spreadsheet gives none. */
export async function handOver(given: Omit<HandedFile, 'sample' | 'href'>): Promise<HandedFile> {
  const { content } = given;
  const href = location.pathname + location.search;
  const text = typeof content === 'string' ? content : await decodeFile(content);
  return { ...given, href, sample: text === undefined ? undefined : cutSample(text) };
}

/** The most characters of a sample that the service accepts. The beginning of a file is enough. */
const MAX_CHARACTERS = 40_000;

/** Cuts a text to the length that the service accepts, after a whole line. */
export function cutSample(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  const start = text.slice(0, MAX_CHARACTERS);
  return start.slice(0, start.lastIndexOf('\n') + 1) || start;
}

/** Decodes the text of a file in its own encoding. It is undefined for a file without text, such as a spreadsheet. */
export async function decodeFile(file: File): Promise<string | undefined> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes.subarray(0, 2048).includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1254').decode(bytes);
  }
}
