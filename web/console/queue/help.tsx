import { Dialog } from '../ui/dialog.tsx';

const SHORTCUTS = [
  ['j or ↓', 'next transaction'],
  ['k or ↑', 'previous transaction'],
  ['Enter', 'open it'],
  ['s', 'settle it'],
  ['r', 'reject it'],
  ['Esc', 'close what is open'],
  ['?', 'this help'],
] as const;

/** The list of keyboard shortcuts. */
export function ShortcutHelp({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl class="shortcuts">
        {SHORTCUTS.map(([keys, meaning]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <div class="actions">
        <button type="button" class="primary" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
