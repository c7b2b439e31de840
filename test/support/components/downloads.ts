import { resolveObjectURL } from 'node:buffer';
import { writeFile } from 'node:fs/promises';
import type { Window } from 'happy-dom';

/** A file that a page saves, with the names of Playwright's downloads. */
export interface PageDownload {
  suggestedFilename(): string;
  saveAs(path: string): Promise<void>;
}

/** Catches what a window saves. @returns a function that waits for the next file. */
export function catchDownloads(window: Window): () => Promise<PageDownload> {
  let waiting: ((download: PageDownload) => void)[] = [];
  const { prototype } = window.HTMLAnchorElement;
  const click = prototype.click;
  prototype.click = function () {
    if (!this.download) return click.call(this);
    const { download, href } = this;
    const saved: PageDownload = {
      suggestedFilename: () => download,
      async saveAs(path) {
        const content = resolveObjectURL(href);
        if (!content) throw new Error(`the page has saved nothing as ${download}`);
        await writeFile(path, Buffer.from(await content.arrayBuffer()));
      },
    };
    for (const resolve of waiting) resolve(saved);
    waiting = [];
  };
  return () => new Promise((resolve) => waiting.push(resolve));
}
