import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { extname, join, posix } from 'node:path';
import { type RenderedPage, renderMarkdown, renderText } from './render.ts';
import { arrangeMenu, listSources, type MenuGroup, PICTURE, ROOT, SERVED } from './sources.ts';

const OUTPUT = join(ROOT, 'dist/web/guide.json');

/** The guide, as the service reads it: see src/surfaces/pages/guide.ts. */
export interface Guide {
  readonly menu: readonly MenuGroup[];
  readonly pages: Readonly<Record<string, RenderedPage>>;
  /** Pictures by their paths below `/guide/`, as base64. */
  readonly pictures: Readonly<Record<string, string>>;
}

/**
 * Renders the pages of the guide.
 * @throws Error when a page links to one that is not there.
 */
export function renderGuide(): Guide {
  const sources = listSources();
  const pathByFile = new Map(sources.map(({ file, path }) => [file, path]));
  const pictures: Record<string, string> = {};
  const pages = sources.map(({ file, path }) => {
    const linkTo = (target: string): string | undefined => {
      const found = PICTURE.test(target)
        ? addPicture(target, pictures)
        : (SERVED[target] ?? pathByFile.get(target));
      if (found !== undefined) return posix.relative(posix.dirname(path), found);
      if (target.endsWith('.md')) throw new Error(`${file} links to ${target}, which is not there`);
      return undefined;
    };
    const text = readFileSync(join(ROOT, file), 'utf8');
    return [
      path,
      file.endsWith('.md') ? renderMarkdown(text, { file, linkTo }) : renderText(text, file),
    ] as const;
  });
  return { menu: arrangeMenu(sources), pages: Object.fromEntries(pages), pictures };
}

/** Names a picture by its content, so that browsers can keep it. */
function addPicture(file: string, pictures: Record<string, string>): string {
  const content = readFileSync(join(ROOT, file));
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16);
  const path = `pictures/${hash}${extname(file)}`;
  pictures[path] = content.toString('base64');
  return path;
}

/** Writes the guide into dist/web, in one step: a service may be starting meanwhile. */
export function buildGuide(): void {
  mkdirSync(join(OUTPUT, '..'), { recursive: true });
  const temporary = `${OUTPUT}.${process.pid}`;
  writeFileSync(temporary, JSON.stringify(renderGuide()));
  renameSync(temporary, OUTPUT);
}
