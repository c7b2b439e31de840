import { useEffect, useState } from 'preact/hooks';
import { formatTimestamp } from '../format.ts';
import type { TransactionStatus } from '../service/types.ts';
import { texts } from '../texts/texts.ts';

/** A timestamp for people, with its ISO form for programs. */
export function Timestamp({ iso }: { readonly iso: string }) {
  return <time dateTime={iso}>{formatTimestamp(iso)}</time>;
}

/** A status as a coloured word. */
export function StatusBadge({ status }: { readonly status: TransactionStatus }) {
  return <span class={`badge ${status}`}>{texts().ui.statuses[status]}</span>;
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

/** The result is shown for this long. */
const SHOWN_MS = 4_000;

/** Copies a value and reports the result. */
export function CopyButton({ value, what }: CopyProps) {
  const [outcome, setOutcome] = useState<'copied' | 'notCopied'>();
  const t = texts().ui;
  useEffect(() => {
    if (!outcome) return undefined;
    const timer = setTimeout(() => setOutcome(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => setOutcome('copied'),
      () => setOutcome('notCopied'),
    );
  return (
    <>
      <button
        type="button"
        class="copy"
        aria-label={outcome ? t.outcomeOf(t[outcome], what) : t.copyWhat(what)}
        onClick={copy}
      >
        {outcome ? t[outcome] : t.copy}
      </button>
      <span class="visually-hidden" role="status">
        {outcome && t.outcomeOf(t[outcome], what)}
      </span>
    </>
  );
}
