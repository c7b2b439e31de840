/** Characters that control a terminal, or change the direction of text. */
const CONTROLS = /[\p{Cc}\p{Bidi_Control}]/gu;

/** Makes foreign text safe to print: a file name can be any bytes, and a bank repeats what payers wrote. */
export function printable(text: string): string {
  return text.toWellFormed().replace(CONTROLS, '_');
}
