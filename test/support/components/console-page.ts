import { runInThisContext } from 'node:vm';
import type { HTMLElement } from 'happy-dom';
import type { Page } from 'playwright-core';
import { afterEach } from 'vitest';
import type { PageDownload } from './downloads.ts';
import { keyboardOf } from './keyboard.ts';
import { Locator } from './locator.ts';
import type { Network } from './network.ts';
import { ORIGIN } from './origin.ts';
import { type DrawnWindow, openWindow } from './window.ts';

/** The modules of the console. They need the types of a browser, and are type-checked with them. */
interface ConsoleModules {
  readonly app: { readonly App: () => unknown };
  readonly texts: { loadTexts(): Promise<void> };
  readonly preact: {
    readonly options: { requestAnimationFrame?: (run: () => void) => void };
    render(what: unknown, where: unknown): void;
    h(component: unknown, props: null): unknown;
  };
}

async function loadConsole(): Promise<ConsoleModules> {
  const load = (path: string) => import(new URL(`../../../web/console/${path}`, import.meta.url).href);
  return { app: await load('app.tsx'), texts: await load('texts/texts.ts'), preact: await import('preact') };
}

const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve));

/** The document, with the part of Playwright's page that tests without a browser use. */
class DrawnPage extends Locator {
  #drawn: DrawnWindow | undefined;
  #end = async (): Promise<void> => {};
  #service = '';

  readonly #width: number;

  constructor(width: number) {
    super(
      () => this.#open.window,
      'in the page',
      () => [this.#open.window.document.documentElement],
    );
    this.#width = width;
  }

  get #open(): DrawnWindow {
    if (!this.#drawn) throw new Error('the page was used before it went to an address');
    return this.#drawn;
  }

  get keyboard() {
    return keyboardOf(this.#open.window);
  }

  get network() {
    return this.#open.network;
  }

  readonly mouse = { wheel: async (): Promise<void> => this.#open.turnWheel() };
  readonly clock = { setFixedTime: async (ms: number): Promise<void> => this.#open.holdTime(ms) };

  /** Draws a screen of the console of the service at this URL, without an earlier session. */
  async goto(href: string): Promise<void> {
    await this.close();
    const { origin, pathname, search } = new URL(href);
    const drawn = openWindow(pathname + search, { url: origin, width: this.#width });
    this.#drawn = drawn;
    this.#service = origin;
    const { app, texts, preact } = await loadConsole();
    const { document } = drawn.window;
    this.#end = async () => {
      // A session's resources end with it, as they do with a page in a browser.
      const signOut = [...document.querySelectorAll('.session button')].at(-1);
      (signOut as HTMLElement | undefined)?.click();
      await nextTurn();
      preact.render(null, document.body);
      await nextTurn();
      drawn[Symbol.dispose]();
    };
    // Nothing is painted, so effects need not wait for it.
    preact.options.requestAnimationFrame = (run) => void nextTurn().then(run);
    await texts.loadTexts();
    preact.render(preact.h(app.App, null), document.body);
  }

  async close(): Promise<void> {
    await this.#end();
    this.#end = async () => {};
    this.#drawn = undefined;
  }

  url = (): string => this.#open.window.location.href.replace(ORIGIN, this.#service);
  title = async (): Promise<string> => this.#open.window.document.title;
  copied = (): string | undefined => this.#open.copied();

  content = async (): Promise<string> => this.#open.window.document.documentElement.outerHTML;

  /** Returns the value of an expression in the page. */
  evaluate = async (expression: string): Promise<unknown> => runInThisContext(expression);

  /** Lets a function handle the page's requests to an address, such as `**\/graphql`, from the first one on. */
  route = async (...route: Parameters<Network['route']>): Promise<void> => this.network.route(...route);
  unroute = async (pattern: string): Promise<void> => this.network.unroute(pattern);

  waitForEvent = (_kind: 'download'): Promise<PageDownload> => this.#open.nextDownload();
}

/** A page of the console that is drawn in this process. */
export interface ConsolePage {
  readonly page: Page;
  /** Returns what the page copied last. */
  copied(): Promise<string | undefined>;
  /** The variables of the requests that the page has sent for a GraphQL document. */
  variablesOf(document: string): unknown[];
  /** The texts of all responses that the page has received. */
  answers(): Promise<string[]>;
}

/**
 * Connects the tests of a file to the console without a browser. Its components, texts and keys are real, and so is the
 * service that they call. There is no layout, no style and no storage, and of the interface of a page only what such
 * tests use. A page ends when the next one is opened: tests of two pages at a time, and of axe, need a browser.
 */
export function useConsole(): (options?: { readonly width?: number }) => Promise<ConsolePage> {
  let opened: DrawnPage | undefined;
  const close = async () => {
    await opened?.close();
    opened = undefined;
  };
  afterEach(close);
  return async ({ width = 1280 } = {}) => {
    await close();
    const page = new DrawnPage(width);
    opened = page;
    return {
      page: page as unknown as Page,
      copied: async () => page.copied(),
      variablesOf: (document) => variablesIn(page.network.sent, document),
      answers: () => page.network.answers(),
    };
  };
}

const variablesIn = (sent: readonly string[], document: string): unknown[] =>
  sent.filter((body) => body.includes(document)).map((body) => JSON.parse(body).variables);
