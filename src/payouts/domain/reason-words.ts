import { printable } from '../../kernel/printable.ts';
import { REASON_CODES } from './reason-codes.ts';
import type { StatusReason } from './status-report.ts';

export const REASON_LANGUAGES = ['en', 'tr'] as const;
export type ReasonLanguage = (typeof REASON_LANGUAGES)[number];

const NO_REASON: Readonly<Record<ReasonLanguage, string>> = {
  en: 'The bank gives no reason',
  tr: 'Banka neden belirtmedi',
};

/** The code of a reason that stands in its text alone. */
const NARRATIVE = 'NARR';

/**
 * Says a bank's reason as a sentence without its end: `Hesap kapalı (AC04): Konto erloschen`. A code that is not known
 * stands for itself, before the bank's own text.
 */
export function reasonWords({ code, proprietary, text }: StatusReason, language: ReasonLanguage): string {
  const own = code ?? proprietary;
  const words = own === null ? undefined : wordsOf(own, language);
  const name = words === undefined ? own : `${words} (${own})`;
  const parts = [own === NARRATIVE ? null : name, code && proprietary, text];
  return printable(parts.filter((part) => part).join(': ')) || NO_REASON[language];
}

/** Says all reasons of a status. @returns the words for no reason if there is none. */
export function wordsOfReasons(reasons: readonly StatusReason[], language: ReasonLanguage): string {
  const words = new Set(reasons.map((reason) => reasonWords(reason, language)));
  return [...words].join('; ') || NO_REASON[language];
}

function wordsOf(code: string, language: ReasonLanguage): string | undefined {
  return REASON_CODES[code]?.[language === 'en' ? 0 : 1];
}
