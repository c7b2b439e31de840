/** Markup that is safe to write as it is. */
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

/** A template for markup: what is put into it is text, also inside quoted attributes, unless it is markup itself. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return { markup: String.raw({ raw: parts }, ...values.map(toMarkup)) };
}

function toMarkup(value: Value): string {
  if (value === undefined || value === false) return '';
  if (typeof value === 'string' || typeof value === 'number')
    return String(value).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
  return 'markup' in value ? value.markup : value.map(toMarkup).join('');
}
