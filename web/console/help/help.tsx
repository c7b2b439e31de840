import { useRight } from '../session/context.ts';
import { helpTexts, loadHelpTexts } from '../texts/help.ts';
import { texts } from '../texts/texts.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ShortcutChoice } from '../ui/shortcut-choice.tsx';

await loadHelpTexts();

interface HelpProps {
  readonly screen: string;
  readonly onClose: () => void;
}

/** The keyboard shortcuts of a screen and of all screens. A viewer's list has no decisions. */
export function ShortcutHelp({ screen, onClose }: HelpProps) {
  const canChange = useRight('changeTransactions');
  const { title, screens, everywhere } = helpTexts();
  const { keys = [], decisions = [] } = new Map(Object.entries(screens)).get(screen) ?? {};
  const shown = [...keys, ...(canChange ? decisions : []), ...everywhere];
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
        <button type="button" class="primary" autofocus onClick={onClose}>
          {texts().ui.close}
        </button>
      </div>
    </Dialog>
  );
}
