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
