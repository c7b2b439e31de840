import type { Locator, Page } from 'playwright-core';

/** The hands of an operator, which count keys and clicks. */
export interface Hands {
  /** Presses keys, one after the other. A chord such as `Shift+S` is one key. */
  press(...keys: readonly string[]): Promise<void>;
  /** Types a text, with one key for each character. */
  type(text: string): Promise<void>;
  click(target: Locator): Promise<void>;
  /** The keys and clicks since the last call. */
  count(): { readonly keys: number; readonly clicks: number };
}

/** Returns hands that work on a page. */
export function handsOn(page: Page): Hands {
  let done = { keys: 0, clicks: 0 };
  return {
    async press(...keys) {
      for (const key of keys) await page.keyboard.press(key);
      done = { ...done, keys: done.keys + keys.length };
    },
    async type(text) {
      await page.keyboard.type(text);
      done = { ...done, keys: done.keys + text.length };
    },
    async click(target) {
      await target.click();
      done = { ...done, clicks: done.clicks + 1 };
    },
    count() {
      const counted = done;
      done = { keys: 0, clicks: 0 };
      return counted;
    },
  };
}
