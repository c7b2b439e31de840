import { z } from 'zod';
import type { AmountLimits } from '../../domain/bank.ts';
import { minorToAmount } from '../../domain/money.ts';
import { amountOut, fields, transactionType } from '../fields.ts';
import { defineOperation } from '../operation.ts';

/** The amounts a bank takes for one type of transaction. */
export const limitsView = z.object({ minAmount: amountOut, maxAmount: amountOut });

/** A bank as clients choose it; null for a type that it does not offer. */
export const availableBankView = z.object({
  _id: z.string(),
  name: z.string(),
  deposit: limitsView.nullable(),
  withdrawal: limitsView.nullable(),
  currency: z.string(),
});

/** Lists the banks that take transactions now, all or those of one type. */
export const listAvailableBanks = defineOperation({
  name: 'listAvailableBanks',
  kind: 'query',
  input: fields({ type: transactionType.optional() }),
  output: z.array(availableBankView),
  async run({ dependencies }, { type }) {
    const banks = await dependencies.banks.list();
    return banks
      .filter((bank) => bank.active && (type ? bank[type] : (bank.deposit ?? bank.withdrawal)))
      .map((bank) => ({
        _id: bank.id,
        name: bank.name,
        deposit: viewLimits(bank.deposit),
        withdrawal: viewLimits(bank.withdrawal),
        currency: dependencies.currency,
      }));
  },
});

/** Limits as amounts; null for a type that the bank does not offer. */
export function viewLimits(limits: AmountLimits | null): z.infer<typeof limitsView> | null {
  if (!limits) return null;
  return { minAmount: minorToAmount(limits.minAmountMinor), maxAmount: minorToAmount(limits.maxAmountMinor) };
}
