import { z } from 'zod';
import { validationError } from '../../domain/errors.ts';
import { minorToAmount } from '../../domain/money.ts';
import { dayIn, formatDay } from '../../domain/time-zone.ts';
import { listAllBanks } from '../admin/available-banks.ts';
import { amountOut, graphqlTypes, idText, oneOf, parameters, timestamp } from '../fields.ts';
import { type Context, costOfItems, define } from '../operation.ts';
import { findScope } from './scope.ts';
import { STATISTICS_GROUPS, type Statistics, type StatisticsGroup } from './store.ts';
import { isDesk } from './visible.ts';

const MAX_DAYS = 400;

export const statisticsView = z.object({
  /** The counted day (`2026-11-20`), bank id, type or appKey. */
  key: z.string(),
  /** The name of the bank or client; null for other groups and for unknown banks. */
  name: z.string().nullable(),
  createdCount: z.number(),
  createdAmount: amountOut,
  pendingCount: z.number(),
  successfulCount: z.number(),
  /** The sum of the amounts that were actually paid. */
  successfulAmount: amountOut,
  unsuccessfulCount: z.number(),
  expiredCount: z.number(),
  cancelledCount: z.number(),
  rejectedCount: z.number(),
  reversedCount: z.number(),
  /** The average time from pending to settled; null when nothing was settled. */
  secondsToSettle: z.number().nullable(),
});

/** Counts and sums the transactions created in a range of days of TIME_ZONE, by day, bank, type or client. */
export const readStatistics = define({
  name: 'readStatistics',
  kind: 'query',
  input: parameters({
    from: timestamp,
    to: timestamp,
    groupBy: oneOf(STATISTICS_GROUPS).register(graphqlTypes, { name: 'StatisticsGroup' }),
    appKey: idText.optional(),
  }),
  output: z.array(statisticsView),
  cost: (groups) => costOfItems(groups.length),
  async run(context, { from, to, groupBy, appKey }) {
    const { transactions, scans, timeZone } = context.dependencies;
    const fromDay = dayIn(timeZone, from);
    // `to` is exclusive: when it is midnight, its day is not included.
    const toDay = dayIn(timeZone, to - 1);
    if (from >= to) throw validationError([{ path: 'from', message: 'from must be before to.' }]);
    if (toDay - fromDay >= MAX_DAYS)
      throw validationError([{ path: 'to', message: `to must be at most ${MAX_DAYS} days after from.` }]);
    const scope = await findScope(context, appKey);
    const isForClient = !isDesk(context.principal);
    const { groups } = await scans.run(context.principal, () =>
      transactions.statistics({ groupBy, fromDay, toDay, ...scope, isForClient }),
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
      const banks = new Map((await listAllBanks(dependencies)).map((bank) => [bank.id, bank.name]));
      return (key) => ({ key, name: banks.get(key) ?? null });
    }
    case 'client': {
      const clients = await dependencies.clients.findByIds(rows.map((row) => row.key));
      return (key) => ({ key: clients.get(key)?.appKey ?? key, name: clients.get(key)?.name ?? null });
    }
  }
}
