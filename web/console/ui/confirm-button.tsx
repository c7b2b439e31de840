import { useState } from 'preact/hooks';

interface ConfirmButtonProps {
  readonly label: string;
  /** What it is about, for those who cannot see where it stands. */
  readonly about: string;
  readonly onConfirm: () => void;
}

/** Asks once more, in place, before it does something. */
export function ConfirmButton({ label, about, onConfirm }: ConfirmButtonProps) {
  const [isAsked, setAsked] = useState(false);
  const act = ({ detail: clicks }: MouseEvent) => {
    // The end of a double click answers nothing.
    if (isAsked && clicks > 1) return;
    setAsked(!isAsked);
    if (isAsked) onConfirm();
  };
  return (
    <button
      type="button"
      class={isAsked ? 'danger' : undefined}
      aria-label={isAsked ? `Really ${label.toLowerCase()} ${about}?` : `${label} ${about}`}
      onClick={act}
      onBlur={() => setAsked(false)}
    >
      {isAsked ? 'Really?' : label}
    </button>
  );
}
