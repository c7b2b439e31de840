import { z } from 'zod';
import { DAY_MS, utcDay } from '../../domain/bank.ts';
import { validationError } from '../../domain/errors.ts';
import { minorToAmount } from '../../domain/money.ts';
import { amountOut, fields, graphqlTypes, idText, oneOf, timestamp } from '../fields.ts';
import { type Context, defineOperation } from '../operation.ts';
import { STATISTICS_GROUPS, type Statistics, type StatisticsGroup } from './store.ts';
import { clientInScope } from './transactions.ts';

const MAX_DAYS = 400;

export const statisticsView = z.object({
  /** The UTC day (`2026-11-20`), bank id, type or appKey that is counted. */
  key: z.string(),
  /** The name of the bank or client, if it has one. */
  name: z.string().nullable(),
  createdCount: z.number(),
  createdAmount: amountOut,
  pendingCount: z.number(),
  successfulCount: z.number(),
  /** What was really paid. */
  successfulAmount: amountOut,
  unsuccessfulCount: z.number(),
  /** How long the settled ones were pending, on average; null when none was settled. */
  secondsToSettle: z.number().nullable(),
});

/** Counts and sums of the transactions created in a span of UTC days, by day, bank, type or client. */
export const readStatistics = defineOperation({
  name: 'readStatistics',
  kind: 'query',
  input: fields({
    from: timestamp,
    to: timestamp,
    groupBy: oneOf(STATISTICS_GROUPS).register(graphqlTypes, { name: 'StatisticsGroup' }),
    appKey: idText.optional(),
  }),
  output: z.array(statisticsView),
  async run(context, { from, to, groupBy, appKey }) {
    const fromDay = utcDay(from);
    // `to` is exclusive: at midnight its day is not asked for.
    const toDay = utcDay(to - 1);
    if (from >= to) throw validationError([{ path: 'from', message: 'from must be before to.' }]);
    if (toDay - fromDay >= MAX_DAYS)
      throw validationError([{ path: 'to', message: `to must be at most ${MAX_DAYS} days after from.` }]);
    const clientId = await clientInScope(context, appKey);
    const rows = await context.dependencies.transactions.statistics({ groupBy, fromDay, toDay, clientId });
    const nameKey = await namesOf(context, groupBy, rows);
    return rows.map((row) => ({
      ...nameKey(row.key),
      createdCount: row.createdCount,
      createdAmount: minorToAmount(row.createdMinor),
      pendingCount: row.createdCount - row.successfulCount - row.unsuccessfulCount,
      successfulCount: row.successfulCount,
      successfulAmount: minorToAmount(row.successfulMinor),
      unsuccessfulCount: row.unsuccessfulCount,
      secondsToSettle: row.settledCount === 0 ? null : Math.round(row.settlingMs / row.settledCount / 1000),
    }));
  },
});

/** How the keys of the counters are shown to callers. */
async function namesOf(
  { dependencies }: Context,
  groupBy: StatisticsGroup,
  rows: readonly Statistics[],
): Promise<(key: string) => { key: string; name: string | null }> {
  switch (groupBy) {
    case 'day':
      return (key) => ({ key: new Date(Number(key) * DAY_MS).toISOString().slice(0, 10), name: null });
    case 'type':
      return (key) => ({ key, name: null });
    case 'bank': {
      const banks = new Map((await dependencies.banks.list()).map((bank) => [bank.id, bank.name]));
      return (key) => ({ key, name: banks.get(key) ?? null });
    }
    case 'client': {
      const clients = await dependencies.clients.findByIds(rows.map((row) => row.key));
      return (key) => ({ key: clients.get(key)?.appKey ?? key, name: clients.get(key)?.name ?? null });
    }
  }
}
