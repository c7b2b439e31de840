import { z } from 'zod';
import type { AmountLimits, Bank } from '../../domain/bank.ts';
import { ServiceError, validationError } from '../../domain/errors.ts';
import type { Dependencies } from '../dependencies.ts';
import { fields, flag, formatTimestamp, idText, nameText, timestampOut } from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { limitsView, viewLimits } from './available-banks.ts';
import type { BankRecord } from './directory.ts';
import { changes, limits, unknownBank } from './fields.ts';

/** A bank as administration sees it; null limits for a type that it does not offer. */
export const bankView = z.object({
  bankId: z.string(),
  name: z.string(),
  active: z.boolean(),
  deposit: limitsView.nullable(),
  withdrawal: limitsView.nullable(),
  /** Null for a bank of a separate Available Banks service. */
  createdAt: timestampOut.nullable(),
});

export type BankView = z.infer<typeof bankView>;

/** Lists the banks of the directory that is in use, active or not, by name. */
export const listBanks = defineOperation({
  name: 'listBanks',
  kind: 'query',
  input: fields({}),
  output: z.array(bankView),
  async run({ dependencies }) {
    const banks = isRemote(dependencies)
      ? await dependencies.banks.list()
      : await dependencies.bankAdmin.list();
    return banks.map(viewBank);
  },
});

/** Adds a bank to the local directory. */
export const addBank = defineOperation({
  name: 'addBank',
  kind: 'command',
  input: fields({
    bankId: idText.optional(),
    name: nameText,
    active: flag.default(true),
    deposit: limits.default(null),
    withdrawal: limits.default(null),
  }),
  output: bankView,
  async run({ dependencies }, { bankId, name, active, deposit, withdrawal }) {
    refuseRemote(dependencies);
    const bank = await dependencies.bankAdmin.create({
      id: bankId ?? dependencies.runtime.newId(),
      name,
      active,
      deposit: toLimits(deposit),
      withdrawal: toLimits(withdrawal),
      createdAtMs: dependencies.runtime.nowMs(),
    });
    if (!bank)
      throw validationError([
        { path: 'bankId', message: 'bankId is taken. Choose another one, or leave it out to get a new one.' },
      ]);
    return viewBank(bank);
  },
});

/** Changes what is given of a bank of the local directory and leaves the rest. Null limits end the offer of a type. */
export const updateBank = defineOperation({
  name: 'updateBank',
  kind: 'command',
  input: changes('bankId', {
    bankId: idText,
    name: nameText.optional(),
    active: flag.optional(),
    deposit: limits.optional(),
    withdrawal: limits.optional(),
  }),
  output: bankView,
  async run({ dependencies }, { bankId, name, active, deposit, withdrawal }) {
    refuseRemote(dependencies);
    const bank = await dependencies.bankAdmin.update(bankId, {
      name,
      active,
      deposit: deposit === undefined ? undefined : toLimits(deposit),
      withdrawal: withdrawal === undefined ? undefined : toLimits(withdrawal),
    });
    if (!bank) throw unknownBank();
    return viewBank(bank);
  },
});

/** Whether banks come from a separate Available Banks service, so that the local ones are not looked at. */
export function isRemote(dependencies: Dependencies): boolean {
  return dependencies.banks.health().source === 'remote';
}

function refuseRemote(dependencies: Dependencies): void {
  if (isRemote(dependencies))
    throw new ServiceError(
      'error_bank_unavailable',
      'Banks come from the Available Banks service of AVAILABLE_BANKS_URL. Change them there.',
    );
}

function toLimits(given: z.infer<typeof limits>): AmountLimits | null {
  return given && { minAmountMinor: given.minAmount, maxAmountMinor: given.maxAmount };
}

function viewBank(bank: Bank | BankRecord): BankView {
  return {
    bankId: bank.id,
    name: bank.name,
    active: bank.active,
    deposit: viewLimits(bank.deposit),
    withdrawal: viewLimits(bank.withdrawal),
    createdAt: 'createdAtMs' in bank ? formatTimestamp(bank.createdAtMs) : null,
  };
}
