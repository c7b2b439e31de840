import type { FactIndex, ReadLine } from './fact-index.ts';

/**
 * The most comparisons of one command: creates wait for it in the writing thread, and all requests where there is no such
 * thread. They take some tens of milliseconds.
 */
export const MOST_COMPARISONS = 10_000;
/** A shared word, or a withdrawal, takes less time than the names of a deposit. */
const LESSER = 1 / 4;

/** How many transactions a line is compared with, those that only share words with it counting less. */
export function comparisonsOf({ line, reading }: ReadLine, index: FactIndex): number {
  const deposits = sizeOf(index.depositsByAmount, line.amountMinor);
  const paidOtherwise = sizeOf(index.paidOtherwiseByAmount, line.amountMinor);
  const withdrawals = sizeOf(index.withdrawalsByAmount, line.amountMinor);
  let sharing = 0;
  for (const words of [reading.text.all, reading.name?.tokens ?? [], reading.ultimateName?.tokens ?? []])
    for (const word of words) sharing += sizeOf(index.depositsByNameToken, word);
  return deposits + paidOtherwise + LESSER * (withdrawals + sharing);
}

function sizeOf<K>(groups: ReadonlyMap<K, readonly unknown[]>, key: K): number {
  return groups.get(key)?.length ?? 0;
}
