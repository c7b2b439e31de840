import { z } from 'zod';
import { ServiceError, validationError } from '../domain/errors.ts';
import { TRANSACTION_ID } from '../domain/ids.ts';
import { TRANSACTION_STATUSES, TRANSACTION_TYPES } from '../domain/transaction.ts';
import { fields, idText, moment, oneOf, typeProblem, wholeNumber } from './fields.ts';
import { defineOperation } from './operation.ts';
import type { ListPosition } from './ports.ts';
import { transactionDetail, viewDetail } from './views.ts';

const PAGE_LIMIT = 100;

/** Reads one transaction. A merchant sees only its own; another's is not found. */
export const getTransaction = defineOperation({
  name: 'getTransaction',
  kind: 'query',
  input: fields({ transactionId: idText }),
  output: transactionDetail,
  async run({ principal, services }, { transactionId }) {
    const found = TRANSACTION_ID.test(transactionId)
      ? await services.transactions.findById(transactionId)
      : undefined;
    if (!found || (principal.role === 'merchant' && found.clientId !== principal.clientId)) {
      throw new ServiceError(
        'error_transaction_not_found',
        'No transaction of yours has this transactionId. Use the one that the create call returned.',
      );
    }
    return viewDetail(found, services);
  },
});

const cursor = z.string({ error: typeProblem('a cursor') }).transform((value, context): ListPosition => {
  const position = readCursor(value);
  if (position) return position;
  context.addIssue({ code: 'custom', message: 'must be the nextCursor of an earlier page.' });
  return z.NEVER;
});

/** Lists transactions, newest first. A merchant sees its own, every other role sees all. */
export const listTransactions = defineOperation({
  name: 'listTransactions',
  kind: 'query',
  input: fields({
    after: cursor.optional(),
    limit: wholeNumber(1, PAGE_LIMIT).default(50),
    status: oneOf(TRANSACTION_STATUSES).optional(),
    type: oneOf(TRANSACTION_TYPES).optional(),
    processId: idText.optional(),
    userId: idText.optional(),
    from: moment.optional(),
    to: moment.optional(),
  }),
  output: z.object({ items: z.array(transactionDetail), nextCursor: z.string().nullable() }),
  async run({ principal, services }, { after, limit, from, to, ...filter }) {
    if (from !== undefined && to !== undefined && from >= to)
      throw validationError([{ path: 'from', message: 'from must be before to.' }]);
    const own = principal.role === 'merchant' ? { clientId: principal.clientId } : {};
    // One row more than the page tells whether there is a next page.
    const rows = await services.transactions.list(
      { ...filter, ...own, fromMs: from, toMs: to },
      { limit: limit + 1, ...(after && { after }) },
    );
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    return {
      items: await Promise.all(page.map((transaction) => viewDetail(transaction, services))),
      nextCursor: rows.length > limit && last ? writeCursor(last) : null,
    };
  },
});

/** The cursor behind a transaction: opaque to callers. */
export function writeCursor({ createdAtMs, id }: ListPosition): string {
  return Buffer.from(`${createdAtMs}.${id}`).toString('base64url');
}

/** The place a cursor stands for; undefined when it is none of ours. */
export function readCursor(cursorText: string): ListPosition | undefined {
  const match = /^(\d{1,16})\.([0-9a-f]{24})$/.exec(Buffer.from(cursorText, 'base64url').toString('latin1'));
  if (!match?.[1] || !match[2]) return undefined;
  const position = { createdAtMs: Number(match[1]), id: match[2] };
  // The decoder skips what is no base64: only the text that was handed out is a cursor.
  return writeCursor(position) === cursorText ? position : undefined;
}
