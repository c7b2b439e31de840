import { cutSample, decodeFile, type Sample } from './profiles/sample.ts';

/** A file or pasted lines that no profile could read, on the way to a profile and back to the import. */
export interface HandedFile {
  readonly name: string;
  readonly content: File | string;
  readonly sample: Sample | undefined;
  /** The account that was chosen for it. */
  readonly accountId: string;
  /** The place in the console to come back to. */
  readonly href: string;
}

/** Takes a file along, with its beginning as the sample. A spreadsheet gives none. */
export async function handOver(given: Omit<HandedFile, 'sample' | 'href'>): Promise<HandedFile> {
  const { content } = given;
  const href = location.pathname + location.search;
  const text = typeof content === 'string' ? content : await decodeFile(content);
  return { ...given, href, sample: text === undefined ? undefined : cutSample(text) };
}
