import { posix } from 'node:path';
import { Marked, type RendererObject, type Tokens } from 'marked';

export interface Heading {
  readonly id: string;
  readonly depth: number;
  readonly text: string;
}

/** The content of a page, without the menu and the rest of the HTML document. */
export interface RenderedPage {
  readonly title: string;
  readonly headings: readonly Heading[];
  readonly html: string;
}

interface RenderOptions {
  /** The path of the file, relative to the root of the project. */
  readonly file: string;
  /** Returns the URL of another file of the project, relative to the page; undefined if the guide does not have it. */
  linkTo(file: string): string | undefined;
}

const EXTERNAL = /^[a-z]+:/;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}

/** Creates the ids of headings in the same way as GitHub, so that links to them work in the guide and on GitHub. */
function createSlugger(): (text: string) => string {
  const seen = new Map<string, number>();
  return (text) => {
    const slug = text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-');
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  };
}

/**
 * Renders a Markdown file.
 * @throws Error if the first heading is not of level 1.
 */
export function renderMarkdown(markdown: string, { file, linkTo }: RenderOptions): RenderedPage {
  const headings: Heading[] = [];
  const slugOf = createSlugger();
  const resolve = (href: string): string | undefined => {
    if (EXTERNAL.test(href) || href.startsWith('#')) return href;
    const [path = '', fragment] = href.split('#');
    const url = linkTo(posix.join(posix.dirname(file), path));
    return url !== undefined && fragment !== undefined ? `${url}#${fragment}` : url;
  };
  const renderer: RendererObject = {
    heading({ tokens, depth }) {
      const text = this.parser.parseInline(tokens, this.parser.textRenderer).replaceAll(/<[^>]*>/g, '');
      const id = slugOf(decodeEntities(text));
      headings.push({ id, depth, text: decodeEntities(text) });
      return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      const url = resolve(href);
      const text = this.parser.parseInline(tokens);
      return url === undefined ? text : `<a href="${escapeHtml(url)}">${text}</a>`;
    },
    image({ href, text }) {
      return `<img src="${escapeHtml(resolve(href) ?? href)}" alt="${escapeHtml(text)}">`;
    },
    // Code blocks and tables can scroll horizontally, so they get tabindex=0 for keyboard users.
    code: ({ text }: Tokens.Code) => renderCode(text),
    table({ header, rows }) {
      const renderCell = (cell: Tokens.TableCell) => {
        const tag = cell.header && cell.text !== '' ? 'th' : 'td';
        const side = cell.align === 'right' ? ' class="right"' : '';
        return `<${tag}${side}>${this.parser.parseInline(cell.tokens)}</${tag}>`;
      };
      const renderRow = (cells: readonly Tokens.TableCell[]) =>
        `<tr>${cells.map(renderCell).join('')}</tr>\n`;
      const head = header.some(({ text }) => text !== '') ? `<thead>${renderRow(header)}</thead>` : '';
      const body = `<tbody>${rows.map(renderRow).join('')}</tbody>`;
      return `<div class="wide" tabindex="0"><table>${head}${body}</table></div>\n`;
    },
  };
  const html = new Marked({ renderer, async: false }).parse(markdown, { async: false });
  const [first] = headings;
  if (first?.depth !== 1) throw new Error(`${file}: the first heading must be a level-1 heading (#)`);
  return { title: first.text, headings, html };
}

function renderCode(text: string): string {
  return `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`;
}

function decodeEntities(text: string): string {
  const decoded = Object.entries(ENTITIES).reduce(
    (rest, [character, entity]) => rest.replaceAll(entity, character),
    text,
  );
  return decoded.replaceAll('&#39;', "'");
}

/** Renders any other text file as a code block, with the name of the file as the title. */
export function renderText(text: string, file: string): RenderedPage {
  const title = posix.basename(file);
  const html = `<h1>${escapeHtml(title)}</h1>\n${renderCode(text)}`;
  return { title, headings: [{ id: '', depth: 1, text: title }], html };
}
