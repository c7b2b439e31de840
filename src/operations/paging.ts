import { z } from 'zod';
import { idText, wholeNumber } from './fields.ts';

/** The `nextCursor` of a list whose items have ids. */
export const afterId = idText
  .describe('Where the page begins: the `nextCursor` of the page before.')
  .optional();

/** The size of a page. */
export function pageLimit(max: number, byDefault = 50) {
  return wholeNumber(1, max).default(byDefault).describe('The most items of a page.');
}

/** A page of a list. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item).describe('The items of the page.'),
    nextCursor: z.string().nullable().describe('Where the next page begins; null at the end.'),
  });
}
