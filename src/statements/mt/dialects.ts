import type { LineDirection } from '../../reconciliation/domain/statement.ts';
import { type Details, joinDetails, NO_DETAILS } from './details.ts';
import type { MessageField } from './fields.ts';
import { lineEndsOf, unfold } from './fold.ts';
import { cleanText } from './lines.ts';
import { isNumbered, readNumbered } from './numbered.ts';
import { accountNumber } from './references.ts';
import { isSlashed, readSlashed } from './slashed.ts';

const CONTINUATION = /^(?:[?~<>^@|]\d\d|\/)/;

/** Reads the fields `:86:` (or `:NS:`) of one line, each in the dialect that it is written in. */
export function readDetails(fields: readonly MessageField[], direction: LineDirection): Details {
  return joinDetails(withContinuations(fields).map((field) => readOne(field, direction)));
}

/** A second `:86:` that begins inside a dialect continues the first one. */
function withContinuations(fields: readonly MessageField[]): readonly MessageField[] {
  const wholes: MessageField[] = [];
  for (const field of fields) {
    const previous = wholes.at(-1);
    const start = previous?.lines[0] ?? '';
    const isContinued = (isNumbered(start) || isSlashed(start)) && CONTINUATION.test(field.lines[0] ?? '');
    if (previous && isContinued) for (const line of field.lines) previous.lines.push(line);
    else wholes.push({ ...field, lines: [...field.lines] });
  }
  return wholes;
}

function readOne({ tag, lines }: MessageField, direction: LineDirection): Details {
  if (tag === 'NS') return readNumberedLines(lines);
  const whole = unfold(lines);
  if (isNumbered(whole)) return readNumbered(whole, direction);
  return isSlashed(whole) ? readSlashed(whole, direction) : readFreeText(lines);
}

/**
 * Reads a text without codes, as Turkish banks write it. A full line is continued by the next one; after a shorter one
 * a new text begins. Names cannot be separated from the rest of the text.
 */
function readFreeText(lines: readonly string[]): Details {
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
function readNumberedLines(lines: readonly string[]): Details {
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
