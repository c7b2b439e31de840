import { foldLetters } from '../../kernel/fold-letters.ts';
import { normalizeIban } from '../../kernel/iban.ts';
import { fileProblem } from '../../reconciliation/domain/file-problems.ts';
import {
  MAX_RAW,
  type StatementHeader,
  type StatementLine,
  type StatementProblem,
} from '../../reconciliation/domain/statement.ts';
import { isCollective } from './business-codes.ts';
import type { Details } from './details.ts';
import { readDetails } from './dialects.ts';
import { type Entry, readEntry } from './entry.ts';
import type { MessageField } from './fields.ts';
import { realId } from './references.ts';

/** Words that point to a key in `:86:`. */
const POINTER = /^(?:EREF|KREF|MREF|PREF|MARF)\+?$/;

/** `/OCMT/EUR1,00/`: what the bank says about the line. */
const BANK_CODE = /^\/[A-Z]{3,4}\//;

/** The type of a returned item. */
const RETURNED = /^[NFS]RTI$/;

/** The fields of one line: `:61:`, and any number of `:86:`. */
export interface LineFields {
  readonly entry: MessageField;
  readonly texts: readonly MessageField[];
  /** Whether the bank must have written its beginning. */
  readonly isCertain: boolean;
}

/**
 * Makes a line from its fields.
 * @returns null for an amount of zero, which moves no money: banks use it for messages.
 */
export function readLine(
  fields: LineFields,
  header: StatementHeader,
): StatementLine | StatementProblem | null {
  const entry = readEntry(fields.entry.lines);
  if ('code' in entry) return entry;
  const { currency, iban } = header.account;
  if (currency === null) return fileProblem('no_field_currency', null);
  if (entry.amountMinor === 0) return null;
  const details = readDetails(fields.texts, entry.direction);
  const hasField = fields.texts.length > 0;
  const texts = hasField || entry.supplement === '' ? details.remittance : [entry.supplement];
  const isSupplemented = hasField && isFurtherText(entry, details);
  const isPending = header.kind === 'intraday' || entry.isExpected;
  return {
    place: `line ${fields.entry.number}`,
    bookingDate: entry.bookingDate,
    valueDate: entry.valueDate,
    direction: entry.direction,
    amountMinor: entry.amountMinor,
    currency,
    status: isPending ? 'pending' : 'booked',
    isReversal: entry.isReversal,
    isCollective: !fields.isCertain || details.isUnclear || isCollective(details.businessCode),
    returnReason: details.returnReason ?? (RETURNED.test(entry.type) ? entry.type : null),
    counterpartyName: details.name,
    ultimateName: details.ultimateName,
    counterpartyIban: details.account ?? otherIban(entry, iban),
    remittance: isSupplemented ? [entry.supplement, ...texts] : texts,
    isSupplemented,
    structuredReference: details.structuredReference,
    endToEndId: details.endToEndId ?? customerReference(entry, details),
    paymentId: details.paymentId,
    // MT940 has no field for the number of payments in a line.
    paymentCount: null,
    bankReference: realId(entry.bankReference),
    // The standard promises nothing about it, and banks give one reference to all lines of a batch.
    isBankReferenceTrusted: false,
    transactionCode: [entry.type, details.businessCode].filter((part) => part).join(' ') || null,
    balanceAfterMinor: null,
    raw: rawText(fields),
  };
}

/**
 * Whether the text below the line is a further text of the payer: the bank has no keys for texts, and does not repeat
 * it in `:86:`.
 */
function isFurtherText({ supplement }: Entry, { remittance, hasKeys }: Details): boolean {
  const isOther = hasKeys || BANK_CODE.test(supplement) || normalizeIban(supplement) !== undefined;
  return supplement !== '' && !isOther && !folded(remittance.join(' ')).includes(folded(supplement));
}

function folded(text: string): string {
  return foldLetters(text).replaceAll(' ', '');
}

/** Some banks write the other account below the line or in the place of the customer's reference. */
function otherIban(entry: Entry, own: string | null): string | null {
  const ibans = [entry.supplement, entry.customerReference].map(normalizeIban);
  return ibans.find((iban) => iban !== undefined && iban !== own) ?? null;
}

/** The reference of the customer is the end-to-end id where the texts have no keys for one. */
function customerReference({ customerReference: reference }: Entry, { hasKeys }: Details): string | null {
  const isOther = hasKeys || POINTER.test(reference) || normalizeIban(reference) !== undefined;
  return isOther ? null : realId(reference);
}

function rawText({ entry, texts }: LineFields): string {
  const fields = [entry, ...texts].map(({ tag, lines }) => `:${tag}:${lines.join('\n')}`);
  return fields.join('\n').slice(0, MAX_RAW).toWellFormed();
}
