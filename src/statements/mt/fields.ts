import type { FileLine, FileLines } from './lines.ts';
import { isText, TextFolds } from './text-folds.ts';

/** A field of a message: its tag, and the lines until the next one. */
export interface MessageField {
  readonly tag: string;
  /** The first line is without the tag. Empty lines are left out. */
  readonly lines: string[];
  /** The number of its first line in the file. */
  readonly number: number;
  /** Whether it can be the rest of a payer's text, folded where it looks like a field. */
  readonly canBeText: boolean;
}

export type MessageToken =
  | { readonly kind: 'field'; readonly field: MessageField }
  /** The end of a message, or the envelope of the next one; `isIntraday` if that names MT942. */
  | { readonly kind: 'boundary'; readonly isIntraday: boolean }
  /** A field with more characters than the limit. Tokens end here. */
  | { readonly kind: 'too-large'; readonly number: number };

const TAG = /^:([0-9]{2}[A-Z]?|NS):/;
const TAGS = new Set('20 21 25 25P 28 28C 13 13D 34F 60F 60M 61 86 NS 62F 62M 64 65 90C 90D'.split(' '));
/**
 * The fields that can follow an entry. Payers' texts are folded anywhere, so the middle of a time, `16:25:37`, can
 * begin a line.
 */
const BEHIND_ENTRIES = new Set('61 86 NS 60F 60M 62F 62M 90C 90D'.split(' '));
const SECOND_FIELD = /^:(?:21|25P?|28C?|NS):/;
const ENVELOPE = /^\{1:/;
const INTRADAY_ENVELOPE = /\{2:[IO]942/;
/** How many lines after a single hyphen decide whether it ends the message. */
const LOOK_AHEAD = 8;

/** Reads fields from lines. A tag counts only where a message can have it. */
export function* readFields(lines: FileLines, maxText: number): Generator<MessageToken, void, void> {
  let field: MessageField | undefined;
  let size = 0;
  let isAmongEntries = false;
  /** Whether the opening balance was read, but not the closing one. */
  let isOpen = false;
  const folds = new TextFolds();
  for (let line = lines.next(); line !== undefined; line = lines.next()) {
    const tag = tagOf(line.text, isAmongEntries, lines);
    const isBoundary = tag === undefined && isEnd(line.text, isOpen, lines);
    if (tag !== undefined || isBoundary) {
      if (field) yield { kind: 'field', field };
      field = undefined;
      // All texts of one statement line count together.
      if (tag === undefined || !isText(tag)) size = 0;
    }
    if (isBoundary) {
      [isAmongEntries, isOpen] = [false, false];
      yield { kind: 'boundary', isIntraday: INTRADAY_ENVELOPE.test(line.text) };
      field = afterEnvelope(line);
    } else if (tag !== undefined) {
      isAmongEntries = tag === '61' || (isAmongEntries && !endsEntries(tag));
      isOpen = isAmongEntries || tag.startsWith('60') || (isOpen && !endsEntries(tag));
      const first = line.text.slice(tag.length + 2);
      field = { tag, lines: [first], number: line.number, canBeText: folds.canContinue(line.text) };
    } else if (field && line.text.length > 0) field.lines.push(line.text);
    if (line.text.length > 0) folds.take(line.text, isBoundary ? '20' : tag);
    size += line.text.length;
    if (field && (size > maxText || line.isCut)) return yield { kind: 'too-large', number: field.number };
  }
  if (field) yield { kind: 'field', field };
}

function endsEntries(tag: string): boolean {
  return tag === '20' || tag.startsWith('62') || tag.startsWith('90');
}

/** Returns the tag at the beginning of a line, unless it is part of a text. */
function tagOf(text: string, isAmongEntries: boolean, lines: FileLines): string | undefined {
  const tag = TAG.exec(text)?.[1];
  if (tag === undefined || !TAGS.has(tag)) return undefined;
  if (!isAmongEntries || BEHIND_ENTRIES.has(tag)) return tag;
  return tag === '20' && SECOND_FIELD.test(nextText(lines)) ? tag : undefined;
}

function nextText(lines: FileLines): string {
  for (let index = 0; index < LOOK_AHEAD; index += 1) {
    const text = lines.peek(index)?.text ?? '';
    if (text.length > 0) return text;
  }
  return '';
}

/** Whether a line ends a message. A single hyphen in the middle of a statement can be a line of a text, or nothing at all. */
function isEnd(text: string, isOpen: boolean, lines: FileLines): boolean {
  if (text.startsWith('-}') || ENVELOPE.test(text)) return true;
  if (text.trimEnd() !== '-') return false;
  return !isOpen || !isFollowedByText(lines);
}

function isFollowedByText(lines: FileLines): boolean {
  for (let index = 0; index < LOOK_AHEAD; index += 1) {
    const text = lines.peek(index)?.text;
    if (text === undefined || ENVELOPE.test(text)) return false;
    const tag = TAG.exec(text)?.[1];
    if (tag !== undefined && TAGS.has(tag)) return tag !== '20';
  }
  return true;
}

/** A field on the line of the envelope: `{4::20:STARTUMS`. */
function afterEnvelope(line: FileLine): MessageField | undefined {
  const start = line.text.indexOf('{4:');
  const text = start < 0 ? '' : line.text.slice(start + 3);
  const tag = TAG.exec(text)?.[1];
  return tag !== undefined && TAGS.has(tag)
    ? { tag, lines: [text.slice(tag.length + 2)], number: line.number, canBeText: false }
    : undefined;
}
