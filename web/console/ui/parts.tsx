import { formatTimestamp } from '../format.ts';
import type { Transaction } from '../service/types.ts';
import { texts } from '../texts/texts.ts';
import { outcomeOf } from '../transactions/labels.ts';

export { CopyButton, CopyId } from './copy.tsx';

/** A timestamp for people, with its ISO form for programs. */
export function Timestamp({ iso }: { readonly iso: string }) {
  return <time dateTime={iso}>{formatTimestamp(iso)}</time>;
}

/** The outcome of a transaction, as a coloured word. */
export function StatusBadge(outcome: Pick<Transaction, 'status' | 'endedAs'>) {
  return <span class={`badge ${outcome.status}`}>{outcomeOf(outcome)}</span>;
}

/** The mark of a test key. `about` explains it. */
export function TestBadge({ about }: { readonly about: string }) {
  return (
    <span class="badge test-key" title={about}>
      {texts().shell.test}
    </span>
  );
}

interface BadgeProps {
  /** The tones: done, lost or stopped, to be looked at, waiting for somebody, and none of these. */
  readonly tone: 'good' | 'bad' | 'warn' | 'info' | 'neutral';
  readonly text: string;
}

export function Badge({ tone, text }: BadgeProps) {
  return <span class={`badge ${tone}`}>{text}</span>;
}
