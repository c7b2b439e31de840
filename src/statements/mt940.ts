import { fileProblem } from '../reconciliation/domain/file-problems.ts';
import type { ReadLimits, StatementPart, StatementReader } from '../reconciliation/domain/statement.ts';
import { type MessageField, readFields } from './mt/fields.ts';
import { FileLines } from './mt/lines.ts';
import { Message } from './mt/message.ts';
import { problemPart } from './read-failure.ts';

/** The fields that begin a message where `:20:` is missing. */
const HEADER_TAGS = new Set('25 25P 28 28C 34F 60F 60M'.split(' '));

/**
 * Reads a file with any number of SWIFT messages MT940 (customer statement) and MT942 (interim transaction report),
 * with or without their envelopes, in the variants of the banks. It never throws: a problem is a part of its own, and
 * the reader stops at the first limit that the file exceeds.
 */
export const readMt940: StatementReader = function* (bytes, limits) {
  if (bytes.length > limits.maxBytes) {
    return yield problemPart(fileProblem('file_too_large', null, limits.maxBytes));
  }
  let [statementCount, lineCount, problemCount] = [0, 0, 0];
  for (const part of readMessages(bytes, limits)) {
    if (part.kind === 'line') lineCount += 1;
    if (part.kind === 'begin') statementCount += 1;
    if (lineCount > limits.maxLines)
      return yield problemPart(fileProblem('many_lines', null, limits.maxLines));
    if (statementCount > limits.maxStatements)
      return yield problemPart(fileProblem('many_statements', null, limits.maxStatements));
    yield part;
    if (part.kind === 'problem') problemCount += 1;
    if (problemCount >= limits.maxProblems) return;
  }
};

function* readMessages(bytes: Uint8Array, limits: ReadLimits): Generator<StatementPart, void, void> {
  let message: Message | undefined;
  let previous = { page: 1, isLast: true };
  let hasMessage = false;
  let isIntraday = false;
  for (const token of readFields(new FileLines(bytes, limits.maxText), limits.maxText)) {
    if (token.kind === 'too-large')
      return yield problemPart(fileProblem('entry_too_long', `line ${token.number}`, limits.maxText));
    const isNext = token.kind === 'boundary' || (message !== undefined && beginsNext(token.field, message));
    if (message && isNext) {
      yield* message.finish();
      previous = message.pageEnd;
      message = undefined;
    }
    if (token.kind === 'boundary') {
      isIntraday = token.isIntraday;
      continue;
    }
    if (!message && !beginsMessage(token.field)) {
      if (token.field.tag === '61')
        yield problemPart(fileProblem('entry_outside', `line ${token.field.number}`));
      continue;
    }
    hasMessage = true;
    message ??= new Message(previous, isIntraday);
    yield* message.take(token.field);
  }
  if (message) yield* message.finish();
  else if (!hasMessage) yield problemPart(fileProblem('no_mt940', null));
}

function beginsMessage({ tag }: MessageField): boolean {
  return tag === '20' || HEADER_TAGS.has(tag);
}

function beginsNext(field: MessageField, message: Message): boolean {
  return field.tag === '20' || (message.hasEnded && HEADER_TAGS.has(field.tag));
}
