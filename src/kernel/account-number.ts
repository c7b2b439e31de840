/**
 * The characters of bank and branch at the beginning of the national part of an IBAN, and for Turkey the reserved digit
 * (SWIFT IBAN registry). The rest is the number of the account. Countries are left out whose numbers of accounts have
 * check digits around them.
 */
const BANK_LENGTHS: Readonly<Record<string, number>> = {
  AE: 3,
  AT: 5,
  BG: 10,
  CH: 5,
  CY: 8,
  CZ: 4,
  DE: 8,
  DK: 4,
  GB: 10,
  GR: 7,
  HR: 7,
  IE: 10,
  LI: 5,
  LT: 5,
  LU: 3,
  LV: 4,
  NL: 4,
  PL: 8,
  RO: 4,
  SA: 2,
  SE: 3,
  SK: 4,
  TR: 6,
};
/** The fewest digits of a number without a bank code that name an account. */
const MIN_DIGITS = 6;
/** The fewest digits that an account that somebody has chosen must have in common with its IBAN at its end, and anywhere. */
const [MIN_END, MIN_INSIDE] = [4, 6];
const BIC = /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;
const MAX_GROUPS = 8;

/** A number of an account as a bank writes it: with or without its bank code and its branch. */
interface WrittenNumber {
  /** Groups of the number of the account without leading zeros: `19-2000145399` has two. */
  readonly groups: readonly string[];
  /** The bank code, then branches; empty without one. */
  readonly bank: readonly string[];
}

/**
 * Whether the number of an account, in any of the forms that banks write into `:25:` or above a table, is that of an IBAN:
 * `12345678`, `0012345678EUR`, `20040000/12345678`, `12345678/20040000`, `0059-00372/666009999`, `COBADEFF/12345678`. The
 * bank code must be that of the IBAN, and the number must be all of its number but for leading zeros.
 * @param iban normalized.
 */
export function isNumberOf(number: string, iban: string): boolean {
  return readings(number).some(({ bank, groups }) => {
    const [code] = bank;
    if (code === undefined) return isWholeNumber(groups, iban);
    if (!BIC.test(code)) return withoutLetters(iban).some((text) => expression(bank, groups).test(text));
    const national = iban.slice(4);
    const isBank = /^[A-Z]/.test(national) ? national.startsWith(code.slice(0, 4)) : true;
    return isBank && code.slice(4, 6) === iban.slice(0, 2) && isWholeNumber(groups, iban);
  });
}

/**
 * Whether an account that somebody has chosen can be meant: its number ends with the digits, or contains them. A branch that no
 * IBAN has can stand before them. If it is unknown which part of the IBAN is the bank code, the digits and the bank code can
 * be anywhere in the national part.
 */
export function couldBeNumberOf(number: string, iban: string): boolean {
  if (isNumberOf(number, iban)) return true;
  const national = iban.slice(4);
  const part = accountPart(iban);
  const own = part || national;
  return readings(number).some(({ bank: [code = ''], groups }) => {
    if (part === '' && !BIC.test(code) && !national.includes(code)) return false;
    const digits = groups.join('');
    const isEnd = digits.length >= MIN_END && own.endsWith(digits);
    return isEnd || (digits.length >= MIN_INSIDE && own.includes(digits));
  });
}

/** The possible readings of a number, because it does not show which of its parts is the bank code. */
function readings(number: string): readonly WrittenNumber[] {
  const parts = number.toUpperCase().split('/').map(groupsOf);
  const [first = [], ...others] = parts.filter((groups) => groups.length > 0);
  const last = others.at(-1);
  if (!last) return [{ bank: [], groups: first }];
  const between = others.slice(0, -1).flat();
  return [
    { bank: [...first, ...between], groups: last },
    { bank: [...last, ...between], groups: first },
  ];
}

/** Groups of letters and digits, without leading zeros and without a currency at the end. */
function groupsOf(part: string): readonly string[] {
  const plain = /^[\d\s-]+[A-Z]{3}$/.test(part.trim()) ? part.trim().slice(0, -3) : part;
  return plain
    .split(/[^A-Z0-9]+/)
    .map((group) => group.replace(/^0+/, ''))
    .filter((group) => group !== '')
    .slice(0, MAX_GROUPS);
}

/** Whether groups are the whole number of an account, or the whole national part of its IBAN. A branch can be missing there. */
function isWholeNumber(groups: readonly string[], iban: string): boolean {
  if (groups.join('').length < MIN_DIGITS) return false;
  const whole = expression([], groups);
  const own = accountPart(iban);
  if (whole.test(own) || withoutLetters(iban).some((text) => whole.test(text))) return true;
  const last = groups.at(-1) ?? '';
  return last.length >= MIN_DIGITS && expression([], [last]).test(own);
}

/** The bank code, branches that can be missing, then the number: between them nothing but zeros. */
function expression([code = '', ...branches]: readonly string[], groups: readonly string[]): RegExp {
  const optional = branches.map((branch) => `(?:${branch}0*)?`).join('');
  return new RegExp(`^0*${code}0*${optional}${groups.join('0*')}$`);
}

/** The national part of an IBAN, and the same without the letters of its bank. */
function withoutLetters(iban: string): readonly string[] {
  const national = iban.slice(4);
  return [national, national.replace(/^[A-Z]+/, '')];
}

function accountPart(iban: string): string {
  const length = BANK_LENGTHS[iban.slice(0, 2)];
  return length === undefined ? '' : iban.slice(4 + length);
}
