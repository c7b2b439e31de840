import type { LineDirection } from '../../reconciliation/domain/statement.ts';
import { type Details, joinDetails } from './details.ts';
import type { MessageField } from './fields.ts';
import { unfold } from './fold.ts';
import { readFreeText, readNumberedLines } from './free-text.ts';
import { isNumbered, readNumbered } from './numbered.ts';
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
