/** Characters that control a terminal, or turn the text around. */
const CONTROLS = /[\p{Cc}\p{Bidi_Control}]/gu;

/** Makes a text of others harmless to print: a name of a file can be any bytes, and a bank repeats what payers wrote. */
export function printable(text: string): string {
  return text.toWellFormed().replace(CONTROLS, '_');
}
