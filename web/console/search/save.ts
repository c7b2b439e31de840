/** A file that is written piece by piece. */
export interface FileWriter {
  write(text: string): Promise<void>;
  /** The file is whole. */
  finish(): Promise<void>;
  /** The file is not wanted any more. */
  discard(): Promise<void>;
}

type SaveFilePicker = (options: {
  readonly suggestedName: string;
  readonly types: readonly { readonly description: string; readonly accept: Record<string, string[]> }[];
}) => Promise<FileSystemFileHandle>;

const CSV_TYPE = 'text/csv';

/**
 * Opens a file for writing: on the disk at once where browsers can do that, else as a download at the end.
 * @returns undefined when whoever was asked for a place gave none.
 */
export async function openFile(name: string): Promise<FileWriter | undefined> {
  const pick: SaveFilePicker | undefined = Object(globalThis).showSaveFilePicker;
  if (!pick) return collectFile(name);
  try {
    const types = [{ description: 'Comma-separated values', accept: { [CSV_TYPE]: ['.csv'] } }];
    const handle = await pick({ suggestedName: name, types });
    const stream = await handle.createWritable();
    return {
      write: (text) => stream.write(text),
      finish: () => stream.close(),
      discard: () => stream.abort(),
    };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined;
    throw error;
  }
}

/** Keeps each piece as a blob, which browsers keep off the heap, and hands them over as one. */
function collectFile(name: string): FileWriter {
  let pieces: Blob[] = [];
  return {
    async write(text) {
      pieces.push(new Blob([text]));
    },
    async finish() {
      const url = URL.createObjectURL(new Blob(pieces, { type: CSV_TYPE }));
      const link = Object.assign(document.createElement('a'), { href: url, download: name });
      link.click();
      // After the browser took it.
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    },
    async discard() {
      pieces = [];
    },
  };
}
