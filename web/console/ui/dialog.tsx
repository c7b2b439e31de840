import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A modal dialog. Escape closes it, and the focus returns to the element that had it before. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const isUnmounted = useRef(false);
  useEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => {
      isUnmounted.current = true;
      dialog?.close();
    };
  }, []);
  // The close event comes later. Another dialog may have replaced this one by then and must stay open.
  const notifyClosed = () => {
    if (!isUnmounted.current) onClose();
  };
  return (
    <dialog ref={ref} aria-labelledby={titleId} onClose={notifyClosed}>
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  );
}
