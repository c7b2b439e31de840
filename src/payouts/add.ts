import { z } from 'zod';
import { EXAMPLE_IDS } from '../operations/examples.ts';
import { fields, wholeNumber } from '../operations/fields.ts';
import { costOfItems, operation } from '../operations/operation.ts';
import { pageLimit } from '../operations/paging.ts';
import { OPERATORS, STAFF } from '../operations/permissions.ts';
import { changeOf, refusals, seen } from './decide.ts';
import { MAX_CALL_ROWS, MAX_ROW_NUMBER } from './limits.ts';
import { payoutId, readPayout, transactionIds, unfitError } from './payouts.ts';
import { payoutMissing, payoutRefusal } from './refusals.ts';
import { payoutDetail, payoutRowView, viewPayoutRows } from './views.ts';

export const addToPayout = operation({
  name: 'addToPayout',
  kind: 'command',
  roles: OPERATORS,
  modes: 'live',
  summary: 'Put more pending withdrawals and refunds into a batch',
  description:
    'Only the person who has prepared it adds to it, up to 10,000 withdrawals. This changes the content of the batch, so earlier approvals no longer count.',
  refusals,
  input: fields({
    ...seen,
    transactionIds: transactionIds.describe(
      'The withdrawals, and refunds by their refundId, up to 1,000, of the currency of the batch.',
    ),
  }),
  output: payoutDetail,
  example: { transactionIds: [EXAMPLE_IDS.transactionId] },
  async run(context, { transactionIds: ids, ...target }) {
    const outcome = await context.dependencies.db.run('addToPayout', {
      ...changeOf(context, target),
      clientId: context.principal.client.id,
      transactionIds: ids,
    });
    if (outcome.kind === 'unfit') throw unfitError(ids, outcome.unfit);
    if (outcome.kind !== 'stored') throw payoutRefusal(outcome);
    return readPayout(context, target.payoutId);
  },
});

export const listPayoutRows = operation({
  name: 'listPayoutRows',
  kind: 'query',
  roles: STAFF,
  modes: 'live',
  summary: 'List the withdrawals of a batch, in the order in which they are paid',
  description: 'A page that is shorter than its limit is the last.',
  input: fields({
    payoutId,
    after: wholeNumber(0, MAX_ROW_NUMBER)
      .default(0)
      .describe('The rowNumber of the last row of the previous page.'),
    limit: pageLimit(MAX_CALL_ROWS),
  }),
  output: z.array(payoutRowView),
  cost: (rows) => costOfItems(rows.length),
  async run({ dependencies: { db }, principal }, { payoutId: id, ...page }) {
    const whole = await db.read('findPayoutPage', { id, ...page });
    if (!whole) throw payoutMissing();
    return viewPayoutRows(whole, principal.role);
  },
});
