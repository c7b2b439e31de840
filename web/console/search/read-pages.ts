import type { Page } from '../ui/use-next-page.ts';

/** The part of a list that was read, from its beginning on. */
export interface Read<T> {
  readonly items: readonly T[];
  /** Null at the end. */
  readonly nextCursor: string | null;
}

/** Reads a list from its beginning until it ends, or until enough is read. */
export async function readPages<T>(
  readAfter: (cursor: string | null) => Promise<Page<T>>,
  isEnough: (items: readonly T[], pages: number) => boolean = () => false,
): Promise<Read<T>> {
  const items: T[] = [];
  let nextCursor: string | null = null;
  let pages = 0;
  do {
    const page: Page<T> = await readAfter(nextCursor);
    items.push(...page.items);
    nextCursor = page.nextCursor ?? null;
    pages += 1;
  } while (nextCursor !== null && !isEnough(items, pages));
  return { items, nextCursor };
}
