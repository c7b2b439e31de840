import { z } from 'zod';
import type { AmountLimits } from '../domain/bank.ts';
import { minorToAmount } from '../domain/money.ts';
import { TRANSACTION_TYPES } from '../domain/transaction.ts';
import { fields, oneOf } from './fields.ts';
import { defineOperation } from './operation.ts';

const limitsView = z.object({ minAmount: z.number(), maxAmount: z.number() }).nullable();

/** Lists the banks that take transactions now, all or those of one type. */
export const listAvailableBanks = defineOperation({
  name: 'listAvailableBanks',
  kind: 'query',
  input: fields({ type: oneOf(TRANSACTION_TYPES).optional() }),
  output: z.array(
    z.object({
      _id: z.string(),
      name: z.string(),
      deposit: limitsView,
      withdrawal: limitsView,
      currency: z.string(),
    }),
  ),
  async run({ services }, { type }) {
    const banks = await services.banks.list();
    return banks
      .filter((bank) => bank.active && (type ? bank[type] : (bank.deposit ?? bank.withdrawal)))
      .map((bank) => ({
        _id: bank.id,
        name: bank.name,
        deposit: viewLimits(bank.deposit),
        withdrawal: viewLimits(bank.withdrawal),
        currency: services.currency,
      }));
  },
});

/** Limits as amounts; null for a type that the bank does not offer. */
export function viewLimits(limits: AmountLimits | null): z.infer<typeof limitsView> {
  if (!limits) return null;
  return { minAmount: minorToAmount(limits.minAmountMinor), maxAmount: minorToAmount(limits.maxAmountMinor) };
}
