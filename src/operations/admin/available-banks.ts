import { z } from 'zod';
import type { AmountLimits, Bank } from '../../domain/bank.ts';
import { minorToAmount } from '../../domain/money.ts';
import type { Dependencies } from '../dependencies.ts';
import { amountOut, parameters, transactionType } from '../fields.ts';
import { define } from '../operation.ts';
import { refusalError } from '../transactions/refusals.ts';

/** The amounts that a bank takes for one type of transaction, both ends included. */
export const limitsView = z.object({ minAmount: amountOut, maxAmount: amountOut });

/** A bank as merchants see it; the limits are null for a type that it does not offer. */
export const availableBankView = z.object({
  _id: z.string(),
  name: z.string(),
  deposit: limitsView.nullable(),
  withdrawal: limitsView.nullable(),
  currency: z.string(),
});

/** Lists the banks that take transactions now, of one type or of any. */
export const listAvailableBanks = define({
  name: 'listAvailableBanks',
  kind: 'query',
  input: parameters({ type: transactionType.optional() }),
  output: z.array(availableBankView),
  async run({ dependencies }, { type }) {
    const banks = await listAllBanks(dependencies);
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

/**
 * All banks, active or not.
 * @throws ServiceError error_unavailable while there is no list of banks.
 */
export async function listAllBanks({ banks }: Dependencies): Promise<readonly Bank[]> {
  const list = await banks.list();
  if (!list) throw refusalError({ type: 'error_unavailable' });
  return list;
}

/** Shows limits as amounts; null for a type that the bank does not offer. */
export function viewLimits(limits: AmountLimits | null): z.infer<typeof limitsView> | null {
  if (!limits) return null;
  return { minAmount: minorToAmount(limits.minAmountMinor), maxAmount: minorToAmount(limits.maxAmountMinor) };
}
