import { useState } from 'preact/hooks';
import { formatMoment } from '../format.ts';
import type { TransactionStatus } from '../service/types.ts';

/** A moment for people and for programs. */
export function Moment({ iso }: { readonly iso: string }) {
  return <time dateTime={iso}>{formatMoment(iso)}</time>;
}

/** A state in a word and a colour. */
export function StatusBadge({ status }: { readonly status: TransactionStatus }) {
  return <span class={`badge ${status}`}>{status}</span>;
}

interface BadgeProps {
  readonly tone: 'good' | 'bad' | 'calm' | 'told';
  readonly text: string;
}

export function Badge({ tone, text }: BadgeProps) {
  return <span class={`badge ${tone}`}>{text}</span>;
}

interface CopyProps {
  readonly value: string;
  /** What is copied, for those who cannot see it. */
  readonly what: string;
}

/** Copies a value, and says that it did. */
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
