import { normalizeIban } from '../../kernel/iban.ts';

/** Words that banks write where an id is missing. */
const NO_ID = new Set(['NONREF', 'NOREF', 'NONE', 'NOTPROVIDED', 'NOT PROVIDED', 'NOTAVAILABLE', 'N/A']);
/** The most characters that ISO 20022 allows. */
const MAX_ID_CHARACTERS = 35;
const CREDITOR_REFERENCE = /^RF\d\d[A-Z0-9]{1,21}$/;

/** An id of a payment, or null for a word that means a missing one. */
export function realId(text: string | undefined): string | null {
  const id = text?.trim() ?? '';
  return id.length === 0 || id.length > MAX_ID_CHARACTERS || NO_ID.has(id.toUpperCase()) ? null : id;
}

/** The creditor reference of ISO 11649 in a text: all of it, where blanks group it, or one of its words. */
export function creditorReferenceIn(text: string): string | null {
  const whole = text.replaceAll(' ', '').toUpperCase();
  if (isCreditorReference(whole)) return whole;
  return (
    text
      .toUpperCase()
      .split(/[^A-Z0-9]/)
      .find(isCreditorReference) ?? null
  );
}

/** Checks by modulo 97 (ISO 7064), with the first four characters at the end and A as 10 to Z as 35. */
function isCreditorReference(text: string): boolean {
  if (!CREDITOR_REFERENCE.test(text)) return false;
  let remainder = 0;
  for (const character of text.slice(4) + text.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}

/** The number of an account, normalized if it is an IBAN. */
export function accountNumber(text: string | undefined): string | null {
  const number = text?.trim() ?? '';
  return normalizeIban(number) ?? (number.length === 0 ? null : number);
}
