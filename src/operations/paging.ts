import { createCipheriv, createHmac } from 'node:crypto';
import { z } from 'zod';
import { fieldError } from '../kernel/errors.ts';
import { fault } from '../kernel/problems.ts';
import { graphqlTypes, idText, typeProblem, wholeNumber } from './fields.ts';

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

/** Seals the positions of cursors that would reveal more than their reader may know. */
export interface Cursors {
  /** The same position has the same cursor. */
  seal(position: string): string;
  /** @returns undefined for a text that `seal` did not make. */
  open(cursor: string): string | undefined;
}

const IV_BYTES = 16;

/**
 * Cursors under AES-256 in counter mode. A MAC of the position is the initial counter and shows that the text was sealed
 * here (as in RFC 5297).
 * @param databaseKey the same for all processes of a database.
 */
export function createCursors(databaseKey: string): Cursors {
  const keyFor = (use: string) => createHmac('sha256', databaseKey).update(`cursor ${use}`).digest();
  const [macKey, key] = [keyFor('mac'), keyFor('text')];
  function crypt(text: Buffer, iv: Buffer): Buffer {
    const cipher = createCipheriv('aes-256-ctr', key, iv);
    return Buffer.concat([cipher.update(text), cipher.final()]);
  }
  function seal(position: string): string {
    const iv = createHmac('sha256', macKey).update(position).digest().subarray(0, IV_BYTES);
    return Buffer.concat([iv, crypt(Buffer.from(position), iv)]).toString('base64url');
  }
  return {
    seal,
    open(cursor) {
      const bytes = Buffer.from(cursor, 'base64url');
      if (bytes.length <= IV_BYTES) return undefined;
      const position = crypt(bytes.subarray(IV_BYTES), bytes.subarray(0, IV_BYTES)).toString();
      return seal(position) === cursor ? position : undefined;
    },
  };
}

/** A cursor of a request. Callers must treat it as opaque. */
export const cursorText = z.string({ error: typeProblem('a cursor') });

/**
 * Reads the cursor of a field.
 * @param read returns undefined for a text that no page gave as its cursor.
 * @throws ServiceError error_validation.
 */
export function readCursor<P>(
  field: string,
  cursor: string | undefined,
  read: (cursor: string) => P | undefined,
): P | undefined {
  if (cursor === undefined) return undefined;
  const position = read(cursor);
  if (position === undefined) throw fieldError(field, fault('wrong_cursor'));
  return position;
}
