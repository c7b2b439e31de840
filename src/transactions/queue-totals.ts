import { z } from 'zod';
import { fieldError } from '../kernel/errors.ts';
import { fault } from '../kernel/problems.ts';
import { fields, viewType } from '../operations/fields.ts';
import { operation } from '../operations/operation.ts';
import { EVERYONE } from '../operations/permissions.ts';
import { filterFields, toConditions } from './filter.ts';
import { isDesk } from './scope.ts';

/** The filters that no pending transaction matches. */
const NOT_OF_PENDING = ['reason', 'isLate', 'movedFrom', 'movedTo', 'movedAccountId'] as const;

export const readQueueTotals = operation({
  name: 'readQueueTotals',
  kind: 'query',
  roles: EVERYONE,
  modes: 'both',
  summary: 'Count the pending transactions that filters select',
  input: fields({
    ...filterFields,
    reason: filterFields.reason.describe('Left out: the totals are those of pending transactions.'),
  }),
  output: viewType('QueueTotals', 'The numbers of pending transactions.', {
    waiting: z.number().describe('How many wait.'),
    sent: z.number().describe('The deposits whose payer has said that the money was sent.'),
    deposits: z.number().describe('The pending deposits.'),
    withdrawals: z.number().describe('The pending withdrawals.'),
    inPayouts: z
      .number()
      .optional()
      .describe('Those of them that a batch of payouts is going to pay. Merchants do not get it.'),
  }),
  example: { type: 'deposit' },
  async run(context, input) {
    const { status = 'pending' } = input;
    const other = NOT_OF_PENDING.find((name) => input[name] !== undefined);
    if (status !== 'pending' || other !== undefined) {
      const path = other ?? 'status';
      const message = 'must be left out: the totals are those of pending transactions.';
      throw fieldError(path, fault('unwanted', message));
    }
    const { db, scans } = context.dependencies;
    const conditions = await toConditions(context, input);
    const {
      scannedRows: _,
      inPayouts,
      ...totals
    } = await scans.run(context.principal, () => db.query('countQueue', conditions));
    return isDesk(context.principal) ? { ...totals, inPayouts } : totals;
  },
});
