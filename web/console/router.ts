import { useLayoutEffect, useState } from 'preact/hooks';

/** URL of the service. The document contains the relative path to it, because console paths have several depths. */
export const ROOT = new URL(document.documentElement.dataset.root ?? './', location.href).href;

const CONSOLE_PATH = new URL('console', ROOT).pathname;
const MOVED = 'console:moved';
/** The event before this tab ends a session that ended in another tab. Whoever prevents it calls its `detail` later. */
export const LEAVING = 'console:leaving';

/** The screen that the URL names, and its query parameters. */
export interface Route {
  readonly screen: string;
  readonly params: URLSearchParams;
}

export type Params = Readonly<Record<string, string | undefined>>;

/** Returns the URL of a screen. Undefined and empty parameters are left out. */
export function hrefOf(screen: string, params: Params = {}): string {
  const given = Object.entries(params).flatMap(([name, value]) => (value ? [[name, value]] : []));
  const query = new URLSearchParams(given).toString();
  return `${CONSOLE_PATH}/${screen}${query && `?${query}`}`;
}

/** Goes to a URL of the console. It adds an entry to the browser's history, or replaces the current entry. */
export function navigate(href: string, { replace = false } = {}): void {
  if (href === location.pathname + location.search) return;
  history[replace ? 'replaceState' : 'pushState'](null, '', href);
  dispatchEvent(new Event(MOVED));
}

/** Changes some parameters of the current URL. */
export function changeParams(changes: Params, options?: { readonly replace?: boolean }): void {
  const { screen, params } = currentRoute();
  navigate(hrefOf(screen, { ...Object.fromEntries(params), ...changes }), options);
}

/** Returns the current route. The component is rendered again when it changes. */
export function useRoute(): Route {
  const [route, setRoute] = useState(currentRoute);
  // The URL may change as soon as the component is shown: no effect after painting.
  useLayoutEffect(() => {
    const update = () => setRoute(currentRoute());
    addEventListener('popstate', update);
    addEventListener(MOVED, update);
    return () => {
      removeEventListener('popstate', update);
      removeEventListener(MOVED, update);
    };
  }, []);
  return route;
}

/** Makes ordinary links within the console navigate without loading a document. @returns a function that stops it. */
export function interceptLinks(): () => void {
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!(link instanceof HTMLAnchorElement) || !isPlain || link.target || event.defaultPrevented) return;
    if (link.hash || link.origin !== location.origin || !link.pathname.startsWith(`${CONSOLE_PATH}/`)) return;
    event.preventDefault();
    navigate(link.pathname + link.search);
  };
  document.addEventListener('click', onClick);
  return () => document.removeEventListener('click', onClick);
}

function currentRoute(): Route {
  const rest = location.pathname.slice(CONSOLE_PATH.length);
  return { screen: rest.replace(/^[/]+|[/]+$/g, ''), params: new URLSearchParams(location.search) };
}
