import type { Transaction } from '../service/types.ts';

/** The orders of the queue besides the age: the largest amount first, and the first to expire. */
const ORDERS = {
  amount: (one: Transaction, other: Transaction) => other.amount - one.amount,
  expiry: (one: Transaction, other: Transaction) => endOf(one) - endOf(other),
} as const;

export type Order = keyof typeof ORDERS;

/** Returns the order that the URL names; undefined for the age. */
export function readOrder(params: URLSearchParams): Order | undefined {
  const order = params.get('order');
  return order === 'amount' || order === 'expiry' ? order : undefined;
}

/** Returns the rows in an order. Equal ones stay in the order of their age. */
export function inOrder(items: readonly Transaction[], order: Order | undefined): readonly Transaction[] {
  return order ? items.toSorted(ORDERS[order]) : items;
}

function endOf({ expiresAt }: Transaction): number {
  return expiresAt == null ? Number.MAX_SAFE_INTEGER : Date.parse(expiresAt);
}
