/** Characters that control a terminal, or turn the text around. */
const CONTROLS = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** Makes a text of others harmless to print: a name of a file can be any bytes, and a bank repeats what payers wrote. */
export function printable(text: string): string {
  return text.toWellFormed().replace(CONTROLS, '_');
}
