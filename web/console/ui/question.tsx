import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { texts } from '../texts/texts.ts';

interface QuestionProps {
  /** The text of the button that confirms. */
  readonly confirm: string;
  readonly onAnswer: (isMeant: boolean) => void;
  readonly children: ComponentChildren;
}

/**
 * Asks whether something unusual is intended. It has the focus itself, so that Enter does not answer it. Escape leaves
 * it.
 */
export function Question({ confirm, onAnswer, children }: QuestionProps) {
  const banner = useRef<HTMLDivElement>(null);
  // The next key is for the question: no effect after painting.
  useLayoutEffect(() => {
    banner.current?.focus();
    banner.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div
      ref={banner}
      class="banner amount-question"
      role="alert"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onAnswer(false);
      }}
    >
      {children}
      <div class="actions">
        <button type="button" onClick={() => onAnswer(false)}>
          {texts().ui.back} <kbd>Esc</kbd>
        </button>
        <button
          type="button"
          class="danger"
          // The second click of a double click was for what was shown before.
          onClick={({ detail: clicks }) => {
            if (clicks <= 1) onAnswer(true);
          }}
        >
          {confirm}
        </button>
      </div>
    </div>
  );
}
