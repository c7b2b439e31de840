import type {
  ProblemCode,
  ReadLimits,
  StatementPart,
  StatementReader,
} from '../reconciliation/domain/statement.ts';
import { type MessageField, readFields } from './mt/fields.ts';
import { FileLines } from './mt/lines.ts';
import { Message } from './mt/message.ts';
import { problemPart } from './mt/problem.ts';

/** The fields that begin a message where `:20:` is missing. */
const HEAD_TAGS = new Set('25 25P 28 28C 34F 60F 60M'.split(' '));

/**
 * Reads MT940, the statement of SWIFT, and MT942, its report within the day: also many of them in one file, in their
 * envelopes or without, with texts in the dialects of the banks.
 */
export const readMt940: StatementReader = function* (bytes, limits) {
  if (bytes.length > limits.maxBytes) {
    yield problemPart(
      'too-large',
      null,
      `The file must have at most ${limits.maxBytes} bytes. Split it by days.`,
    );
    return;
  }
  let [statements, lines, problems] = [0, 0, 0];
  for (const part of readMessages(bytes, limits)) {
    if (part.kind === 'line') lines += 1;
    if (part.kind === 'begin') statements += 1;
    if (lines > limits.maxLines) return yield tooMany('too-many-lines', `${limits.maxLines} lines`);
    if (statements > limits.maxStatements)
      return yield tooMany('too-many-statements', `${limits.maxStatements} statements`);
    yield part;
    if (part.kind === 'problem') problems += 1;
    if (problems >= limits.maxProblems) return;
  }
};

function tooMany(code: ProblemCode, what: string): StatementPart {
  return problemPart(code, null, `The file must have at most ${what}. Split it by days.`);
}

function* readMessages(bytes: Uint8Array, limits: ReadLimits): Generator<StatementPart, void, void> {
  let message: Message | undefined;
  let previous = { page: 1, isLast: true };
  let hasAny = false;
  let isIntraday = false;
  for (const token of readFields(new FileLines(bytes, limits.maxText), limits.maxText)) {
    if (token.kind === 'too-large') return yield tooLarge(token.number, limits);
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
      if (token.field.tag === '61') yield outside(token.field);
      continue;
    }
    hasAny = true;
    message ??= new Message(previous, isIntraday);
    yield* message.take(token.field);
  }
  if (message) yield* message.finish();
  else if (!hasAny) yield noStatement();
}

function beginsMessage({ tag }: MessageField): boolean {
  return tag === '20' || HEAD_TAGS.has(tag);
}

function beginsNext(field: MessageField, message: Message): boolean {
  return field.tag === '20' || (message.hasEnded && HEAD_TAGS.has(field.tag));
}

function outside({ number }: MessageField): StatementPart {
  const message =
    'The field :61: stands outside any statement, which begins by :20:. Ask the bank for a complete file.';
  return problemPart('broken-file', number, message);
}

function noStatement(): StatementPart {
  const message =
    'The file has no field :20: and is no MT940 or MT942. Choose the file that the bank gave, unchanged.';
  return problemPart('not-a-statement', null, message);
}

function tooLarge(line: number, limits: ReadLimits): StatementPart {
  return problemPart(
    'too-large',
    line,
    `A field must have at most ${limits.maxText} characters. Ask the bank for a correct file.`,
  );
}
