import { useLayoutEffect, useRef } from 'preact/hooks';
import { formatCount, formatDay, printedAmount } from '../format.ts';
import { useAccountTitles } from '../search-field/choices.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import type { Preview } from './send-import.ts';

type Warning = Preview['warnings'][number];

interface WarningsProps {
  readonly warnings: readonly Warning[];
  /** Whether the operator has confirmed the account. */
  readonly isSure: boolean;
  readonly onSure: (isSure: boolean) => void;
}

/** Says why lines look like those of another account. The file can be imported once the operator is sure. */
export function AccountWarnings({ warnings, isSure, onSure }: WarningsProps) {
  const { warnings: t } = reconciliationTexts().preview;
  const known = useAccountTitles();
  const titleOf = (id: string) => known(id) ?? id;
  const box = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => box.current?.focus(), []);
  const names = [...new Set(warnings.map(({ accountId }) => titleOf(accountId)))].join(', ');
  return (
    <div class="banner refused" role="alert">
      <strong>{t.title(names)}</strong>
      <ul>
        {warnings.map((warning) => (
          <li key={`${warning.code} ${warning.accountId}`}>{wordsOf(warning, titleOf)}</li>
        ))}
      </ul>
      <label class="check">
        <input
          ref={box}
          type="checkbox"
          checked={isSure}
          onChange={({ currentTarget }) => onSure(currentTarget.checked)}
        />{' '}
        {t.sure(names)}
      </label>
    </div>
  );
}

function wordsOf(warning: Warning, titleOf: (accountId: string) => string): string {
  const { warnings: t } = reconciliationTexts().preview;
  const { code, lineCount, opening, closing, day, message } = warning;
  const count = formatCount(lineCount ?? 0);
  const other = titleOf(warning.otherAccountId ?? '');
  const amount = (value: number | null | undefined) => printedAmount(value ?? 0);
  switch (code) {
    case 'other-deposits':
    case 'other-iban':
      return t[code](count, other);
    case 'own-iban':
      return t[code](count);
    case 'other-balance':
      return t[code](amount(opening), other);
    case 'balance-gap':
      return t[code](amount(opening), amount(closing), formatDay(day ?? ''));
    default:
      return message;
  }
}
