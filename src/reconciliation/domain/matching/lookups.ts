import { convertName } from '../../../kernel/names.ts';
import { referenceIn } from '../../../transactions/domain/reference.ts';
import { readOnce } from './line-reading.ts';
import type { LineLookups, MatchableLine } from './model.ts';

/** Lists the facts that a loader must look up for a line. It needs only the line, so the list can be stored with it. */
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
 * Returns the ids with which a line names payouts: their own or, if a debit has none, that of their payment. It adds
 * ids of withdrawals and refunds: for a debit those in the operator's texts, for a credit only that in the field for
 * end-to-end ids.
 */
export function payoutNamesOf(
  line: MatchableLine,
  { payoutIds, paymentIds, transactionIds, endToEndId } = readOnce(line),
): readonly string[] {
  if (line.direction === 'credit') return endToEndId === null ? payoutIds : [...payoutIds, endToEndId];
  return [...(payoutIds.length > 0 ? payoutIds : paymentIds), ...transactionIds];
}

const MAX_NAME_CHARACTERS = 200;
/** A text of more words is not the name of a person. */
const MAX_NAME_WORDS = 8;

/** Converts a name as deposits do, in the order of the text and with the last word first or the first word last. */
function convertedForms(name: string | null): readonly string[] {
  const words = convertName((name ?? '').slice(0, MAX_NAME_CHARACTERS)).split('-');
  if (words.length < 2 || words.length > MAX_NAME_WORDS) return [];
  const [first = '', ...others] = words;
  const last = words.at(-1) ?? '';
  return [words, [last, ...words.slice(0, -1)], [...others, first]].map((form) => form.join('-'));
}

/** Adds the creditor reference of each reference without RF, since a payer can omit RF, or copy it from elsewhere. */
function inAllForms(references: readonly string[]): readonly string[] {
  return references.flatMap((reference) => [reference, referenceIn('EUR', reference)]);
}
