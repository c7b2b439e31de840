import { countBits, lettersOf, type Word } from './name-letters.ts';
import { isOneSlip } from './one-slip.ts';

/** With fewer letters, too many names begin alike. */
const MIN_SHARED = 3;
const MIN_TWO_SLIPS = 6;
const MIN_SOUNDS = 3;
/** Two slips change at most four letters. */
const MAX_CHANGED_LETTERS = 4;

/** Whether a printed word can be a word of a name that a bank has cut, masked, joined or garbled. */
export function couldStandFor(printed: Word, word: Word): boolean {
  if (printed.pattern !== null) return printed.pattern.known > 1 && isGapped(printed, word);
  if (printed.forms.length + word.forms.length === 2) {
    if (areAlike(printed.text, word.text, printed.letters, word.letters)) return true;
  } else
    for (const one of printed.forms)
      for (const other of word.forms) if (areAlike(one, other, lettersOf(one), lettersOf(other))) return true;
  return printed.sound.length >= MIN_SOUNDS && printed.sound === word.sound;
}

/** Whether a printed word with lost or hidden letters can be a word, or its beginning. */
export function isGapped({ pattern }: Word, word: Word): boolean {
  return pattern !== null && word.forms.some((form) => pattern.loose.test(form));
}

function areAlike(one: string, other: string, ofOne: number, ofOther: number): boolean {
  if (one === other) return one.length > 1;
  if (one.length > other.length) return areAlike(other, one, ofOther, ofOne);
  if (one.length < MIN_SHARED) return false;
  // The beginnings are the same: the word is cut, a short form, or has another ending.
  if (startsAlike(one, other)) return true;
  // The word is attached to another, or lacks its first letters or some others.
  if ((ofOne & ~ofOther) === 0) {
    if (other.endsWith(one) || (one.length > MIN_SHARED && other.includes(one))) return true;
    if (2 * one.length >= other.length && isWithin(one, other)) return true;
  }
  const changed = countBits(ofOne ^ ofOther);
  if (changed <= MAX_CHANGED_LETTERS / 2 && isOneSlip(one, other)) return true;
  return one.length >= MIN_TWO_SLIPS && changed <= MAX_CHANGED_LETTERS && isWithinTwoEdits(one, other);
}

function startsAlike(one: string, other: string): boolean {
  for (let at = 0; at < MIN_SHARED; at += 1) if (one.charCodeAt(at) !== other.charCodeAt(at)) return false;
  return true;
}

/** Whether one text contains all letters of the other in order, so that letters may be missing. */
export function isWithin(short: string, long: string): boolean {
  let at = 0;
  for (let place = 0; place < long.length && at < short.length; place += 1)
    if (long.charCodeAt(place) === short.charCodeAt(at)) at += 1;
  return at === short.length;
}

/** Whether at most two changed, missing or added letters turn one text into the other. */
function isWithinTwoEdits(one: string, other: string, left = 2): boolean {
  if (Math.abs(one.length - other.length) > left) return false;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const [a, b] = [one.slice(at), other.slice(at)];
  if (a === b || Math.max(a.length, b.length) <= left) return true;
  if (left === 0) return false;
  return (
    isWithinTwoEdits(a.slice(1), b.slice(1), left - 1) ||
    isWithinTwoEdits(a.slice(1), b, left - 1) ||
    isWithinTwoEdits(a, b.slice(1), left - 1) ||
    (a[0] === b[1] && a[1] === b[0] && isWithinTwoEdits(a.slice(2), b.slice(2), left - 1))
  );
}
