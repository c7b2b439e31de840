import { type Details, NO_DETAILS } from './details.ts';
import { lineEndsOf } from './fold.ts';
import { cleanText } from './lines.ts';
import { accountNumber } from './references.ts';

/**
 * Reads a text without codes, as Turkish banks write it. A full line is continued by the next one; after a shorter one
 * a new text begins. Names cannot be separated from the rest of the text.
 */
export function readFreeText(lines: readonly string[]): Details {
  const ends = lineEndsOf(lines);
  const texts: string[] = [];
  lines.forEach((line, index) => {
    const end = index === 0 ? 'text' : ends[index - 1];
    if (end === 'text') texts.push(line);
    else texts.push(`${texts.pop()}${end === 'blank' ? ' ' : ''}${line}`);
  });
  return { ...NO_DETAILS, remittance: texts.map(cleanText).filter((text) => text.length > 0) };
}

/** Reads `:NS:`, an older form of German banks: each line begins with two digits that say what it is. */
export function readNumberedLines(lines: readonly string[]): Details {
  const remittance: string[] = [];
  let [name, account] = ['', ''];
  for (const line of lines) {
    const [number, text] = [Number(line.slice(0, 2)), line.slice(2)];
    if (number >= 1 && number <= 14) remittance.push(cleanText(text));
    if (number === 15 || number === 16) name += text;
    if (number === 34) account = text;
  }
  return {
    ...NO_DETAILS,
    remittance: remittance.filter((text) => text.length > 0),
    name: cleanText(name) || null,
    account: accountNumber(account),
  };
}
