import { computeAccessibleName } from 'dom-accessibility-api';
import type { Element } from 'happy-dom';

/** The elements that have a role without saying so, of those that the pages use. */
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

/** What is not shown, though it is in the document. */
const HIDDEN = '[hidden], [aria-hidden=true], dialog:not([open]), template, script, style, noscript';

export function isShown(element: Element): boolean {
  if (element.closest(HIDDEN)) return false;
  const folded = element.closest('details:not([open])');
  return !folded || folded === element || element.closest('summary') !== null;
}

/** No style sheet is loaded: every element is as it is by default. */
const PLAIN = { display: 'block', visibility: 'visible', content: '', getPropertyValue: () => '' };

/** The name of an element, as a screen reader says it. */
export function nameOf(element: Element): string {
  const options = { getComputedStyle: () => PLAIN, computedStyleSupportsPseudoElements: false };
  return tidy(computeAccessibleName(element as never, options as never));
}

export function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Whether a text is what was asked for: a part of it in any case, or all of it if it is to be exact. */
export function fits(text: string, wanted: string | RegExp, exact = false): boolean {
  const tidied = tidy(text);
  if (wanted instanceof RegExp) return wanted.test(tidied);
  if (exact) return tidied === tidy(wanted);
  return tidied.toLowerCase().includes(tidy(wanted).toLowerCase());
}
