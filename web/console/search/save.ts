import { exportTexts } from '../texts/exports.ts';
import { saveFile } from '../ui/save-file.ts';

/** A file that is written in pieces. */
export interface FileWriter {
  write(text: string): Promise<void>;
  finish(): Promise<void>;
  discard(): Promise<void>;
}

/** A failure of the file and not of the service. The browser's message is not shown: it is for programmers. */
export class FileError extends Error {}

declare global {
  interface Window {
    /** File System Access API. Only Chromium has it, so TypeScript does not declare it. */
    showSaveFilePicker?(options: {
      readonly suggestedName: string;
      readonly types: readonly { readonly description: string; readonly accept: Record<string, string[]> }[];
    }): Promise<FileSystemFileHandle>;
  }
}

const CSV_TYPE = 'text/csv';

/**
 * Opens a file for writing: directly on disk where the browser supports it, otherwise as a download at the end.
 * @returns undefined when the user cancelled the file dialog. @throws FileError, as its writer does
 */
export async function openFile(name: string): Promise<FileWriter | undefined> {
  if (!window.showSaveFilePicker) return collectFile(name);
  try {
    const types = [{ description: exportTexts().fileKind, accept: { [CSV_TYPE]: ['.csv'] } }];
    const handle = await window.showSaveFilePicker({ suggestedName: name, types });
    const stream = await handle.createWritable();
    return {
      write: (text) => stream.write(text).catch(fail),
      finish: () => stream.close().catch(fail),
      discard: () => stream.abort(),
    };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined;
    return fail(error);
  }
}

function fail(cause: unknown): never {
  throw new FileError(undefined, { cause });
}

/** Collects the pieces as blobs, which browsers keep outside the heap, and downloads them as one file. */
function collectFile(name: string): FileWriter {
  let pieces: Blob[] = [];
  return {
    async write(text) {
      pieces.push(new Blob([text]));
    },
    async finish() {
      saveFile(name, new Blob(pieces, { type: CSV_TYPE }));
    },
    async discard() {
      pieces = [];
    },
  };
}
