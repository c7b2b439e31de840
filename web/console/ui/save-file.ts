/** The URL must stay valid until the browser has started the download. */
const START_MS = 60_000;

/** Saves a file in the browser's download folder. */
export function saveFile(name: string, content: Blob): void {
  const href = URL.createObjectURL(content);
  Object.assign(document.createElement('a'), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), START_MS);
}
