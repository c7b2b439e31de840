import { type HTMLElement, Window } from 'happy-dom';
import { catchDownloads, type PageDownload } from './downloads.ts';
import { Network } from './network.ts';
import { ORIGIN } from './origin.ts';

const CONTROLS = ['button', 'input:not([type=hidden])', 'select', 'textarea', 'a[href]']
  .map((control) => `${control}:not(:disabled)`)
  .join(', ');

/** Moves the focus into a dialog that opens, as a browser does. */
export function focusDialogs({ HTMLDialogElement }: Window): void {
  const { prototype } = HTMLDialogElement;
  const { showModal } = prototype;
  prototype.showModal = function () {
    showModal.call(this);
    const first = this.querySelector('[autofocus]') ?? this.querySelector(CONTROLS);
    (first as HTMLElement | null)?.focus();
  };
}

type Report = (entries: readonly { readonly isIntersecting: boolean }[]) => void;

/** Nothing has a position on the screen here: an observed element becomes visible when a test turns the wheel. */
export function watchSight() {
  const watching = new Set<Report>();
  class IntersectionObserver {
    readonly #report: Report;
    constructor(report: Report) {
      this.#report = report;
    }
    observe(): void {
      watching.add(this.#report);
    }
    disconnect(): void {
      watching.delete(this.#report);
    }
  }
  return {
    IntersectionObserver,
    turnWheel(): void {
      for (const report of [...watching]) report([{ isIntersecting: true }]);
    },
  };
}

/**
 * What code of pages finds in a browser by its name. Everything else, such as `fetch` and `crypto`, is that of Node.
 */
const NAMES = [
  ...['window', 'document', 'history', 'localStorage', 'location', 'navigator', 'sessionStorage'],
  ...['addEventListener', 'dispatchEvent', 'removeEventListener', 'getComputedStyle', 'matchMedia'],
  ...['cancelAnimationFrame', 'requestAnimationFrame'],
  ...['CSS', 'CustomEvent', 'Event', 'KeyboardEvent', 'MouseEvent', 'DOMException', 'File', 'FormData'],
  ...['Element', 'HTMLElement', 'HTMLAnchorElement', 'HTMLButtonElement', 'HTMLDialogElement', 'Node'],
  ...['HTMLFormElement', 'HTMLInputElement', 'HTMLSelectElement', 'HTMLTextAreaElement', 'SVGElement'],
  ...['MutationObserver', 'ResizeObserver'],
] as const;

/** A browser that refuses to store anything. */
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
  readonly network: Network;
  nextDownload(): Promise<PageDownload>;
  /** Makes the observed elements visible. */
  turnWheel(): void;
  /** Stops the wall clock of this process. Timers, and steady clocks, continue. */
  holdTime(ms: number): void;
}

/** What `openWindow` defines in addition to the names of a window. */
const OWN_NAMES = ['fetch', 'indexedDB', 'IntersectionObserver', 'isSecureContext'] as const;

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
  focusDialogs(window);
  const network = new Network(service, globalThis.fetch);
  const { IntersectionObserver, turnWheel } = watchSight();
  const { now } = Date;
  const given = Object.fromEntries(NAMES.map((name) => [name, Reflect.get(window, name)]));
  const bound = (value: unknown) =>
    typeof value === 'function' && !/^[A-Z]/.test(value.name) ? value.bind(window) : value;
  const before = Object.getOwnPropertyDescriptors(globalThis);
  const define = (name: string, value: unknown) =>
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  for (const [name, value] of Object.entries(given)) define(name, bound(value));
  define('isSecureContext', true);
  define('indexedDB', NO_STORAGE);
  define('fetch', network.fetch);
  define('IntersectionObserver', IntersectionObserver);
  return {
    window,
    network,
    copied: () => copied,
    nextDownload: catchDownloads(window),
    turnWheel,
    holdTime(ms) {
      Date.now = () => ms;
    },
    [Symbol.dispose]() {
      Date.now = now;
      for (const name of [...NAMES, ...OWN_NAMES]) {
        const old = Reflect.get(before, name) as PropertyDescriptor | undefined;
        if (old) Object.defineProperty(globalThis, name, old);
        else Reflect.deleteProperty(globalThis, name);
      }
      void window.happyDOM.close();
    },
  };
}
