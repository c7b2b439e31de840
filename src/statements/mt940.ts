import type { ReadLimits, StatementPart, StatementReader } from '../reconciliation/domain/statement.ts';
import { type MessageField, readFields } from './mt/fields.ts';
import { FileLines } from './mt/lines.ts';
import { Message } from './mt/message.ts';
import { problemPart } from './mt/problem.ts';

const MIB = 1024 * 1024;

/** The fields that begin a message where `:20:` is missing. */
const HEADER_TAGS = new Set('25 25P 28 28C 34F 60F 60M'.split(' '));

/**
 * Reads a file with any number of SWIFT messages MT940 (customer statement) and MT942 (interim transaction report),
 * with or without their envelopes, in the variants of the banks. It never throws: a problem is a part of its own, and
 * the reader stops at the first limit that the file exceeds.
 */
export const readMt940: StatementReader = function* (bytes, limits) {
  if (bytes.length > limits.maxBytes) {
    const message = `The file is larger than ${limits.maxBytes / MIB} MiB. Export shorter periods from the bank, for example one day per file.`;
    return yield problemPart('too-large', null, message);
  }
  let [statementCount, lineCount, problemCount] = [0, 0, 0];
  for (const part of readMessages(bytes, limits)) {
    if (part.kind === 'line') lineCount += 1;
    if (part.kind === 'begin') statementCount += 1;
    if (lineCount > limits.maxLines) return yield tooManyLines(limits);
    if (statementCount > limits.maxStatements) return yield tooManyStatements(limits);
    yield part;
    if (part.kind === 'problem') problemCount += 1;
    if (problemCount >= limits.maxProblems) return;
  }
};

function tooManyLines({ maxLines }: ReadLimits): StatementPart {
  const message = `The file has more than ${maxLines} lines. Export shorter periods from the bank, for example one day per file.`;
  return problemPart('too-many-lines', null, message);
}

function tooManyStatements({ maxStatements }: ReadLimits): StatementPart {
  const message = `The file has more than ${maxStatements} statements or statement pages. Export shorter periods from the bank, for example one day per file.`;
  return problemPart('too-many-statements', null, message);
}

function* readMessages(bytes: Uint8Array, limits: ReadLimits): Generator<StatementPart, void, void> {
  let message: Message | undefined;
  let previous = { page: 1, isLast: true };
  let hasMessage = false;
  let isIntraday = false;
  for (const token of readFields(new FileLines(bytes, limits.maxText), limits.maxText)) {
    if (token.kind === 'too-large') return yield fieldTooLong(token.number, limits);
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
      if (token.field.tag === '61') yield entryOutsideStatement(token.field);
      continue;
    }
    hasMessage = true;
    message ??= new Message(previous, isIntraday);
    yield* message.take(token.field);
  }
  if (message) yield* message.finish();
  else if (!hasMessage) yield noStatement();
}

function beginsMessage({ tag }: MessageField): boolean {
  return tag === '20' || HEADER_TAGS.has(tag);
}

function beginsNext(field: MessageField, message: Message): boolean {
  return field.tag === '20' || (message.hasEnded && HEADER_TAGS.has(field.tag));
}

function entryOutsideStatement({ number }: MessageField): StatementPart {
  const message =
    'Field :61: is outside a statement: no field :20: opens one before it. Ask the bank for a complete file.';
  return problemPart('broken-file', number, message);
}

function noStatement(): StatementPart {
  const message =
    'This is not an MT940 or MT942 file: it has no field :20:. Upload the original file from the bank, unchanged.';
  return problemPart('not-a-statement', null, message);
}

function fieldTooLong(line: number, { maxText }: ReadLimits): StatementPart {
  const message = `This field, together with any :61:, :86: and :NS: fields of the same entry, is longer than ${maxText} characters. Ask the bank for a correct file.`;
  return problemPart('too-large', line, message);
}
