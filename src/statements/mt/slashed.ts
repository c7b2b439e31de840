import { paymentIdsIn } from '../../payouts/domain/file-ids.ts';
import type { LineDirection } from '../../reconciliation/domain/statement.ts';
import { type Details, NO_DETAILS } from './details.ts';
import { cleanText } from './lines.ts';
import { accountNumber, creditorReferenceIn, realId } from './references.ts';

const KEYS =
  'TRTP TRCD IBAN BIC NAME REMI EREF PREF KREF MARF CSID CNTP ORDP BENM ULTD ULTC ULTB ADDR ID ISDT RTRN RTYP PURP SVCL OCMT CHGS EXCH BUSP SBID NRTX RREF INIT ACCW ISSU';
const KEY = new RegExp(`/(${KEYS.replaceAll(' ', '|')})/`, 'g');
const START = new RegExp(`^ ?/(?:${KEYS.replaceAll(' ', '|')})/`);
/** Keys after which the next name is that of the other party, and of the person for whom it pays or is paid. */
const SIDES = new Set(['ORDP', 'BENM', 'INIT']);
const ULTIMATES = new Set(['ULTD', 'ULTC', 'ULTB']);
/** The codes of the other party stay together: a bank writes all of them before the payer's text, or all after it. */
const PARTY = ['CNTP', 'ORDP', 'BENM', 'INIT', 'NAME', 'IBAN', 'BIC'];
/**
 * Only ABN AMRO separates them, for a direct debit (`CSID`): the account comes after the text, which the payee writes.
 */
const ACCOUNT = ['IBAN', 'BIC'];
const PARTY_STARTS = ['CNTP', 'ORDP', 'BENM'];
/** The codes that a bank gives only once: the name of the other party, its account, and which side it is. */
const SAID_ONCE = [['CNTP', 'NAME'], ['CNTP', 'IBAN'], PARTY_STARTS];
const OF_A_PERSON = new Set(['NAME', 'ADDR', 'ID', 'IBAN', 'BIC', 'ISSU']);

/** Whether a text consists of Dutch codes: `/TRTP/SEPA OVERBOEKING/IBAN/…`. */
export function isSlashed(text: string): boolean {
  return START.test(text);
}

/** Reads a text of Dutch codes. Only known codes separate its parts, because names and texts can have slashes. */
export function readSlashed(text: string, direction: LineDirection): Details {
  const codes = findCodes(text);
  const values = readValues(text, codes, direction);
  // Some banks also end a value with a slash.
  const value = (key: string) => cleanText((values.get(key) ?? '').replace(/\/$/, ''));
  const [account, , ...place] = (values.get('CNTP') ?? '').split('/');
  const ultimates = direction === 'credit' ? ['ULTD', 'ULTC', 'ULTB'] : ['ULTC', 'ULTB', 'ULTD'];
  const ultimate = ultimates.map((key) => value(key).split('/', 1)[0]).find((name) => name);
  return {
    ...NO_DETAILS,
    ...readRemittance(values.get('REMI') ?? ''),
    name: nameOf(place) || value('NAME') || value('BENM') || value('ORDP') || null,
    ultimateName: ultimate ?? null,
    account: accountNumber(account || value('IBAN')),
    endToEndId: realId(value('EREF')),
    paymentId: paymentIdsIn(`${value('PREF')} ${value('KREF')}`)[0] ?? null,
    returnReason: value('RTRN') || null,
    hasKeys: true,
    isUnclear: direction === 'credit' && isNamedTwice(codes),
  };
}

/** The name after account and bank in `CNTP`. The city is last, and a slash can follow it. */
function nameOf(place: readonly string[]): string {
  const closed = place.at(-1) === '' ? place.slice(0, -1) : place;
  return cleanText((closed.length > 1 ? closed.slice(0, -1) : closed).join('/'));
}

