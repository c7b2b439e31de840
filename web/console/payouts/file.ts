/** A file for a bank as the service gives it. */
export interface BankFile {
  readonly name: string;
  readonly mediaType: string;
  readonly base64: string;
}

/** Saves a file where the browser keeps downloads. */
export function saveFile({ name, mediaType, base64 }: BankFile): void {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([bytes], { type: mediaType }));
  const link = document.createElement('a');
  Object.assign(link, { href: url, download: name });
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
