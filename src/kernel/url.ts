/** The most characters of a URL, as it is given and in its canonical spelling. */
export const MAX_URL_CHARACTERS = 2000;

/** Parses a URL. @returns undefined for an invalid URL, and for one that is too long: a long host takes seconds. */
export function parseUrl(text: string): URL | undefined {
  return text.length <= MAX_URL_CHARACTERS && URL.canParse(text) ? new URL(text) : undefined;
}
