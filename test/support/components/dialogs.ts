import type { HTMLElement, Window } from 'happy-dom';

const CONTROLS = ['button', 'input:not([type=hidden])', 'select', 'textarea', 'a[href]']
  .map((control) => `${control}:not(:disabled)`)
  .join(', ');

/** Moves the focus into a dialog that opens, as a browser does. */
export function focusDialogs({ HTMLDialogElement }: Window): void {
  const { prototype } = HTMLDialogElement;
  const { showModal } = prototype;
  prototype.showModal = function () {
    showModal.call(this);
    const first = this.querySelector('[autofocus]') ?? this.querySelector(CONTROLS);
    (first as HTMLElement | null)?.focus();
  };
}
