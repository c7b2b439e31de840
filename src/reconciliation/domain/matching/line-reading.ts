import { foldWords } from '../../../kernel/fold-letters.ts';
import { endToEndIdsIn, paymentIdsIn } from '../../../payouts/domain/file-ids.ts';
import { couldContainName, FEE_WORDS } from './bank-words.ts';
import { type FoundReferences, findReferences, MAX_CHARACTERS } from './find-references.ts';
import type { DebitKind, MatchableLine } from './model.ts';
import { type Name, readName } from './name-grade.ts';

/** The meaning of the texts of a line. */
export interface LineReading {
  readonly references: FoundReferences;
  /** The end-to-end id, if it has the form of the service's ids. */
  readonly endToEndId: string | null;
  /** All texts of that form, the end-to-end id first. */
  readonly transactionIds: readonly string[];
  /**
   * The ids of payouts, and of payments with many payouts, in bank files. For a debit they can be in its texts, which
   * come from the operator. For a credit only the field for such ids is trusted, because its texts come from the payer.
   */
  readonly payoutIds: readonly string[];
  readonly paymentIds: readonly string[];
  /** The names in the bank's fields: the owner of the other account, and the ultimate party. */
  readonly names: readonly Name[];
  /** The words of the texts, folded. */
  readonly words: ReadonlySet<string>;
  /** The word or code that marks a return; null for none. */
  readonly returnMark: string | null;
  /** Null for a credit. */
  readonly debitKind: DebitKind | null;
  /** Whether the texts are longer than is read, so a reference, a name or a mark can be missing. */
  readonly isCut: boolean;
}

type MarkedLine = Pick<
  MatchableLine,
  | 'direction'
  | 'remittance'
  | 'transactionCode'
  | 'returnReason'
  | 'isReversal'
  | 'counterpartyName'
  | 'counterpartyIban'
>;

const MAX_IDS = 16;
const TRANSACTION_ID = /(?<![0-9a-z])[0-9a-f]{24}(?![0-9a-z])/gi;
const RETURN_WORDS = ['IADE', 'IADESI', 'RETOURE', 'RUECKLASTSCHRIFT', 'RUECKUEBERWEISUNG'];

const readings = new WeakMap<MatchableLine, LineReading>();

/** Does the same as `readLine`, but only once for each line of a group that several steps read. */
export function readOnce(line: MatchableLine): LineReading {
  const reading = readings.get(line) ?? readLine(line);
  readings.set(line, reading);
  return reading;
}

/** Reads the texts of a line. The work is limited, whatever a payer wrote. */
export function readLine(line: MatchableLine): LineReading {
  // The fields of the bank come first, so that no long text hides them.
  const texts = [line.structuredReference ?? '', line.endToEndId ?? '', ...line.remittance];
  const joined = line.remittance.join(' ');
  const all = joined.slice(0, MAX_CHARACTERS);
  const { words, returnMark, debitKind } = readKind(line, all);
  const references = findReferences(texts, line.currency);
  const endToEndId = /^[0-9a-f]{24}$/i.test(line.endToEndId ?? '')
    ? (line.endToEndId ?? '').toLowerCase()
    : null;
  const ours = line.direction === 'debit' ? all : '';
  const ids = [endToEndId ?? '', ...(all.match(TRANSACTION_ID) ?? [])].map((id) => id.toLowerCase());
  return {
    references,
    endToEndId,
    transactionIds: bounded(ids),
    payoutIds: bounded(endToEndIdsIn(`${line.endToEndId ?? ''} ${ours}`)),
    paymentIds: bounded(paymentIdsIn(`${line.paymentId ?? ''} ${line.endToEndId ?? ''} ${ours}`)),
    names: [line.counterpartyName, line.ultimateName].flatMap((name) => nameOf(name) ?? []),
    words,
    returnMark,
    debitKind,
    isCut: references.isCut || joined.length > MAX_CHARACTERS,
  };
}

/** Returns the kind of a debit, without reading anything else of the line; null for a credit. */
export function debitKindOf(line: MarkedLine): DebitKind | null {
  if (line.direction === 'credit') return null;
  return readKind(line, line.remittance.join(' ').slice(0, MAX_CHARACTERS)).debitKind;
}

function readKind(line: MarkedLine, text: string) {
  const inText = wordsOf(text);
  const words: ReadonlySet<string> = new Set([...inText, ...wordsOf(line.transactionCode ?? '')]);
  const returnMark = markOf(line, words);
  // A name in another script has no words here.
  const hasPossibleName = couldContainName(`${text} ${line.counterpartyName ?? ''}`, inText);
  return { words, returnMark, debitKind: kindOf(line, { words, hasPossibleName, returnMark }) };
}

interface KindWords {
  readonly words: ReadonlySet<string>;
  /** Whether the text can contain a name. */
  readonly hasPossibleName: boolean;
  readonly returnMark: string | null;
}

function kindOf(line: MarkedLine, { words, hasPossibleName, returnMark }: KindWords): DebitKind | null {
  if (line.direction === 'credit') return null;
  if (returnMark !== null) return 'return';
  const isOfNobody =
    line.counterpartyIban === null && nameOf(line.counterpartyName) === null && !hasPossibleName;
  return isOfNobody && feeWordIn(words) !== undefined ? 'fee' : 'other';
}

/** Finds the word that marks a debit as a fee. */
export function feeWordIn(words: ReadonlySet<string>): string | undefined {
  return FEE_WORDS.find((word) => words.has(word));
}

function markOf(
  line: Pick<MatchableLine, 'returnReason' | 'isReversal'>,
  words: ReadonlySet<string>,
): string | null {
  const word = RETURN_WORDS.find((one) => words.has(one));
  return line.returnReason ?? (line.isReversal ? 'reversal' : (word ?? null));
}

function nameOf(text: string | null): Name | null {
  const name = text === null ? null : readName(text);
  return name?.isEmpty === false ? name : null;
}

function wordsOf(text: string): readonly string[] {
  return foldWords(text.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')).split(' ');
}

function bounded(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].filter((text) => text !== '').slice(0, MAX_IDS);
}
