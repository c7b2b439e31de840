import { type Details, NO_DETAILS } from './details.ts';
import { cleanText } from './lines.ts';
import { accountNumber } from './references.ts';

/** Banks fold texts at 65 characters; some count the tag as part of the first line, and some leave out the last blank. */
const FULL_LINE = 64;
const TAG_LENGTH = ':86:'.length;

/**
 * Reads a text without a dialect, as Turkish banks write it. A line that is full was folded, so the next one continues
 * it without a blank; after a shorter one the next text begins. Names are no part of it that can be told apart.
 */
export function readFreeText(lines: readonly string[]): Details {
  const texts: string[] = [];
  let isFolded = false;
  lines.forEach((line, index) => {
    if (isFolded) texts.push(`${texts.pop()}${line}`);
    else texts.push(line);
    const length = line.length + (index === 0 ? TAG_LENGTH : 0);
    isFolded = length >= FULL_LINE || line.endsWith(' ');
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
