import { useRight } from '../session/context.ts';
import { texts } from '../texts/texts.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ShortcutChoice } from '../ui/shortcut-choice.tsx';

/** The list of keyboard shortcuts that work for the signed-in person, and the choice to turn them off. */
export function ShortcutHelp({ onClose }: { readonly onClose: () => void }) {
  const mayChange = useRight('changeTransactions');
  const { title, keys, or } = texts().help;
  const shortcuts = [
    [or('j', '↓'), keys.next],
    [or('k', '↑'), keys.previous],
    ['Enter', keys.open],
    ...(mayChange
      ? [
          ['s', keys.settle],
          ['r', keys.reject],
        ]
      : []),
    ['Esc', keys.close],
    ['?', keys.help],
  ];
  return (
    <Dialog title={title} onClose={onClose}>
      <dl class="shortcuts">
        {shortcuts.map(([pressed, meaning]) => (
          <div key={pressed}>
            <dt>
              <kbd>{pressed}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <ShortcutChoice />
      <div class="actions">
        <button type="button" class="primary" onClick={onClose}>
          {texts().ui.close}
        </button>
      </div>
    </Dialog>
  );
}
