import { useRight } from '../session/context.ts';
import { helpTexts, loadHelpTexts } from '../texts/help.ts';
import { texts } from '../texts/texts.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ShortcutChoice } from '../ui/shortcut-choice.tsx';

await loadHelpTexts();

/** The list of keyboard shortcuts: a viewer's has no decisions. */
export function ShortcutHelp({ onClose }: { readonly onClose: () => void }) {
  const mayChange = useRight('changeTransactions');
  const { title, keys, decisions, last } = helpTexts();
  const shown = mayChange ? [...keys, ...decisions, ...last] : [...keys, ...last];
  return (
    <Dialog title={title} onClose={onClose}>
      <dl class="shortcuts">
        {shown.map(([names, meaning]) => (
          <div key={names}>
            <dt>
              <kbd>{names}</kbd>
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
