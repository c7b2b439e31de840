import { paymentIdsIn } from '../../payouts/domain/file-ids.ts';
import { cleanText } from './lines.ts';
import { creditorReferenceIn, realId } from './references.ts';

/** `MTLG:` begins a message of the bank. */
const KEY =
  /(?:EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC|BREF|RREF|PURP|MDAT|SQTP)\+|MTLG:/g;
const KEYS_AFTER_TEXT = new Set(['ABWA', 'ABWE']);
/** The length of a subfield that continues in the next one. */
const FULL_SUBFIELD = 27;

/** The purpose of a payment, taken apart by the keys of the German banks. */
export interface Purpose {
  readonly remittance: readonly string[];
  readonly endToEndId: string | null;
  readonly paymentId: string | null;
  readonly structuredReference: string | null;
  /** For whom the payer pays, and for whom the payee is paid. */
  readonly ultimateDebtor: string | null;
  readonly ultimateCreditor: string | null;
  readonly iban: string | null;
}

/** Reads the subfields of a purpose. Keys and their values continue from one to the next without a blank. */
export function readPurpose(subfields: readonly string[]): Purpose {
  const text = subfields.join('');
  const values = splitAtKeys(text, subfieldStarts(subfields));
  const value = (key: string) => values.find((one) => one.key === key)?.value;
  const start = values[0]?.start ?? text.length;
  const reference = ['SVWZ', 'EREF', 'KREF'].map((key) => creditorReferenceIn(value(key) ?? ''));
  return {
    remittance: [
      ...textsBefore(subfields, start),
      value('SVWZ') ?? '',
      value('MTLG') ?? '',
      tooLongId(value('EREF')),
    ]
      .map(cleanText)
      .filter((item) => item.length > 0),
    endToEndId: realId(value('EREF')),
    // Other ids are not taken: they would change the keys of lines that were imported earlier.
    paymentId: paymentIdsIn(value('KREF') ?? '')[0] ?? null,
    structuredReference: reference.find((one) => one !== null) ?? null,
    ultimateDebtor: cleanText(value('ABWA') ?? '') || null,
    ultimateCreditor: cleanText(value('ABWE') ?? '') || null,
    iban: value('IBAN') ?? null,
  };
}

/** If a text follows an id without a separator, the result is not an id, but its text is kept. */
function tooLongId(text = ''): string {
  return text.length > 35 ? text : '';
}

interface KeyedValue {
  readonly key: string;
  readonly value: string;
  readonly start: number;
}

/**
 * Payers can write keys into their text, which is the value of SVWZ. After SVWZ, the keys of other names count
 * anywhere, and all other keys count only at the beginning of a subfield of the bank.
 */
function splitAtKeys(text: string, starts: ReadonlySet<number>): KeyedValue[] {
  let hasText = false;
  const found: { key: string; start: number; end: number }[] = [];
  for (const match of text.matchAll(KEY)) {
    const key = match[0].slice(0, -1);
    if (hasText && !KEYS_AFTER_TEXT.has(key) && !starts.has(match.index)) continue;
    hasText ||= key === 'SVWZ';
    found.push({ key, start: match.index, end: match.index + match[0].length });
  }
  return found.map(({ key, start, end }, index) => ({
    key,
    start,
    value: text.slice(end, found[index + 1]?.start ?? text.length),
  }));
}

function subfieldStarts(subfields: readonly string[]): Set<number> {
  const starts = new Set<number>();
  let offset = 0;
  for (const subfield of subfields) {
    starts.add(offset);
    offset += subfield.length;
  }
  return starts;
}

/** Texts without a key: a full subfield continues in the next one; after a shorter one, the next text begins. */
function textsBefore(subfields: readonly string[], end: number): string[] {
  const texts: string[] = [];
  let [offset, isFull] = [0, false];
  for (const subfield of subfields) {
    const part = subfield.slice(0, Math.max(0, end - offset));
    if (isFull) texts.push(`${texts.pop()}${part}`);
    else texts.push(part);
    isFull = subfield.length >= FULL_SUBFIELD;
    offset += subfield.length;
  }
  return texts;
}
