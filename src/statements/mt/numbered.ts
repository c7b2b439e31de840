import type { LineDirection } from '../../reconciliation/domain/statement.ts';
import { isReturn } from './business-codes.ts';
import { type Details, NO_DETAILS } from './details.ts';
import { cleanText } from './lines.ts';
import { accountNumber } from './references.ts';
import { readPurpose } from './sepa-keys.ts';

/** German and Austrian banks use `?`; Polish, Czech and Dutch ones also other signs. The digits before it can be missing. */
const START = /^ {0,4}(\d{3})?([?~<>^@|])\d\d/;
const FULL_NAME = 27;

/** The return codes of German banks. Other numbers in the same place are additions of the text key. */
const RETURN_CODE = /^9[0-3]\d$/;

/** The subfields whose text does not come from the payer: booking text, journal number, bank, account, name, codes. */
const OTHER = new Set('00 10 30 31 32 33 34 38 70 71'.split(' '));

/** Subfields of the bank and of the other party, which occur once, and before the rest of a long purpose. */
const OF_PARTY = /^3[0-8]$/;
const SAID_ONCE = ['31', '32', '38'];
const REST_OF_PURPOSE = /^6[0-3]$/;

/** Whether a text consists of numbered subfields: `166?00GUTSCHRIFT?20…`, `020~00…`. */
export function isNumbered(text: string): boolean {
  return START.test(text);
}

/** Reads a text of numbered subfields. Numbers that only some banks use are kept as texts. */
export function readNumbered(text: string, direction: LineDirection): Details {
  const [, businessCode = null, separator = '?'] = START.exec(text) ?? [];
  const all = split(text, separator);
  const subfields = withoutLate(all);
  const value = (number: string) => subfields.findLast((one) => one.number === number)?.text.trim() ?? '';
  const purpose = readPurpose(subfields.filter(({ number }) => !OTHER.has(number)).map((one) => one.text));
  const debtor = purpose.ultimateDebtor ?? readName(subfields, '70', '71');
  const ultimates = [debtor, purpose.ultimateCreditor];
  return {
    ...NO_DETAILS,
    businessCode,
    remittance: purpose.remittance,
    name: readName(subfields, '32', '33'),
    ultimateName:
      (direction === 'credit' ? ultimates : ultimates.reverse()).find((name) => name !== null) ?? null,
    account: readAccount(subfields) ?? accountNumber(purpose.iban ?? ''),
    endToEndId: purpose.endToEndId,
    paymentId: purpose.paymentId,
    structuredReference: purpose.structuredReference,
    returnReason: readReturn(businessCode, value('34'), value('00')),
    hasKeys: true,
    isUnclear: direction === 'credit' && isForged(all, subfields),
  };
}

interface Subfield {
  readonly number: string;
  readonly text: string;
}

function split(text: string, separator: string): Subfield[] {
  const subfields: Subfield[] = [];
  for (const part of text.slice(text.indexOf(separator) + 1).split(separator)) {
    const last = subfields.at(-1);
    if (/^\d\d/.test(part)) subfields.push({ number: part.slice(0, 2), text: part.slice(2) });
    // If no number follows, the sign is part of a text.
    else if (last) subfields[subfields.length - 1] = { ...last, text: `${last.text}${separator}${part}` };
  }
  return subfields;
}

/** Leaves out the subfields of a party after the rest of a long purpose: the payer wrote them. */
function withoutLate(subfields: readonly Subfield[]): readonly Subfield[] {
  const rest = subfields.findIndex(({ number }) => REST_OF_PURPOSE.test(number));
  const isOfParty = ({ number }: Subfield) => OF_PARTY.test(number);
  if (rest < 0 || !subfields.slice(0, rest).some(isOfParty)) return subfields;
  return subfields.filter((one, index) => index < rest || !isOfParty(one));
}

/** Whether a payer has written subfields of a party: one occurs twice, or after the end of the purpose. */
function isForged(all: readonly Subfield[], counting: readonly Subfield[]): boolean {
  const isRepeated = (number: string) => all.filter((one) => one.number === number).length > 1;
  return counting.length < all.length || SAID_ONCE.some(isRepeated);
}

/**
 * A name in two subfields. The last occurrence of the first subfield counts, because the texts of a payer come before
 * the subfields of the bank.
 */
function readName(subfields: readonly Subfield[], first: string, second: string): string | null {
  const start = subfields.findLastIndex(({ number }) => number === first);
  const end = subfields.findLastIndex(({ number }) => number === second);
  const [text, rest] = [subfields[start]?.text ?? '', end > start ? (subfields[end]?.text ?? '') : ''];
  return nullable(text.length >= FULL_NAME ? text + rest : `${text} ${rest}`);
}

/** The account. The last subfield counts here too: banks have one of the two, or the IBAN after the number. */
function readAccount(subfields: readonly Subfield[]): string | null {
  const last = subfields.findLast(({ number, text }) => (number === '31' || number === '38') && text.trim());
  return accountNumber(last?.text);
}

function nullable(text: string): string | null {
  return cleanText(text) || null;
}

function readReturn(businessCode: string | null, code: string, bookingText: string): string | null {
  if (isReturn(businessCode)) return nullable(code) ?? nullable(bookingText) ?? businessCode;
  return RETURN_CODE.test(code) ? code : null;
}
