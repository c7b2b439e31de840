import { useState } from 'preact/hooks';
import { formatTimestamp } from '../format.ts';
import type { TransactionStatus } from '../service/types.ts';

/** A timestamp for people, with its ISO form for programs. */
export function Timestamp({ iso }: { readonly iso: string }) {
  return <time dateTime={iso}>{formatTimestamp(iso)}</time>;
}

/** A status as a coloured word. */
export function StatusBadge({ status }: { readonly status: TransactionStatus }) {
  return <span class={`badge ${status}`}>{status}</span>;
}

interface BadgeProps {
  readonly tone: 'good' | 'bad' | 'neutral' | 'info';
  readonly text: string;
}

export function Badge({ tone, text }: BadgeProps) {
  return <span class={`badge ${tone}`}>{text}</span>;
}

interface CopyProps {
  readonly value: string;
  /** The name of the value, for screen readers. */
  readonly what: string;
}

/** Copies a value and reports the result. */
export function CopyButton({ value, what }: CopyProps) {
  const [outcome, setOutcome] = useState<'Copied' | 'Not copied'>();
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => setOutcome('Copied'),
      () => setOutcome('Not copied'),
    );
  return (
    <>
      <button type="button" class="copy" aria-label={`Copy ${what}`} onClick={copy}>
        {outcome ?? 'Copy'}
      </button>
      <span class="visually-hidden" role="status">
        {outcome && `${outcome}: ${what}`}
      </span>
    </>
  );
}
