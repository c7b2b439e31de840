import { z } from 'zod';
import { validationError } from '../../domain/errors.ts';
import { parameters } from '../fields.ts';
import { define } from '../operation.ts';
import { filterFields, toConditions } from './filter.ts';

/** Counts the pending transactions that a filter selects. A merchant counts its own. */
export const readQueueTotals = define({
  name: 'readQueueTotals',
  kind: 'query',
  input: parameters(filterFields),
  output: z.object({
    waiting: z.number(),
    /** The deposits whose payer has said that the money was sent. */
    sent: z.number(),
    deposits: z.number(),
    withdrawals: z.number(),
  }),
  async run(context, input) {
    const { status = 'pending', reason, isLate } = input;
    if (status !== 'pending' || reason !== undefined || isLate !== undefined) {
      const path = reason !== undefined ? 'reason' : isLate !== undefined ? 'isLate' : 'status';
      const message = `${path} must be left out: the totals are those of pending transactions.`;
      throw validationError([{ path, message }]);
    }
    const { transactions, scans } = context.dependencies;
    const conditions = await toConditions(context, input);
    const { scannedRows: _, ...totals } = await scans.run(context.principal, () =>
      transactions.queueTotals(conditions),
    );
    return totals;
  },
});
