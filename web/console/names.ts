import type { Transaction } from './service/types.ts';
import { locale } from './texts/texts.ts';

/** The endings of legal names of banks, which nobody says. */
const SUFFIX = /(?:\s+(?:bank|bankası|t?\.?\s?a\.?\s?ş\.?))+$/iu;

/** Returns the name of a bank as people say it: "Ege" for "Ege Bankası A.Ş.". */
export function shortBankName(name: string): string {
  return name.replace(SUFFIX, '') || name;
}

/** Returns the short name of an account: its bank and the last digits of its IBAN. */
export function shortAccountName(bank: string, iban: string, digits = 4): string {
  return `${shortBankName(bank)} · ${iban.replace(/\s/g, '').slice(-digits)}`;
}

/** Returns an order of the alphabet, so that people find what they know by its name. */
export function byName<T>(nameOf: (item: T) => string): (one: T, other: T) => number {
  return (one, other) => nameOf(one).localeCompare(nameOf(other), locale());
}

/** Returns the short name of an account with its digits first, for places where the end is cut off. */
export function withDigitsFirst(shortName: string): string {
  return shortName.split(' · ').reverse().join(' · ');
}

/** Returns the account to which a deposit is paid; for a withdrawal, the bank that will pay it. */
export function accountOf({
  type,
  bank,
  bankAccountIban,
}: Pick<Transaction, 'type' | 'bank' | 'bankAccountIban'>): string {
  return type === 'deposit' && bankAccountIban
    ? shortAccountName(bank, bankAccountIban)
    : shortBankName(bank);
}

/** Returns the first letters of the first and the last name. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => [...(word ?? '')][0] ?? '');
  return letters.join('').toLocaleUpperCase(locale());
}
