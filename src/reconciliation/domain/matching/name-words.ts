/**
 * Words in names that do not distinguish persons. Sources: the Turkish Commercial Code for the forms of companies, and
 * the titles that banks and postal services of Turkey, Germany and Britain use to address people.
 */

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Maps each of several spellings to the first. */
function spellingsOf(text: string): ReadonlyMap<string, string> {
  const words = text.split(/\s+/).map((word) => word.split('/'));
  return new Map(words.flatMap((all) => all.map((one) => [one, all[0] ?? one])));
}

/** Titles in front of a name. */
export const TITLES = wordsOf(
  `SN SAYIN BAY BAYAN BY BYN DR DRA PROF DOC YRD AV UZM OP ECZ DT MR MRS MS MISS MX SIR HERR HERRN FRAU HR FR DIPL ING MAG`,
);

/** Words that join the holders of an account. */
export const JOINING_WORDS = wordsOf('VE AND UND ET');

/** Words that say that somebody pays for somebody else. */
export const FOR_ANOTHER = wordsOf('ADINA NAMINA YERINE HESABINA VEKALETEN VEKILI VASISI VELISI CO');

/** Words that a payer puts after the name of the person for whom the money is. */
export const ON_BEHALF = wordsOf('ADINA NAMINA YERINE VEKALETEN ICIN');

/** The legal forms of companies, each with its other spellings. Names with different forms are two companies. */
const LEGAL_FORMS = spellingsOf(
  `AS LTD/LIMITED/LT STI/SIRKET/SIRKETI GMBH/MBH UG AG KG OHG GBR SE INC/CORP LLC PLC KOOP/KOOPERATIFI KOLL/KOLLEKTIF
KOM/KOMANDIT VAKFI DERNEGI`,
);

/** Trades that a company has in its full name and leaves out in daily use. */
const TRADES = wordsOf(
  `VE SAN SANAYI SANAYII TIC TICARET PAZ PAZARLAMA ITH ITHALAT IHR IHRACAT ITHALATI IHRACATI DIS IC HIZ HIZMETLERI HIZM`,
);

/** Trades with their short forms. Names with different trades are two companies. */
const SHORT_TRADES = spellingsOf(
  `INSAAT/INS TEKSTIL/TEKS TURIZM/TURZ/TUR NAKLIYAT/NAK MOBILYA/MOB ELEKTRIK/ELEK OTOMOTIV/OTOM DANISMANLIK/DAN
BILISIM/BIL MUHENDISLIK/MUH`,
);

/** A name read as that of a company. */
export interface Company {
  /** The words that distinguish it from other companies, in order. */
  readonly core: readonly string[];
  /** `AS`, `LTD STI`; empty if the name shows none. */
  readonly form: string;
}

const ANONYMOUS = /(?<=\S) (?:ANONIM (?:SIRKETI|SIRKET|STI)|ANONIM)(?= |$)|(?<=\S) A S$/g;
const LIMITED = new Set(['LTD', 'STI', 'LTD STI']);

function isOfCompany(word: string): boolean {
  return LEGAL_FORMS.has(word) || TRADES.has(word) || word === 'ANONIM';
}

/** Reads the words of a name as those of a company; null if it has no word that only companies have. */
export function readCompany(words: readonly string[]): Company | null {
  if (!words.some(isOfCompany) && words.slice(-2).join('') !== 'AS') return null;
  const joined = words.join(' ').replace(ANONYMOUS, ' AS').split(' ');
  const forms = joined.flatMap((word) => LEGAL_FORMS.get(word) ?? []);
  const core = joined.filter((word) => !LEGAL_FORMS.has(word) && !TRADES.has(word));
  const hasTrade = joined.some(
    (word) => word !== 'VE' && word !== 'IC' && word !== 'DIS' && TRADES.has(word),
  );
  if ((forms.length === 0 && !hasTrade) || core.length === 0) return null;
  const form = [...new Set(forms)].sort().join(' ');
  return {
    core: core.map((word, place) => (place === 0 ? word : (SHORT_TRADES.get(word) ?? word))),
    form: LIMITED.has(form) ? 'LTD' : form,
  };
}

/** Whether a word can be the cut beginning of a word that companies have at the end of their names. */
export function beginsCompanyWord(word: string): boolean {
  return [...LEGAL_FORMS.keys(), ...TRADES, 'ANONIM'].some((whole) => whole.startsWith(word));
}

/** Whether two companies can be the same: they have the same legal form, or one shows none. */
export function isSameForm(one: Company, other: Company): boolean {
  return one.form === '' || other.form === '' || one.form === other.form;
}
