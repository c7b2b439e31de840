/** A number in the spelling given, which JSON.stringify would not choose. */
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

/** JSON text of a value that may hold such numbers. */
export function writeJson(value: unknown): string {
  return JSON.stringify(value).replace(/"@number ([^"]*)"/g, '$1');
}
