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
/** The other party is one thing: a bank writes all of it before the text of the payer, or all behind it. */
const PARTY = ['CNTP', 'ORDP', 'BENM', 'INIT', 'NAME', 'IBAN', 'BIC'];
/** ABN AMRO alone parts it, for direct debits (`CSID`): the account is behind their text, which the payee writes. */
const ACCOUNT = ['IBAN', 'BIC'];
const OF_A_PERSON = new Set(['NAME', 'ADDR', 'ID', 'IBAN', 'BIC', 'ISSU']);

/** Whether a text consists of Dutch codes: `/TRTP/SEPA OVERBOEKING/IBAN/…`. */
export function isSlashed(text: string): boolean {
  return START.test(text);
}

/** Reads a text of Dutch codes. Only known codes part it, as names and texts can have slashes. */
export function readSlashed(text: string, direction: LineDirection): Details {
  const values = readValues(text);
  // Some banks also close a value by a slash.
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
function readValues(text: string): ReadonlyMap<string, string> {
  const codes = findCodes(text);
  const remittance = codes.findIndex(({ key }) => key === 'REMI');
  const isBefore = (index: number) => remittance < 0 || index <= remittance;
  const said = withParty(new Set(codes.filter((_, index) => isBefore(index)).map(({ key }) => key)));
  const last = new Map(codes.map(({ key }, index) => [key, index]));
  const counting = codes.filter(
    ({ key }, index) => isBefore(index) || (!said.has(key) && last.get(key) === index),
  );
  const values = new Map<string, string>();
  counting.forEach(({ key, end }, index) => {
    if (!values.has(key)) values.set(key, text.slice(end, counting[index + 1]?.start ?? text.length));
  });
  return values;
}

/** Codes with all others of the party if one of them is there. */
function withParty(codes: ReadonlySet<string>): ReadonlySet<string> {
  if (!PARTY.some((key) => codes.has(key))) return codes;
  return new Set([...codes, ...PARTY.filter((key) => !codes.has('CSID') || !ACCOUNT.includes(key))]);
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
