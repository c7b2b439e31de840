import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

interface DialogProps {
  readonly title: string;
  /** An additional class; by default all dialogs look alike. */
  readonly look?: string;
  readonly onClose: () => void;
  /** Called when Escape or Back is about to close it. False keeps it open. */
  readonly canClose?: () => boolean;
  readonly children: ComponentChildren;
}

/** A modal dialog. Escape closes it, and the focus returns to the element that had it before. */
export function Dialog({ title, look, onClose, canClose = () => true, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const isUnmounted = useRef(false);
  // The next key is for the dialog: no effect after painting.
  useLayoutEffect(() => {
    const dialog = ref.current;
    const { activeElement: before } = document;
    const pane = before?.closest('aside');
    dialog?.showModal();
    return () => {
      isUnmounted.current = true;
      dialog?.close();
      // Browsers return the focus only while it is in the dialog.
      if (before instanceof HTMLElement && before.isConnected) before.focus();
      // A decision removes its own button from the pane.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) pane?.querySelector('button')?.focus();
      });
    };
  }, []);
  // The close event comes later. Another dialog may have replaced this one by then and must stay open.
  const notifyClosed = () => {
    if (isUnmounted.current) return;
    if (canClose()) onClose();
    // A second Escape closes it without asking (HTML Standard, close watcher).
    else ref.current?.showModal();
  };
  // The dialog is removed immediately, because the next key may come before the close event of the browser.
  const cancel = (event: Event) => {
    event.preventDefault();
    if (canClose()) onClose();
  };
  return (
    <dialog
      ref={ref}
      class={look}
      aria-labelledby={titleId}
      onCancel={cancel}
      onClose={notifyClosed}
      onKeyDown={(event) => {
        // A key that is held down decides nothing, because one dialog can follow another.
        if (event.repeat && event.key === 'Enter') event.preventDefault();
      }}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  );
}
