/** A filter of a screen that somebody has saved under a name. */
export interface SavedView {
  readonly name: string;
  /** The path of the screen. */
  readonly screen: string;
  /** The parameters of the URL, without the open row. */
  readonly query: string;
}

/** The most views of one person. */
export const MAX_VIEWS = 30;

const keyOf = (appKey: string) => `bank-transfers-views ${appKey}`;

/** Returns the views that a person keeps on this device, until the person signs out. */
export function readViews(appKey: string): readonly SavedView[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(appKey)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isView) : [];
  } catch {
    // A browser that refuses storage has kept nothing.
    return [];
  }
}

/** Stores views on this device. @returns the stored views: the old ones if the browser refuses. */
export function keepViews(appKey: string, views: readonly SavedView[]): readonly SavedView[] {
  try {
    localStorage.setItem(keyOf(appKey), JSON.stringify(views));
  } catch {
    // Only what was really stored is shown.
  }
  return readViews(appKey);
}

/** Removes the views of a person: they contain names and IBANs, and another person may use this device next. */
export function forgetViews(appKey: string): void {
  try {
    localStorage.removeItem(keyOf(appKey));
  } catch {
    // A browser that refuses storage has kept nothing.
  }
}

function isView(value: unknown): value is SavedView {
  const { name, screen, query }: Partial<Record<string, unknown>> = { ...(value as object) };
  return [name, screen, query].every((text) => typeof text === 'string');
}

/** Returns the filter of a URL with sorted parameters, so that equal filters are equal texts. */
export function filterOf(params: URLSearchParams): string {
  const kept = [...params].filter(([name, value]) => name !== 'open' && value !== '');
  return new URLSearchParams(kept.sort(([a], [b]) => (a < b ? -1 : 1))).toString();
}
