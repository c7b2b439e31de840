/** A number in the given spelling, which JSON.stringify would not choose. */
export class NumberText {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }

  toJSON(): string {
    return `@number ${this.#text}`;
  }
}

/** The JSON text of a value that may contain such numbers. */
export function writeJson(value: unknown): string {
  return JSON.stringify(value).replace(/"@number ([^"]*)"/g, '$1');
}