/** `USTD//text/`, `STRD/CUR/reference` with the kind of the reference, or the text alone. */
function readRemittance(text: string): Pick<Details, 'remittance' | 'structuredReference'> {
  if (text.startsWith('STRD/')) {
    const [, , reference = ''] = text.split('/', 3);
    return { remittance: [], structuredReference: cleanText(reference) || null };
  }
  const plain = cleanText(text.startsWith('USTD//') ? text.slice(6).replace(/\/$/, '') : text);
  return { remittance: plain ? [plain] : [], structuredReference: creditorReferenceIn(plain) };
}

interface Code {
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The values of the codes. Payers can write codes into their text, which is the value of REMI. So a code counts up to
 * REMI; after it, only the last occurrence of a code counts, and none of what the bank has said before it.
 */
function readValues(
  text: string,
  codes: readonly Code[],
  direction: LineDirection,
): ReadonlyMap<string, string> {
  const remittance = codes.findIndex(({ key }) => key === 'REMI');
  const before = remittance < 0 ? codes : codes.slice(0, remittance + 1);
  const party = partyOf(before);
  const said = withParty(new Set(before.map(({ key }) => key)), direction);
  const last = new Map(codes.map((code) => [code.key, code]));
  const counting = [
    ...before.filter((code) => !PARTY.includes(code.key) || party.includes(code)),
    ...codes.slice(before.length).filter((code) => !said.has(code.key) && last.get(code.key) === code),
  ];
  const values = new Map<string, string>();
  counting.forEach(({ key, end }, index) => {
    if (!values.has(key)) values.set(key, text.slice(end, counting[index + 1]?.start ?? text.length));
  });
  return values;
}

/** The codes of the other party. The payer's id (EREF) can contain them too: after an id, the last party counts. */
function partyOf(codes: readonly Code[]): readonly Code[] {
  const all = codes.filter(({ key }) => PARTY.includes(key));
  const id = codes.find(({ key }) => key === 'EREF');
  const beforeId = id ? all.filter(({ start }) => start < id.start) : all;
  if (beforeId.length > 0) return beforeId;
  const start = all.findLastIndex(({ key }) => PARTY_STARTS.includes(key));
  if (start >= 0) return all.slice(start);
  return [...new Map(all.map((code) => [code.key, code])).values()];
}

/**
 * Whether a text names the other party twice. Then the payer has written one of them, and their places do not show
 * which.
 */
function isNamedTwice(codes: readonly Code[]): boolean {
  // The sender of a file for somebody else is a further party.
  const named = codes.filter((_, index) => codes[index - 1]?.key !== 'INIT');
  return SAID_ONCE.some((keys) => named.filter(({ key }) => keys.includes(key)).length > 1);
}

/** Codes with all others of the party if one of them is there. */
function withParty(codes: ReadonlySet<string>, direction: LineDirection): ReadonlySet<string> {
  if (!PARTY.some((key) => codes.has(key))) return codes;
  const isParted = direction === 'debit' && codes.has('CSID');
  return new Set([...codes, ...PARTY.filter((key) => !isParted || !ACCOUNT.includes(key))]);
}

function findCodes(text: string): Code[] {
  let person = '';
  return Array.from(text.matchAll(KEY), (match) => {
    const code = match[1] ?? '';
    if (!OF_A_PERSON.has(code)) person = SIDES.has(code) || ULTIMATES.has(code) ? code : '';
    const isEmpty = text.startsWith('/', match.index + match[0].length);
    return { key: keyOf(code, person, isEmpty), start: match.index, end: match.index + match[0].length };
  });
}

/** The name after ULTD is the value of ULTD. No other field of that person is a field of the other party. */
function keyOf(code: string, person: string, isEmpty: boolean): string {
  if (ULTIMATES.has(code)) return isEmpty ? `${code}//` : code;
  if (!ULTIMATES.has(person)) return code;
  return code === 'NAME' ? person : `${person}/${code}`;
}
