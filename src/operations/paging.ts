import { z } from 'zod';
import { graphqlTypes, idText, wholeNumber } from './fields.ts';

/** The `nextCursor` of a list whose items have ids. */
export const afterId = idText
  .describe('Where the page begins: the `nextCursor` of the previous page.')
  .optional();

/** The size of a page. */
export function pageLimit(max: number, byDefault = 50) {
  return wholeNumber(1, max).default(byDefault).describe('The maximum number of items on a page.');
}

/** A page of a list. @param type its name and description in GraphQL, where GraphQL has it. */
export function pageOf<T extends z.ZodType>(
  item: T,
  type?: { readonly name: string; readonly description: string },
) {
  const page = z.object({
    items: z.array(item).describe('The items of the page.'),
    nextCursor: z.string().nullable().describe('Where the next page begins; null at the end.'),
  });
  return type ? page.register(graphqlTypes, type) : page;
}
