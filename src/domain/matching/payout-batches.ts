import { groupBy } from '../group-by.ts';
import type { FactIndex, ReadLine } from './fact-index.ts';
import type { LineDecision, WithdrawalFacts } from './model.ts';
import type { Reason } from './reasons.ts';
import { isBeforeDay } from './time-of-line.ts';

/** The most withdrawals of one batch, and the most that wait for all of their sums to be looked at. */
const MAX_OF_BATCH = 10;
const MAX_SEARCHED = 16;
const DAY_MS = 86_400_000;

/**
 * Money out of one line that is exactly the sum of several withdrawals that wait: a bank books a batch of payments as
 * one. With more than one way to make the sum, or none, nothing is proposed.
 */
export function decideBatch(subject: ReadLine, index: FactIndex): LineDecision | undefined {
  const { lineId, line } = subject;
  if (line.status === 'pending') return undefined;
  const waiting = index.facts.waitingWithdrawals.filter(
    (one) =>
      one.currency === line.currency &&
      one.amountMinor < line.amountMinor &&
      isBeforeDay(one.createdAtMs, line),
  );
  const batch = namedBatch(subject, waiting) ?? onlyBatch(line.amountMinor, waiting);
  if (!batch) return undefined;
  const transactionIds = batch.map(({ transactionId }) => transactionId).sort();
  const reason: Reason = { code: 'payout-batch', transactionIds, sumMinor: line.amountMinor };
  return {
    ...{ lineId, state: 'payout', rule: 'payout-batch', evidence: [reason], action: null },
    candidates: transactionIds.map((transactionId) => ({
      ...{ type: 'withdrawal', transactionId },
      reasons: [reason],
      rank: 1,
    })),
  };
}

type Batch = readonly WithdrawalFacts[];

/** The withdrawals whose ids stand in the texts of the line, if their sum is exact. */
function namedBatch({ line, reading }: ReadLine, waiting: Batch): Batch | undefined {
  const named = waiting.filter(({ transactionId }) => reading.transactionIds.includes(transactionId));
  return named.length > 1 && named.length <= MAX_OF_BATCH && sumOf(named) === line.amountMinor
    ? named
    : undefined;
}

/** The only batch of the amount: all that wait, all of a client or of a day, or any few of a few. */
function onlyBatch(amountMinor: number, waiting: Batch): Batch | undefined {
  const groups = [
    waiting,
    ...groupBy(waiting, dayOf).values(),
    ...groupBy(waiting, ({ clientId }) => clientId).values(),
  ];
  const found = groups.filter((group) => isBatch(group) && sumOf(group) === amountMinor);
  if (waiting.length <= MAX_SEARCHED) found.push(...subsetsOf(waiting, amountMinor));
  const distinct = new Map(found.map((batch) => [keyOf(batch), batch]));
  return distinct.size === 1 ? [...distinct.values()][0] : undefined;
}

function isBatch({ length }: Pick<Batch, 'length'>): boolean {
  return length > 1 && length <= MAX_OF_BATCH;
}

/**
 * The first two ways to make the sum of some of these; a second one is enough to propose none. The sum of each subset is
 * that of a smaller one and its lowest withdrawal, so all of them take a fraction of a millisecond.
 */
function subsetsOf(waiting: Batch, amountMinor: number): readonly Batch[] {
  const found: Batch[] = [];
  const sums = new Float64Array(2 ** waiting.length);
  const sizes = new Uint8Array(sums.length);
  for (let subset = 1; subset < sums.length && found.length < 2; subset += 1) {
    const rest = subset & (subset - 1);
    const lowest = 31 - Math.clz32(subset ^ rest);
    sums[subset] = (sums[rest] ?? 0) + (waiting[lowest]?.amountMinor ?? 0);
    sizes[subset] = (sizes[rest] ?? 0) + 1;
    if (sums[subset] === amountMinor && isBatch({ length: sizes[subset] ?? 0 }))
      found.push(waiting.filter((_, place) => (subset >> place) & 1));
  }
  return found;
}

function dayOf({ createdAtMs }: WithdrawalFacts): number {
  return Math.floor(createdAtMs / DAY_MS);
}

function sumOf(batch: Batch): number {
  return batch.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}

function keyOf(batch: Batch): string {
  return batch
    .map(({ transactionId }) => transactionId)
    .sort()
    .join(' ');
}
