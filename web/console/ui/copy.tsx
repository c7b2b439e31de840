import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { shortenId } from '../format.ts';
import { texts } from '../texts/texts.ts';

/** How long the outcome of copying is shown. */
const OUTCOME_MS = 2_500;

type Outcome = 'copied' | 'notCopied';

/** Copies a value, and returns the outcome for a moment. A new value has no outcome. */
export function useCopy(value: string): readonly [outcome: Outcome | undefined, copy: () => void] {
  const [last, setLast] = useState<{ readonly value: string; readonly outcome: Outcome }>();
  useEffect(() => {
    const timer = setTimeout(() => setLast(undefined), OUTCOME_MS);
    return () => clearTimeout(timer);
  }, [last]);
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => setLast({ value, outcome: 'copied' }),
      () => setLast({ value, outcome: 'notCopied' }),
    );
  return [last?.value === value ? last.outcome : undefined, () => void copy()];
}

interface CopyProps {
  readonly value: string;
  /** The name of the value, for screen readers. */
  readonly what: string;
  /** Shown in place of "Copy", or of the shortened id. */
  readonly label?: string;
  readonly onCopy?: () => void;
}

/** Copies a value and reports the result. */
export function CopyButton({ value, what, label, onCopy }: CopyProps) {
  const t = texts().ui;
  const [outcome, copy] = useCopy(value);
  const shown = outcome ? t[outcome] : (label ?? t.copy);
  return (
    <>
      <button
        type="button"
        class="copy"
        aria-label={outcome || label ? `${shown}: ${what}` : t.copyWhat(what)}
        onClick={() => {
          copy();
          onCopy?.();
        }}
      >
        {shown}
      </button>
      <span class="visually-hidden" role="status">
        {outcome && `${t[outcome]}: ${what}`}
      </span>
    </>
  );
}

interface CopyIdProps extends CopyProps {
  /** Shown in place of the text of the label. */
  readonly children?: ComponentChildren;
}

/** A long id, shortened in the middle. A click copies all of it. */
export function CopyId({ value, what, label = shortenId(value), onCopy, children = label }: CopyIdProps) {
  const t = texts().ui;
  const [outcome, copy] = useCopy(value);
  return (
    <button
      type="button"
      class="id copy-id"
      title={value}
      aria-label={`${outcome ? t[outcome] : label}: ${t.copyWhat(what)}`}
      onClick={() => {
        copy();
        onCopy?.();
      }}
    >
      {outcome ? t[outcome] : children}
    </button>
  );
}
