import { formatTimestamp } from '../format.ts';
import type { TransactionStatus } from '../service/types.ts';
import { texts } from '../texts/texts.ts';

export { CopyButton, CopyId } from './copy.tsx';

/** A timestamp for people, with its ISO form for programs. */
export function Timestamp({ iso }: { readonly iso: string }) {
  return <time dateTime={iso}>{formatTimestamp(iso)}</time>;
}

/** A status as a coloured word. */
export function StatusBadge({ status }: { readonly status: TransactionStatus }) {
  return <span class={`badge ${status}`}>{texts().ui.status[status]}</span>;
}

/** The mark of a test key. `about` says what it means here. */
export function TestBadge({ about }: { readonly about: string }) {
  return (
    <span class="badge test-key" title={about}>
      {texts().shell.test}
    </span>
  );
}

interface BadgeProps {
  readonly tone: 'good' | 'bad' | 'neutral' | 'info';
  readonly text: string;
}

export function Badge({ tone, text }: BadgeProps) {
  return <span class={`badge ${tone}`}>{text}</span>;
}
