import { useState } from 'preact/hooks';

interface ConfirmButtonProps {
  readonly label: string;
  /** The object of the action, for screen readers. */
  readonly about: string;
  readonly onConfirm: () => void;
}

/** A button that acts only on a second click. */
export function ConfirmButton({ label, about, onConfirm }: ConfirmButtonProps) {
  const [isConfirming, setConfirming] = useState(false);
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
      aria-label={isConfirming ? `Really ${label.toLowerCase()} ${about}?` : `${label} ${about}`}
      onClick={handleClick}
      onBlur={() => setConfirming(false)}
    >
      {isConfirming ? 'Really?' : label}
    </button>
  );
}
