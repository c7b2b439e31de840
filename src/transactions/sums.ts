import { z } from 'zod';
import { minorToAmount } from '../kernel/money.ts';
import { amountOut, fields, transactionStatus, transactionType, viewType } from '../operations/fields.ts';
import { operation } from '../operations/operation.ts';
import { EVERYONE } from '../operations/permissions.ts';
import { filterFields, toConditions } from './filter.ts';

const transactionSum = viewType(
  'TransactionSum',
  'What transactions of one type, status and currency add up to.',
  {
    type: transactionType.describe('Whether they are deposits or withdrawals.'),
    status: transactionStatus.describe('Their status.'),
    currency: z.string().describe('Their currency, three letters.'),
    count: z.number().describe('How many there are.'),
    amount: amountOut.describe('The sum of the amounts that were asked for.'),
    finalAmount: amountOut.describe('The sum of what was actually paid; 0 if nothing was.'),
  },
);

export const sumTransactions = operation({
  name: 'sumTransactions',
  kind: 'query',
  roles: EVERYONE,
  modes: 'both',
  summary: 'Add up the transactions that filters select',
  description:
    'Deposits and withdrawals, statuses and currencies are apart. A merchant sums its own. It adds up 50,000 at most, the newest: then `isComplete` is false. Narrow the filter by time to have the rest.',
  input: fields(filterFields),
  output: viewType('TransactionSums', 'What the transactions that a filter selects add up to.', {
    groups: z.array(transactionSum).describe('One of each type, status and currency that was found.'),
    isComplete: z.boolean().describe('False when there are more, and only the newest ones were added up.'),
  }),
  example: { type: 'deposit' },
  async run(context, input) {
    const { db, scans } = context.dependencies;
    const filter = await toConditions(context, input);
    const { groups, isComplete } = await scans.run(context.principal, () =>
      db.query('sumTransactions', { filter }),
    );
    const view = groups.map(({ amountMinor, finalAmountMinor, ...group }) => ({
      ...group,
      amount: minorToAmount(amountMinor),
      finalAmount: minorToAmount(finalAmountMinor),
    }));
    return { groups: view, isComplete };
  },
});
