import { z } from 'zod';
import { validationError } from '../../domain/errors.ts';
import { parameters } from '../fields.ts';
import { define } from '../operation.ts';
import { filterFields, toConditions } from './filter.ts';

/** The filters that no pending transaction meets. */
const NOT_OF_PENDING = ['reason', 'isLate', 'movedFrom', 'movedTo', 'movedAccountId'] as const;

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
    const { status = 'pending' } = input;
    const other = NOT_OF_PENDING.find((name) => input[name] !== undefined);
    if (status !== 'pending' || other !== undefined) {
      const path = other ?? 'status';
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
