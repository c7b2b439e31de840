import { useId } from 'preact/hooks';
import { texts } from '../texts/texts.ts';
import { useShortcutSetting } from './shortcut-setting.ts';

/** The switch for shortcuts of one character. */
export function ShortcutChoice() {
  const [areOn, choose] = useShortcutSetting();
  const hintId = useId();
  const { shortcutsOn, shortcutsHint } = texts().ui;
  return (
    <div class="field">
      <label class="check">
        <input
          type="checkbox"
          checked={areOn}
          aria-describedby={hintId}
          onChange={(event) => choose(event.currentTarget.checked)}
        />{' '}
        {shortcutsOn}
      </label>
      <p class="hint" id={hintId}>
        {shortcutsHint}
      </p>
    </div>
  );
}
