import { convertName } from '../../../kernel/names.ts';
import { referenceIn } from '../../../transactions/domain/reference.ts';
import { readOnce } from './line-reading.ts';
import type { LineLookups, MatchableLine } from './model.ts';

/** Lists the facts that a loader must look up for a line. It needs nothing but the line, so it can be stored with it. */
export function lookupsOf(line: MatchableLine, reading = readOnce(line)): LineLookups {
  const { references, transactionIds, payoutIds, paymentIds, debitKind } = reading;
  return {
    references: inAllForms([...references.whole, ...references.loose]),
    nearReferences: inAllForms([...references.near.keys()]),
    transactionIds,
    payoutIds,
    paymentIds,
    convertedNames: [...new Set([line.counterpartyName, line.ultimateName].flatMap(convertedForms))],
    debitKind,
  };
}

/**
 * The ids by which a line names payouts: their own, or, of a debit without any, that of their payment. It also names the
 * withdrawal, or the refund: a debit in the texts that we wrote, a credit in the field for end-to-end ids alone.
 */
export function payoutNamesOf(
  line: MatchableLine,
  { payoutIds, paymentIds, transactionIds, endToEndId } = readOnce(line),
): readonly string[] {
  if (line.direction === 'credit') return endToEndId === null ? payoutIds : [...payoutIds, endToEndId];
  return [...(payoutIds.length > 0 ? payoutIds : paymentIds), ...transactionIds];
}

const MAX_NAME_CHARACTERS = 200;
/** More words are no name of a person. */
const MAX_NAME_WORDS = 8;

/** A name as a deposit converts it, in the order of the text and with the last word first or the first word last. */
function convertedForms(name: string | null): readonly string[] {
  const words = convertName((name ?? '').slice(0, MAX_NAME_CHARACTERS)).split('-');
  if (words.length < 2 || words.length > MAX_NAME_WORDS) return [];
  const [first = '', ...others] = words;
  const last = words.at(-1) ?? '';
  return [words, [last, ...words.slice(0, -1)], [...others, first]].map((form) => form.join('-'));
}

/** A reference without RF and its creditor reference: a payer can leave RF away, or copy it from elsewhere. */
function inAllForms(references: readonly string[]): readonly string[] {
  return references.flatMap((reference) => [reference, referenceIn('EUR', reference)]);
}
