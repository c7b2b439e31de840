/** Markup that needs no escaping. */
export interface Html {
  readonly markup: string;
}

type Value = string | number | Html | readonly Html[] | false | undefined;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A template of markup. It escapes each value, also inside quoted attributes, unless the value is markup itself. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return { markup: String.raw({ raw: parts }, ...values.map(toMarkup)) };
}

function toMarkup(value: Value): string {
  if (value === undefined || value === false) return '';
  if (typeof value === 'string' || typeof value === 'number')
    return String(value).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
  return 'markup' in value ? value.markup : value.map(toMarkup).join('');
}
