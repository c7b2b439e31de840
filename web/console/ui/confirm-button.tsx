import { useState } from 'preact/hooks';
import { texts } from '../texts/texts.ts';

interface ConfirmButtonProps {
  readonly label: string;
  /** The object of the action, for screen readers. */
  readonly about: string;
  readonly onConfirm: () => void;
}

/** A button that acts only on a second click. */
export function ConfirmButton({ label, about, onConfirm }: ConfirmButtonProps) {
  const [isConfirming, setConfirming] = useState(false);
  const { really, reallyActOn, actOn } = texts().ui;
  const handleClick = ({ detail: clicks }: MouseEvent) => {
    // The second click of a double click does not confirm.
    if (isConfirming && clicks > 1) return;
    setConfirming(!isConfirming);
    if (isConfirming) onConfirm();
  };
  return (
    <button
      type="button"
      class={isConfirming ? 'danger' : undefined}
      aria-label={isConfirming ? reallyActOn(label, about) : actOn(label, about)}
      onClick={handleClick}
      onBlur={() => setConfirming(false)}
    >
      {isConfirming ? really : label}
    </button>
  );
}
