import type { FeesOfDay, Movement } from './store.ts';

/** The sums of one merchant. Amounts are minor units, above zero; incoming and outgoing payments are never added. */
export interface MerchantSums {
  readonly slug: string;
  readonly name: string;
  readonly count: number;
  readonly depositsMinor: number;
  readonly depositsReversedMinor: number;
  readonly withdrawalsMinor: number;
  readonly withdrawalsReversedMinor: number;
}

type Sum = Exclude<keyof MerchantSums, 'slug' | 'name' | 'count'>;

const SUMS: Readonly<Record<Movement['type'], Readonly<Record<Movement['kind'], Sum>>>> = {
  deposit: { paid: 'depositsMinor', reversed: 'depositsReversedMinor' },
  withdrawal: { paid: 'withdrawalsMinor', reversed: 'withdrawalsReversedMinor' },
};

/** Adds up movements by merchant, by their slugs. */
export function sumsOfMerchants(movements: readonly Movement[]): MerchantSums[] {
  const sums = new Map<string, MerchantSums>();
  for (const { merchant, type, kind, amountMinor } of movements) {
    const known = sums.get(merchant.slug) ?? { ...merchant, ...NOTHING };
    const key = SUMS[type][kind];
    sums.set(merchant.slug, { ...known, count: known.count + 1, [key]: known[key] + amountMinor });
  }
  return [...sums.values()].sort((left, right) => (left.slug < right.slug ? -1 : 1));
}

const NOTHING = {
  count: 0,
  depositsMinor: 0,
  depositsReversedMinor: 0,
  withdrawalsMinor: 0,
  withdrawalsReversedMinor: 0,
};

/** The sum of all fees, less those that the bank gave back. Minor units. */
export function sumOfFees(fees: readonly FeesOfDay[]): number {
  return fees.reduce((sum, { feesMinor }) => sum + feesMinor, 0);
}

/** Whether the money of a movement came in. */
export function isIncoming({ type, kind }: Pick<Movement, 'type' | 'kind'>): boolean {
  return (type === 'deposit') === (kind === 'paid');
}
