import { printable } from '../../kernel/texts.ts';
import { REASON_CODES } from './reason-codes.ts';
import type { StatusReason } from './status-report.ts';

export const REASON_LANGUAGES = ['en', 'tr'] as const;
export type ReasonLanguage = (typeof REASON_LANGUAGES)[number];

const NO_REASON: Readonly<Record<ReasonLanguage, string>> = {
  en: 'The bank gives no reason',
  tr: 'Banka neden belirtmedi',
};

/** The code for a reason that only its text gives. */
const NARRATIVE = 'NARR';

/**
 * Writes a bank's reason as a sentence without a full stop: `Hesap kapalı (AC04): Konto erloschen`. An unknown code
 * stands as it is, before the bank's own text.
 */
export function reasonWords({ code, proprietary, text }: StatusReason, language: ReasonLanguage): string {
  const own = code ?? proprietary;
  const words = own === null ? undefined : wordsOf(own, language);
  const name = words === undefined ? own : `${words} (${own})`;
  const parts = [own === NARRATIVE ? null : name, code && proprietary, text];
  return printable(parts.filter((part) => part).join(': ')) || NO_REASON[language];
}

/** Writes all reasons of a status. @returns words for a missing reason if there is none. */
export function wordsOfReasons(reasons: readonly StatusReason[], language: ReasonLanguage): string {
  const words = new Set(reasons.map((reason) => reasonWords(reason, language)));
  return [...words].join('; ') || NO_REASON[language];
}

function wordsOf(code: string, language: ReasonLanguage): string | undefined {
  return REASON_CODES[code]?.[language === 'en' ? 0 : 1];
}
