import { useState } from 'preact/hooks';
import { useSignedIn } from '../session/context.ts';
import { texts } from '../texts/texts.ts';
import type { Loaded } from './use-load.ts';

/** A part of a list. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Null or absent at the end. */
  readonly nextCursor?: string | null | undefined;
}

export interface NextPage {
  readonly isReading: boolean;
  /** Set if the next page could not be read. It is then read only on request. */
  readonly hasFailed: boolean;
  /** Reads the next page, if there is one. */
  read(): void;
}

/** Returns a change that adds a page to the end of a list. */
export function adding<P extends Page<unknown>>({ items, nextCursor }: P): (known: P) => P {
  return (known) => ({ ...known, items: [...known.items, ...items], nextCursor });
}

/** Reads a list page by page. @param readNext returns how the page after this cursor changes the list. */
export function useNextPage<P extends Page<unknown>>(
  { data, updateBy }: Pick<Loaded<P>, 'data' | 'updateBy'>,
  readNext: (cursor: string, known: P) => Promise<(known: P) => P>,
): NextPage {
  const { notify } = useSignedIn();
  const [isReading, setReading] = useState(false);
  const [failedAt, setFailedAt] = useState<string>();
  const cursor = data?.nextCursor;
  return {
    isReading,
    hasFailed: cursor != null && cursor === failedAt,
    read() {
      if (!data || cursor == null || isReading) return;
      setReading(true);
      setFailedAt(undefined);
      // Another list may have been read meanwhile.
      const page = readNext(cursor, data).then(
        (change) => (known: P) => (known.nextCursor === cursor ? change(known) : known),
      );
      updateBy(page)
        .catch(() => {
          setFailedAt(cursor);
          notify(texts().ui.pageFailed);
        })
        .finally(() => setReading(false));
    },
  };
}
