import { edgeOf, readEdge, typedEdge } from '../date-time.ts';
import type { Params } from '../router.ts';

/**
 * Reads the filters that are typed into a form, as parameters of the URL. A text that is not a date stays as it was
 * typed.
 */
export function readInputs(form: HTMLFormElement, names: readonly string[]): Params {
  const values = new FormData(form);
  return Object.fromEntries(
    names.map((name) => {
      const value = String(values.get(name) ?? '').trim();
      const edge = edgeOf(name);
      return [name, edge ? (readEdge(value, edge) ?? value) : value];
    }),
  );
}

/**
 * Shows the filters of the URL in a form. Inputs that already have the value are not changed, since one may have the
 * focus.
 */
export function showInputs(form: HTMLFormElement, names: readonly string[], params: URLSearchParams): void {
  for (const name of names) {
    const input = form.elements.namedItem(name);
    if (!(input instanceof HTMLInputElement || input instanceof HTMLSelectElement)) continue;
    const value = params.get(name) ?? '';
    const edge = edgeOf(name);
    const shown = edge ? typedEdge(value, edge) : value;
    if (input.value !== shown) input.value = shown;
  }
}
