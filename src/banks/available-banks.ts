import { z } from 'zod';
import { minorToAmount } from '../kernel/money.ts';
import type { Dependencies } from '../operations/dependencies.ts';
import { amountOut, fields, transactionType, viewType } from '../operations/fields.ts';
import { operation } from '../operations/operation.ts';
import { EVERYONE } from '../operations/permissions.ts';
import { refusalError } from '../transactions/refusals.ts';
import type { AmountLimits, Bank } from './domain/bank.ts';

/** The amounts that a bank takes for one type of transaction, both ends included. */
export const limitsView = viewType('AmountLimits', 'The amounts a bank takes for one type of transaction.', {
  minAmount: amountOut.describe('The smallest amount.'),
  maxAmount: amountOut.describe('The largest amount.'),
});

/** A bank as merchants see it; the limits are null for a type that it does not offer. */
const availableBankView = viewType('AvailableBank', 'A bank that takes transactions at present.', {
  _id: z.string().describe('The id of the bank.'),
  name: z.string().describe('The name of the bank.'),
  deposit: limitsView.nullable().describe('The limits of a deposit; null if the bank takes none.'),
  withdrawal: limitsView.nullable().describe('The limits of a withdrawal; null if the bank takes none.'),
  currency: z.string().describe('The currency, three letters.'),
});

export const listAvailableBanks = operation({
  name: 'listAvailableBanks',
  kind: 'query',
  roles: EVERYONE,
  modes: 'both',
  summary: 'List the banks that take transactions now',
  input: fields({
    type: transactionType.optional().describe('Whether it is a deposit or a withdrawal.'),
  }),
  output: z.array(availableBankView),
  example: { type: 'deposit' },
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
