import { useState } from 'preact/hooks';

const STORAGE_KEY = 'bank-transfers-shortcuts';

/** Whether shortcuts of one letter or sign work on this device (WCAG 2.1.4). By default they do. */
export function areShortcutsOn(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== 'off';
  } catch {
    // A browser that refuses storage has kept no choice.
    return true;
  }
}

/** Returns the setting, and a function that stores another one on this device. */
export function useShortcutSetting(): readonly [boolean, (areOn: boolean) => void] {
  const [areOn, setOn] = useState(areShortcutsOn);
  const choose = (chosen: boolean) => {
    try {
      if (chosen) localStorage.removeItem(STORAGE_KEY);
      else localStorage.setItem(STORAGE_KEY, 'off');
    } finally {
      setOn(areShortcutsOn());
    }
  };
  return [areOn, choose];
}
