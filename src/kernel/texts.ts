/**
 * Cleans all texts of a line or a header of what no database stores: the character NUL, and halves of characters.
 * @returns the same value where nothing is to be cleaned.
 */
export function cleanTexts<T extends object>(value: T): T {
  if (isClean(value)) return value;
  return JSON.parse(JSON.stringify(value), (_, one: unknown) =>
    typeof one === 'string' ? clean(one) : one,
  ) as T;
}

function clean(text: string): string {
  return text.replaceAll('\0', ' ').toWellFormed();
}

function isClean(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  return typeof value !== 'object' || value === null || Object.values(value).every(isClean);
}

/** Characters that control a terminal, or change the direction of text. */
const CONTROLS = /[\p{Cc}\p{Bidi_Control}]/gu;

/** Makes foreign text safe to print: a file name can be any bytes, and a bank repeats what payers wrote. */
export function printable(text: string): string {
  return text.toWellFormed().replace(CONTROLS, '_');
}

/** Those of them that JSON does not escape. */
const UNESCAPED = /[\x7f-\x9f\p{Bidi_Control}]/gu;

/** JSON for programs, which people also read in terminals: it has the same values, but none of these characters. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(UNESCAPED, toEscape);
}

function toEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
