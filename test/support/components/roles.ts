import { computeAccessibleName } from 'dom-accessibility-api';
import type { Element } from 'happy-dom';

/** The elements of the pages that have a role without a `role` attribute. */
const IMPLICIT: Readonly<Record<string, string>> = {
  alert: '',
  button: 'button, summary, input[type=submit], input[type=button]',
  cell: 'td',
  checkbox: 'input[type=checkbox]',
  combobox: 'select:not([multiple])',
  complementary: 'aside',
  dialog: 'dialog',
  group: 'fieldset, details',
  heading: 'h1, h2, h3, h4',
  link: 'a[href]',
  list: 'ul, ol',
  listitem: 'li',
  meter: 'meter',
  navigation: 'nav',
  option: 'option',
  radio: 'input[type=radio]',
  region: 'section[aria-label], section[aria-labelledby]',
  row: 'tr',
  status: 'output',
  table: 'table',
  textbox: 'textarea, input:not([type]), input[type=text], input[type=email], input[type=url]',
};

/** The selector of the elements of a role. */
export function selectorOf(role: string): string {
  return [`[role=${role}]`, IMPLICIT[role]].filter(Boolean).join(', ');
}

/** Elements that are hidden, though they are in the document. */
const HIDDEN = '[hidden], [aria-hidden=true], dialog:not([open]), template, script, style, noscript';

export function isShown(element: Element): boolean {
  if (element.closest(HIDDEN)) return false;
  const folded = element.closest('details:not([open])');
  return !folded || folded === element || element.closest('summary') !== null;
}

/** No style sheet is loaded, so every element has its default style. */
const PLAIN = { display: 'block', visibility: 'visible', content: '', getPropertyValue: () => '' };

/** The accessible name of an element. */
export function nameOf(element: Element): string {
  const options = { getComputedStyle: () => PLAIN, computedStyleSupportsPseudoElements: false };
  return tidy(computeAccessibleName(element as never, options as never));
}

export function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Whether a text matches: as a part of it in any case, or as all of it if the match is exact. */
export function fits(text: string, wanted: string | RegExp, exact = false): boolean {
  const tidied = tidy(text);
  if (wanted instanceof RegExp) return wanted.test(tidied);
  if (exact) return tidied === tidy(wanted);
  return tidied.toLowerCase().includes(tidy(wanted).toLowerCase());
}
