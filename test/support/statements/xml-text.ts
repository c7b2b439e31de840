const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** An element around a text, escaped; no element for null. */
export function leaf(name: string, text: string | null | undefined, attributes = ''): string {
  if (text === null || text === undefined) return '';
  return `<${name}${attributes}>${text.replace(/[&<>]/g, (character) => ESCAPES[character] ?? character)}</${name}>`;
}

/** An element around others; none if there are none in it. */
export function group(name: string, ...children: readonly string[]): string {
  const present = children.filter((child) => child !== '');
  return present.length === 0 ? '' : `<${name}>${present.join('\n')}</${name}>`;
}
