/** The texts of one record of the file by key, in the order of the file. */
export class Fields {
  readonly #texts = new Map<string, string[]>();

  add(key: string, text: string): void {
    const texts = this.#texts.get(key);
    if (texts === undefined) this.#texts.set(key, [text]);
    else texts.push(text);
  }

  /** Adds the only text of a key. @returns false, and keeps the first, if there is one already: it is unclear which one counts. */
  addUnique(key: string, text: string): boolean {
    if (this.#texts.has(key)) return false;
    this.#texts.set(key, [text]);
    return true;
  }

  has(key: string): boolean {
    return this.#texts.has(key);
  }

  /** How many texts there are, empty ones too. */
  count(key: string): number {
    return this.#texts.get(key)?.length ?? 0;
  }

  /** The first text that is not empty. */
  first(key: string): string | null {
    return this.#texts.get(key)?.find((text) => text !== '') ?? null;
  }

  /** The texts that are not empty. */
  all(key: string): readonly string[] {
    return (this.#texts.get(key) ?? []).filter((text) => text !== '');
  }
}

/** A text as people read it: without blanks around it, and with a blank where a line was broken. */
export function cleanText(text: string): string {
  return text.replace(/\s*[\r\n\t\u0085\u2028]+\s*/g, ' ').trim();
}
