import { z } from 'zod';
import { fieldError } from '../kernel/errors.ts';
import { minorToAmount } from '../kernel/money.ts';
import { fault } from '../kernel/problems.ts';
import { dayIn, formatDay } from '../kernel/time-zone.ts';
import { amountOut, fields, oneOf, timestamp, transactionType, viewType } from '../operations/fields.ts';
import { appKey } from '../operations/ids.ts';
import { type Context, costOfItems, operation } from '../operations/operation.ts';
import { EVERYONE } from '../operations/permissions.ts';
import { MAX_DAYS } from './limits.ts';
import { findScope, isDesk } from './scope.ts';
import { STATISTICS_GROUPS, type Statistics, type StatisticsGroup } from './store.ts';

const statisticsView = viewType('Statistics', 'Counts and sums of one group of transactions.', {
  key: z.string().describe('The counted day (`2026-11-20`), bank id, type or appKey.'),
  name: z
    .string()
    .nullable()
    .describe('The name of the bank or client; null for other groups and for unknown banks.'),
  createdCount: z.number().describe('The transactions that were created.'),
  createdAmount: amountOut.describe('The sum of their amounts.'),
  pendingCount: z.number().describe('Those that are pending.'),
  successfulCount: z.number().describe('Those that are successful.'),
  successfulAmount: amountOut.describe('The sum of the amounts that were actually paid.'),
  unsuccessfulCount: z.number().describe('Those that are unsuccessful.'),
  expiredCount: z.number().describe('Those that expired.'),
  cancelledCount: z.number().describe('Those that were cancelled.'),
  rejectedCount: z.number().describe('Those that were rejected.'),
  reversedCount: z.number().describe('Those that were reversed.'),
  secondsToSettle: z
    .number()
    .nullable()
    .describe('The average time from pending to settled; null when nothing was settled.'),
});

export const readStatistics = operation({
  name: 'readStatistics',
  kind: 'query',
  roles: EVERYONE,
  modes: 'both',
  summary: 'Count and sum the transactions created in a range of days',
  description: 'Whole days are counted, in the time zone TIME_ZONE.',
  input: fields({
    from: timestamp.describe('A time of the first day. The day of this time counts whole.'),
    to: timestamp.describe(
      'The end: the day of this time counts whole, unless the time is its midnight. Then the day before is the last one.',
    ),
    groupBy: oneOf(STATISTICS_GROUPS, 'StatisticsGroup').describe('What they are grouped by.'),
    type: transactionType.optional().describe('Only deposits, or only withdrawals.'),
    appKey: appKey.optional(),
  }),
  output: z.array(statisticsView),
  example: { from: '2026-11-01T00:00:00+03:00', to: '2026-11-21T00:00:00+03:00', groupBy: 'day' },
  cost: (groups) => costOfItems(groups.length),
  async run(context, { from, to, groupBy, type, appKey }) {
    const { db, scans, timeZone } = context.dependencies;
    const fromDay = dayIn(timeZone, from);
    // `to` is exclusive: when it is midnight, its day is not included.
    const toDay = dayIn(timeZone, to - 1);
    if (from >= to) throw fieldError('from', fault('from_after_to', 'must be before to.'));
    if (toDay - fromDay >= MAX_DAYS)
      throw fieldError(
        'to',
        fault('too_many_days', { maximum: MAX_DAYS }, `must be at most ${MAX_DAYS} days after from.`),
      );
    const scope = await findScope(context, appKey);
    const isForDesk = isDesk(context.principal);
    const { groups } = await scans.run(context.principal, () =>
      db.query('readStatistics', { groupBy, type, fromDay, toDay, ...scope, isForDesk }),
    );
    const showKey = await loadKeyNames(context, groupBy, groups);
    return groups.map((row) => ({
      ...showKey(row.key),
      createdCount: row.createdCount,
      createdAmount: minorToAmount(row.createdMinor),
      pendingCount: row.createdCount - row.successfulCount - row.unsuccessfulCount,
      successfulCount: row.successfulCount,
      successfulAmount: minorToAmount(row.successfulMinor),
      unsuccessfulCount: row.unsuccessfulCount,
      expiredCount: row.expiredCount,
      cancelledCount: row.cancelledCount,
      rejectedCount: row.rejectedCount,
      reversedCount: row.reversedCount,
      secondsToSettle: row.settledCount === 0 ? null : Math.round(row.settlingMs / row.settledCount / 1000),
    }));
  },
});

/** Returns the function that shows the key of a group to callers, with its name. */
async function loadKeyNames(
  { dependencies }: Context,
  groupBy: StatisticsGroup,
  rows: readonly Statistics[],
): Promise<(key: string) => { key: string; name: string | null }> {
  switch (groupBy) {
    case 'day':
      return (key) => ({ key: formatDay(Number(key)), name: null });
    case 'type':
      return (key) => ({ key, name: null });
    case 'bank': {
      const list = (await dependencies.banks.list()) ?? [];
      const banks = new Map(list.map((bank) => [bank.id, bank.name]));
      return (key) => ({ key, name: banks.get(key) ?? null });
    }
    case 'client': {
      const clients = await dependencies.clients.findByIds(rows.map((row) => row.key));
      return (key) => ({ key: clients.get(key)?.appKey ?? key, name: clients.get(key)?.name ?? null });
    }
  }
}
