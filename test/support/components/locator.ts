import type { Element, HTMLElement, HTMLInputElement, HTMLSelectElement, Window } from 'happy-dom';
import { keyboardOf } from './keyboard.ts';
import { fits, isShown, nameOf, selectorOf, tidy } from './roles.ts';

type Text = string | RegExp;
type Find = () => Element[];

/** How long a busy machine may need until something is there. */
const LIMIT_MS = 20_000;
const PAUSE_MS = 20;
/** The delay that a click waits for. */
const DISABLED = ':disabled, [aria-disabled=true]';

interface Named {
  readonly name?: Text;
  readonly exact?: boolean;
}

/** Waits until a check returns a value. @throws Error that names what was awaited, with the page's text. */
async function until<T>(window: Window, what: string, check: () => T | undefined): Promise<T> {
  const endMs = performance.now() + LIMIT_MS;
  for (;;) {
    const found = check();
    if (found !== undefined) return found;
    if (performance.now() > endMs)
      throw new Error(`${what} did not come about in:\n${tidy(window.document.body.textContent)}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** Finds elements of a page that is drawn in this process, with the names of Playwright's locators. */
export class Locator {
  readonly #windowOf: () => Window;
  readonly #find: Find;
  readonly #what: string;

  constructor(windowOf: () => Window, what: string, find: Find) {
    this.#windowOf = windowOf;
    this.#find = find;
    this.#what = what;
  }

  #then(what: string, change: (found: Element[]) => Element[]): Locator {
    return new Locator(this.#windowOf, `${this.#what} ${what}`, () => change(this.#find()));
  }

  #within(what: string, pick: (root: Element) => Iterable<Element>): Locator {
    return this.#then(what, (roots) => [...new Set(roots.flatMap((root) => [...pick(root)]))]);
  }

  locator(selector: string, options: { readonly hasText?: Text; readonly has?: Locator } = {}): Locator {
    return this.#within(selector, (root) => root.querySelectorAll(selector)).filter(options);
  }

  getByRole(role: string, { name, exact = false }: Named = {}): Locator {
    return this.#within(`${role} ${name ?? ''}`, (root) =>
      [...root.querySelectorAll(selectorOf(role))].filter(
        (one) => isShown(one) && (name === undefined || fits(nameOf(one), name, exact)),
      ),
    );
  }

  getByLabel(text: Text, { exact = false }: Named = {}): Locator {
    const fields = 'input, select, textarea, [aria-label], [aria-labelledby]';
    return this.#within(`label ${text}`, (root) =>
      [...root.querySelectorAll(fields)].filter((one) => fits(nameOf(one), text, exact)),
    );
  }

  getByText(text: Text, { exact = false }: Named = {}): Locator {
    // Checking a text is cheaper than checking whether it is visible.
    const has = (one: Element) => fits(one.textContent, text, exact) && isShown(one);
    return this.#within(`text ${text}`, (root) =>
      [root, ...root.querySelectorAll('*')].filter((one) => has(one) && ![...one.children].some(has)),
    );
  }

  filter({ hasText, has }: { readonly hasText?: Text; readonly has?: Locator }): Locator {
    return this.#then(`with ${hasText ?? 'what it has'}`, (found) => {
      const inner = has ? has.#find() : undefined;
      return found.filter(
        (one) =>
          (hasText === undefined || fits(one.textContent, hasText)) &&
          (!inner || inner.some((other) => one.contains(other))),
      );
    });
  }

  nth(place: number): Locator {
    return this.#then(`#${place}`, (found) => found.slice(place).slice(0, 1));
  }

  first = (): Locator => this.nth(0);
  last = (): Locator => this.#then('last', (found) => found.slice(-1));

  /** Waits for the one element. @throws Error if there are several. */
  async #one(isReady: (one: Element) => boolean = () => true): Promise<HTMLElement> {
    return until(this.#windowOf(), this.#what, () => {
      const [one, ...others] = this.#find();
      if (others.length > 0) throw new Error(`${this.#what}: there are ${others.length + 1}`);
      return one && isReady(one) ? (one as HTMLElement) : undefined;
    });
  }

  async waitFor({
    state = 'visible',
  }: {
    state?: 'visible' | 'attached' | 'detached' | 'hidden';
  } = {}): Promise<void> {
    if (state === 'detached' || state === 'hidden')
      await until(
        this.#windowOf(),
        `the end of ${this.#what}`,
        () => !this.#find().some(isShown) || undefined,
      );
    else await this.#one((one) => state === 'attached' || isShown(one));
  }

  count = async (): Promise<number> => this.#find().length;
  textContent = async (): Promise<string> => (await this.#one()).textContent;
  allTextContents = async (): Promise<string[]> => this.#find().map((one) => one.textContent);
  getAttribute = async (name: string): Promise<string | null> => (await this.#one()).getAttribute(name);
  inputValue = async (): Promise<string> => ((await this.#one()) as HTMLInputElement).value;
  evaluateAll = async <T>(read: (found: Element[]) => T): Promise<T> => read(this.#find());
  innerText = (): Promise<string> => this.textContent();
  allInnerTexts = (): Promise<string[]> => this.allTextContents();
  isVisible = async (): Promise<boolean> => this.#find().some(isShown);
  isDisabled = async (): Promise<boolean> => (await this.#one()).matches(':disabled');
  focus = async (): Promise<void> => (await this.#one()).focus();

  async click(): Promise<void> {
    const one = await this.#one((found) => isShown(found) && !found.matches(DISABLED));
    press(this.#windowOf(), one);
  }

  tap = (): Promise<void> => this.click();

  async press(keys: string): Promise<void> {
    const one = await this.#one();
    if (one.tagName === 'BODY') (this.#windowOf().document.activeElement as HTMLElement | null)?.blur();
    else one.focus();
    await keyboardOf(this.#windowOf()).press(keys);
  }

  /** Chooses a file. */
  async setInputFiles(file: { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }) {
    const field = await this.#one();
    const { File } = this.#windowOf();
    const files = [new File([file.buffer], file.name, { type: file.mimeType })];
    Object.defineProperty(field, 'files', { value: files, configurable: true });
    this.#changed(field);
  }

  async dblclick(): Promise<void> {
    const one = await this.#one((found) => isShown(found) && !found.matches(DISABLED));
    press(this.#windowOf(), one, 1);
    await new Promise((resolve) => setTimeout(resolve));
    if (one.isConnected) press(this.#windowOf(), one, 2);
  }

  async check(isChecked = true): Promise<void> {
    const box = (await this.#one((found) => !found.matches(':disabled'))) as HTMLInputElement;
    if (box.checked !== isChecked) press(this.#windowOf(), box);
  }

  uncheck = (): Promise<void> => this.check(false);

  async fill(value: string): Promise<void> {
    const field = (await this.#one((found) => !found.matches(':disabled'))) as HTMLInputElement;
    field.focus();
    field.value = value;
    this.#changed(field);
  }

  /** Chooses an option by its value or its text. */
  async selectOption(option: string | { readonly label: string }): Promise<void> {
    const wanted = typeof option === 'string' ? option : option.label;
    const isWanted = (one: Element) =>
      one.getAttribute('value') === wanted || tidy(one.textContent) === tidy(wanted);
    const field = (await this.#one((found) =>
      [...found.querySelectorAll('option')].some(isWanted),
    )) as HTMLSelectElement;
    field.focus();
    field.value = [...field.options].find(isWanted)?.value ?? '';
    this.#changed(field);
  }

  #changed(field: HTMLElement): void {
    for (const name of ['input', 'change'])
      field.dispatchEvent(new (this.#windowOf().Event)(name, { bubbles: true, composed: true }));
  }
}

/** Presses an element with the pointer. */
function press(window: Window, one: HTMLElement, detail = 1): void {
  const options = { bubbles: true, cancelable: true, composed: true, button: 0, detail };
  for (const name of ['pointerdown', 'mousedown', 'pointerup', 'mouseup']) {
    one.dispatchEvent(new window.MouseEvent(name, options));
    if (name === 'mousedown') one.focus();
  }
  one.dispatchEvent(new window.MouseEvent('click', options));
}
