import { useEffect, useState } from 'preact/hooks';
import { texts } from '../texts/texts.ts';

/** The second click of a double click, or a key that is struck twice, comes sooner than this. */
const PAUSE_MS = 500;

interface ConfirmButtonProps {
  readonly label: string;
  /** The object of the action, for screen readers. */
  readonly about: string;
  readonly onConfirm: () => void;
}

/** A button that acts only on a second click, after its question could be read. */
export function ConfirmButton({ label, about, onConfirm }: ConfirmButtonProps) {
  const [step, setStep] = useState<'rest' | 'pause' | 'question'>('rest');
  useEffect(() => {
    if (step !== 'pause') return undefined;
    const timer = setTimeout(() => setStep('question'), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [step]);
  const { really, reallyActOn, actOn } = texts().ui;
  const handleClick = () => {
    if (step === 'rest') setStep('pause');
    if (step !== 'question') return;
    setStep('rest');
    onConfirm();
  };
  return (
    <button
      type="button"
      class={step === 'rest' ? undefined : 'danger'}
      aria-label={step === 'rest' ? actOn(label, about) : reallyActOn(label, about)}
      aria-disabled={step === 'pause'}
      // A key that is held down only asks the question.
      onKeyDown={(event) => event.repeat && event.preventDefault()}
      onClick={handleClick}
      onBlur={() => setStep('rest')}
    >
      {step === 'rest' ? label : really}
    </button>
  );
}
