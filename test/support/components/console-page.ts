import type { HTMLElement } from 'happy-dom';
import { afterEach } from 'vitest';
import type { Credentials } from '../../harness.ts';
import { type Locator, locateAll } from './locator.ts';
import { type DrawnWindow, openWindow } from './window.ts';

/** The console as a program: what it is made of needs the types of a browser. */
interface ConsoleModules {
  readonly app: { readonly App: () => unknown };
  readonly texts: { loadTexts(): Promise<void> };
  readonly preact: {
    readonly options: { requestAnimationFrame?: (run: () => void) => void };
    render(what: unknown, where: unknown): void;
    h(component: unknown, props: null): unknown;
  };
}

const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve));

async function loadConsole(): Promise<ConsoleModules> {
  const load = (path: string) => import(new URL(`../../../web/console/${path}`, import.meta.url).href);
  return { app: await load('app.tsx'), texts: await load('texts/texts.ts'), preact: await import('preact') };
}

/** A page of the console that is drawn in this process, and talks to a real service. */
export interface ConsolePage {
  readonly page: Locator;
  readonly window: DrawnWindow['window'];
  copied(): string | undefined;
  /** The variables of the requests that it has sent for a document of GraphQL. */
  variablesOf(document: string): unknown[];
  /** Presses a key at what has the focus. */
  press(key: string): void;
}

/**
 * Connects the tests of a file to the console without a browser: its components, texts and keys are real, and so is the
 * service. There is no layout, no style and no storage, and one page at a time.
 * @returns a function that opens a screen with a key, and waits until it is live.
 */
export function useConsole(): (
  service: { readonly url: string },
  options: { readonly as: Credentials; readonly path?: string },
) => Promise<ConsolePage> {
  let close = async () => {};
  afterEach(async () => {
    await close();
    close = async () => {};
  });
  return async (service, { as, path = 'queue' }) => {
    await close();
    const drawn = openWindow(`/console/${path}`, service);
    const { app, texts, preact } = await loadConsole();
    const { window } = drawn;
    close = async () => {
      // What a session has opened ends with it, as it does with a page in a browser.
      const [signOut] = [...window.document.querySelectorAll('.session button')].slice(-1);
      (signOut as HTMLElement | undefined)?.click();
      await nextTurn();
      preact.render(null, window.document.body);
      await nextTurn();
      drawn[Symbol.dispose]();
    };
    // Nothing is painted: effects need not wait for it.
    preact.options.requestAnimationFrame = (run) => void nextTurn().then(run);
    await texts.loadTexts();
    preact.render(preact.h(app.App, null), window.document.body);
    const page = locateAll(window);
    await page.getByLabel('appKey').fill(as.appKey);
    await page.getByLabel('Secret').fill(as.secret);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Live', { exact: true }).waitFor();
    return {
      page,
      window,
      copied: drawn.copied,
      variablesOf: (document) =>
        drawn.sent.filter((body) => body.includes(document)).map((body) => JSON.parse(body).variables),
      press(key) {
        const options = { key, bubbles: true, cancelable: true };
        (window.document.activeElement ?? window.document.body).dispatchEvent(
          new window.KeyboardEvent('keydown', options),
        );
      },
    };
  };
}
