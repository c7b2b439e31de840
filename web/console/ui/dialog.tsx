import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A question in front of everything else. Escape closes it, and the focus goes back to where it was. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const isGone = useRef(false);
  useEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => {
      isGone.current = true;
      dialog?.close();
    };
  }, []);
  // Closing is told of later: by then another dialog may have taken its place, which must stay.
  const tell = () => {
    if (!isGone.current) onClose();
  };
  return (
    <dialog ref={ref} aria-labelledby={titleId} onClose={tell}>
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  );
}
