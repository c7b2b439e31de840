import { foldLetters } from '../kernel/fold-letters.ts';
import type { BankProfile, SenderRule } from './profiles/profile.ts';

/** A folded text, and the position of each of its characters in the original. */
interface FoldedText {
  readonly folded: string;
  readonly places: readonly number[];
}

const MAX_DESCRIPTION = 2000;
const MAX_NAME = 140;
const LETTER = /\p{L}/u;

/**
 * The name of the sender, from the part of the description that the bank wrote. It is found by its position, and only
 * if the description has the form of the rule. A payer cannot change it by writing such a text after it.
 */
export function senderOf(description: string, transactionType: string, profile: BankProfile): string | null {
  if (profile.senders.length === 0 || description.length > MAX_DESCRIPTION) return null;
  const type = foldLetters(transactionType).trim();
  for (const rule of profile.senders) {
    if (rule.when && !rule.when.transactionType.includes(type)) continue;
    const name = rule.kind === 'field' ? fieldName(description, rule) : nameBetween(description, rule);
    if (name && name.length <= MAX_NAME && LETTER.test(name)) return name;
  }
  return null;
}

function fold(text: string): FoldedText {
  let folded = '';
  const places: number[] = [];
  let offset = 0;
  for (const character of text) {
    const letters = foldLetters(character);
    folded += letters;
    for (let index = 0; index < letters.length; index += 1) places.push(offset);
    offset += character.length;
  }
  places.push(offset);
  return { folded, places };
}

function fieldName(description: string, rule: Extract<SenderRule, { kind: 'field' }>): string | undefined {
  if (rule.endsWith !== undefined && !endsWithWords(foldLetters(description), foldLetters(rule.endsWith)))
    return undefined;
  const fields = description.split(rule.separator);
  if (fields.length < 2) return undefined;
  if (rule.digitsAt !== undefined && !/^\d{1,30}$/.test(fields.at(rule.digitsAt)?.trim() ?? ''))
    return undefined;
  return fields.at(rule.index)?.trim();
}

function nameBetween(
  description: string,
  rule: Extract<SenderRule, { kind: 'between' }>,
): string | undefined {
  const { folded, places } = fold(description);
  const start = matchAt(folded, 0, foldLetters(rule.prefix));
  if (start === -1) return undefined;
  const slice = (end: number) => description.slice(places[start], places[end]).trim();
  if (rule.suffix === undefined) return slice(folded.length);
  const suffix = foldLetters(rule.suffix);
  for (let end = start + 1; end <= start + MAX_NAME && end < folded.length; end += 1)
    if (matchAt(folded, end, suffix) !== -1) return slice(end);
  return undefined;
}

const MAX_DIGITS = 30;
const isDigit = (character: string) => character >= '0' && character <= '9';

/** Compares a pattern, in which `#` means digits, at a position. Returns the position after the match, or -1. */
function matchAt(text: string, start: number, pattern: string): number {
  let at = start;
  for (const expected of pattern) {
    if (expected === '#') {
      const first = at;
      while (at - first < MAX_DIGITS && isDigit(text.charAt(at))) at += 1;
      if (at === first) return -1;
    } else if (text.charAt(at) === expected) at += 1;
    else return -1;
  }
  return at;
}

/** Whether a text ends with a pattern. It compares from the end. */
function endsWithWords(text: string, pattern: string): boolean {
  let at = text.length;
  for (const expected of [...pattern].reverse()) {
    if (expected === '#') {
      const last = at;
      while (last - at < MAX_DIGITS && isDigit(text.charAt(at - 1))) at -= 1;
      if (at === last) return false;
    } else if (text.charAt(at - 1) === expected) at -= 1;
    else return false;
  }
  return true;
}
