import { useEffect, useState } from 'preact/hooks';

/** Where the service is. The document knows the way, however deep its own path is. */
export const ROOT = new URL(document.documentElement.dataset.root ?? './', location.href).href;

const CONSOLE_PATH = new URL('console', ROOT).pathname;
const MOVED = 'console:moved';

/** What the address names: a screen, and how it is looked at. */
export interface Place {
  readonly screen: string;
  readonly params: URLSearchParams;
}

export type Params = Readonly<Record<string, string | undefined>>;

/** The address of a screen. Parameters that are undefined or empty are left out. */
export function hrefOf(screen: string, params: Params = {}): string {
  const given = Object.entries(params).flatMap(([name, value]) => (value ? [[name, value]] : []));
  const query = new URLSearchParams(given).toString();
  return `${CONSOLE_PATH}/${screen}${query && `?${query}`}`;
}

/** Goes to an address of the console: as a new step of the history, or in place of the present one. */
export function navigate(href: string, { replace = false } = {}): void {
  if (href === location.pathname + location.search) return;
  history[replace ? 'replaceState' : 'pushState'](null, '', href);
  dispatchEvent(new Event(MOVED));
}

/** Changes some parameters of the present address. */
export function changeParams(changes: Params, options?: { readonly replace?: boolean }): void {
  const { screen, params } = currentPlace();
  navigate(hrefOf(screen, { ...Object.fromEntries(params), ...changes }), options);
}

/** Where the console is; the screen that shows it is drawn again when that changes. */
export function usePlace(): Place {
  const [place, setPlace] = useState(currentPlace);
  useEffect(() => {
    const update = () => setPlace(currentPlace());
    addEventListener('popstate', update);
    addEventListener(MOVED, update);
    return () => {
      removeEventListener('popstate', update);
      removeEventListener(MOVED, update);
    };
  }, []);
  return place;
}

/** Lets ordinary links within the console move without a new document. @returns how to stop that. */
export function followLinks(): () => void {
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!(link instanceof HTMLAnchorElement) || !isPlain || link.target || event.defaultPrevented) return;
    if (link.origin !== location.origin || !link.pathname.startsWith(`${CONSOLE_PATH}/`)) return;
    event.preventDefault();
    navigate(link.pathname + link.search);
  };
  document.addEventListener('click', follow);
  return () => document.removeEventListener('click', follow);
}

function currentPlace(): Place {
  const rest = location.pathname.slice(CONSOLE_PATH.length);
  return { screen: rest.replace(/^[/]+|[/]+$/g, ''), params: new URLSearchParams(location.search) };
}
