import { saveFile } from '../ui/save-file.ts';

/** A file for a bank as the service gives it. */
export interface BankFile {
  readonly name: string;
  readonly mediaType: string;
  readonly base64: string;
}

/** Saves a file for a bank, with exactly the bytes that the service gives. */
export function saveBankFile({ name, mediaType, base64 }: BankFile): void {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  saveFile(name, new Blob([bytes], { type: mediaType }));
}
