import { Window } from 'happy-dom';

/** What code of pages finds in a browser by its name. All else, such as `fetch` and `crypto`, is that of Node. */
const NAMES = [
  ...['window', 'document', 'history', 'localStorage', 'location', 'navigator', 'sessionStorage'],
  ...['addEventListener', 'dispatchEvent', 'removeEventListener', 'getComputedStyle', 'matchMedia'],
  ...['cancelAnimationFrame', 'requestAnimationFrame'],
  ...['CSS', 'CustomEvent', 'Event', 'KeyboardEvent', 'MouseEvent', 'DOMException', 'File', 'FormData'],
  ...['Element', 'HTMLElement', 'HTMLAnchorElement', 'HTMLButtonElement', 'HTMLDialogElement', 'Node'],
  ...['HTMLFormElement', 'HTMLInputElement', 'HTMLSelectElement', 'HTMLTextAreaElement', 'SVGElement'],
  ...['IntersectionObserver', 'MutationObserver', 'ResizeObserver'],
] as const;

/** The address of the service, for pages that are drawn in this process: modules keep what they read when they load. */
export const ORIGIN = 'http://127.0.0.1:1';

/** A browser that refuses to keep anything. */
const NO_STORAGE = {
  open() {
    throw new DOMException('Nothing is kept here.', 'SecurityError');
  },
  deleteDatabase() {},
};

export interface DrawnWindow extends Disposable {
  readonly window: Window;
  /** What the page copied last. */
  copied(): string | undefined;
  /** The bodies of its requests. */
  readonly sent: readonly string[];
}

/** Opens a window of a browser in this process, at a path of a service. Its names are global until it is closed. */
export function openWindow(
  path: string,
  { url: service, width }: { readonly url: string; readonly width: number },
): DrawnWindow {
  const window = new Window({ url: `${ORIGIN}${path}`, width, height: 800 });
  window.document.documentElement.dataset.root = `${ORIGIN}/`;
  let copied: string | undefined;
  const clipboard = {
    async writeText(text: string) {
      copied = text;
    },
  };
  Object.defineProperty(window.navigator, 'clipboard', { value: clipboard });
  Object.assign(window.Element.prototype, { scrollIntoView: () => {} });
  const sent: string[] = [];
  const fetchHere = globalThis.fetch;
  const given = Object.fromEntries(NAMES.map((name) => [name, Reflect.get(window, name)]));
  const bound = (value: unknown) =>
    typeof value === 'function' && !/^[A-Z]/.test(value.name) ? value.bind(window) : value;
  const before = Object.getOwnPropertyDescriptors(globalThis);
  const define = (name: string, value: unknown) =>
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  for (const [name, value] of Object.entries(given)) define(name, bound(value));
  define('isSecureContext', true);
  define('indexedDB', NO_STORAGE);
  define('fetch', (input: string | URL | Request, init?: RequestInit) => {
    if (init?.body instanceof Uint8Array) sent.push(Buffer.from(init.body).toString());
    const address = input instanceof Request ? input.url : String(input);
    return fetchHere(address.replace(ORIGIN, service), init);
  });
  return {
    window,
    sent,
    copied: () => copied,
    [Symbol.dispose]() {
      for (const name of [...NAMES, 'fetch', 'indexedDB', 'isSecureContext']) {
        const old = Reflect.get(before, name) as PropertyDescriptor | undefined;
        if (old) Object.defineProperty(globalThis, name, old);
        else Reflect.deleteProperty(globalThis, name);
      }
      void window.happyDOM.close();
    },
  };
}
