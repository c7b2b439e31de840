import { foldLetters } from '../../../kernel/fold-letters.ts';
import { repairUtf8 } from './name-letters.ts';
import { FOR_ANOTHER } from './name-words.ts';
import { PAYMENT_WORDS, SHARED } from './payment-words.ts';

/** A word of a text that is neither a number nor a reference. */
export interface TextWord {
  /** As it was written. */
  readonly raw: string;
  /** ASCII capitals. */
  readonly text: string;
  /** `name`: it can be a name. `shared`: it can be a name next to other names. `common`: it names no person. */
  readonly kind: 'name' | 'shared' | 'common';
  /** What precedes it: blanks, a mark such as `*` or `-`, or a number. */
  readonly gap: 'blank' | 'mark' | 'number';
}

/** The words of a text beyond its references and numbers. */
export interface TextWords {
  readonly words: readonly TextWord[];
  /** Whether nothing is left that could be (part of) a name. */
  readonly isEmpty: boolean;
  /** Whether the text says that the money is for somebody else. */
  readonly isForAnother: boolean;
  /** Whether it has a name without a single legible letter: `***** ****`, `????? ???`. */
  readonly isHidden: boolean;
  /** Whether there is more text than is read. */
  readonly isCut: boolean;
}

const MAX_WORDS = 600;
const MAX_CHARACTERS = 4_000;
/** A masked name keeps its stars; other stars are marks between the fields of a text. */
const FIELD_STARS = /(?<!\p{L})\*+|\*+(?=[\p{L}\p{N}])|(?<!\*)\*(?!\*)/gu;
const LOST = /[�\u0080-\u009f]/g;
const HIDDEN = /(?<![\p{L}\p{N}*?\ufffd])[*?\ufffd]{2,}\s+[*?\ufffd]{2,}/u;
const APOSTROPHES = /['’‘`´ʼ]/g;
const TOKEN =
  /[\p{L}\p{M}\p{N}]+(?:\?+(?=[\p{L}])[\p{L}\p{M}\p{N}]*)*\*{0,40}|\?+(?=\p{L})[\p{L}\p{M}\p{N}?]*/gu;
/** The characters between two words of one name. */
const BLANKS = /^[\s.\u00a0\u200b]*$/u;
const ASCII = /^[\0-\x7f]*$/;
const MIN_LETTERS_BESIDE_DIGITS = 3;

interface Token {
  readonly raw: string;
  readonly text: string;
  readonly isBehindMark: boolean;
}

/**
 * Returns the text of a payment without its references and its numbers: ids, IBANs, dates and amounts.
 * @param known the references that were found in the texts, without RF.
 */
export function remainingText(
  texts: readonly string[],
  known: { readonly references: readonly string[] },
): TextWords {
  const joined = texts.join(' ');
  const tokens = split(joined.slice(0, MAX_CHARACTERS));
  const references = known.references.map(foldLetters).filter((reference) => reference !== '');
  const ofReferences = placesOfReferences(tokens, references);
  const words: TextWord[] = [];
  let isBehindNumber = false;
  for (const [place, token] of tokens.slice(0, MAX_WORDS).entries()) {
    const parts = ofReferences.has(place) ? [] : partsOf(token, references);
    for (const part of parts) {
      const gap = isBehindNumber ? 'number' : token.isBehindMark ? 'mark' : 'blank';
      words.push({ raw: part.raw, text: part.text, kind: kindOf(part.text), gap });
    }
    isBehindNumber = parts.length === 0;
  }
  const isHidden = HIDDEN.test(joined);
  return {
    words,
    isHidden,
    isEmpty: !isHidden && namingRuns(words, new Set()).length === 0,
    isForAnother: words.some(({ text }) => FOR_ANOTHER.has(text) || text === 'ICIN'),
    isCut: joined.length > MAX_CHARACTERS || tokens.length > MAX_WORDS,
  };
}

/**
 * Finds the runs of words that can be a name: there are only blanks between them, and they contain a word that can be a
 * name, or two words that are words of payments too.
 * @param own the words of the name that is looked for, whatever else they mean.
 */
export function namingRuns(
  words: readonly TextWord[],
  own: ReadonlySet<string>,
): readonly (readonly TextWord[])[] {
  const runs: TextWord[][] = [];
  let run: TextWord[] = [];
  const end = () => {
    const ofOwn = run.filter(({ text }) => own.has(text)).length;
    const shared = run.filter(({ kind }) => kind === 'shared').length;
    if (run.some(({ kind }) => kind === 'name') || Math.max(shared, ofOwn) > 1) runs.push(run);
    run = [];
  };
  for (const word of words) {
    const isPart = word.kind !== 'common' || own.has(word.text);
    if (!isPart || word.gap !== 'blank') end();
    if (isPart) run.push(word);
  }
  end();
  return runs;
}

function kindOf(text: string): TextWord['kind'] {
  if (PAYMENT_WORDS.has(text)) return 'common';
  return text.length === 1 || SHARED.has(text) ? 'shared' : 'name';
}

function split(text: string): readonly Token[] {
  const clean = ASCII.test(text) ? text : repairUtf8(text.normalize('NFC')).replace(LOST, '?');
  const plain = clean.replace(APOSTROPHES, '');
  const marked = plain.includes('*') ? plain.replace(FIELD_STARS, '|') : plain;
  const tokens: Token[] = [];
  let end = 0;
  for (const match of marked.matchAll(TOKEN)) {
    const [raw] = match;
    const isBehindMark = tokens.length > 0 && !BLANKS.test(marked.slice(end, match.index));
    tokens.push({ raw, text: foldLetters(raw), isBehindMark });
    end = match.index + raw.length;
    if (tokens.length > MAX_WORDS) break;
  }
  return tokens;
}

const MAX_PIECES = 12;
/** The word that payers attach to a reference, and RF with its check digits; or nothing. */
const BEFORE_REFERENCE = /^(?:REF)?(?:RF\d\d)?$/;
const MAX_BEFORE = 'REFRF00'.length;

/** Finds the places of the words that are a reference or pieces of one. */
function placesOfReferences(tokens: readonly Token[], references: readonly string[]): ReadonlySet<number> {
  const found = new Set<number>();
  const longest = Math.max(0, ...references.map(({ length }) => length)) + MAX_BEFORE;
  for (let first = 0; first < tokens.length && references.length > 0; first += 1) {
    let joined = '';
    for (let last = first; last < Math.min(first + MAX_PIECES, tokens.length); last += 1) {
      joined += tokens[last]?.text ?? '';
      if (joined.length > longest) break;
      const isOne = references.some(
        (reference) =>
          joined.endsWith(reference) && BEFORE_REFERENCE.test(joined.slice(0, -reference.length)),
      );
      if (isOne) for (let place = first; place <= last; place += 1) found.add(place);
    }
  }
  return found;
}

/** Returns the words in a token, without an attached reference or digits around them. */
function partsOf(
  { raw, text }: Token,
  references: readonly string[],
): readonly Pick<TextWord, 'raw' | 'text'>[] {
  const glued = references.find((reference) => text.includes(reference));
  if (glued !== undefined)
    return text.split(glued).flatMap((part) => partsOf({ raw: part, text: part, isBehindMark: false }, []));
  if (!/\d/.test(text)) return text === '' ? [] : [{ raw, text }];
  const letters = /^\d*([^\d]+)\d*$/.exec(text)?.[1] ?? '';
  return letters.length < MIN_LETTERS_BESIDE_DIGITS ? [] : [{ raw: letters, text: letters }];
}
