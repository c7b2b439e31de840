import { z } from 'zod';
import type { AmountLimits, Bank } from '../../domain/bank.ts';
import { ServiceError, validationError } from '../../domain/errors.ts';
import { auditOrigin } from '../audit/origin.ts';
import type { Dependencies } from '../dependencies.ts';
import { fields, flag, formatTimestamp, idText, nameText, parameters, timestampOut } from '../fields.ts';
import { define } from '../operation.ts';
import { limitsView, listAllBanks, viewLimits } from './available-banks.ts';
import type { BankAdmin, BankRecord } from './bank-directory.ts';
import { limits, patchOf, unknownBank } from './fields.ts';

/** A bank for administration; the limits are null for a type that it does not offer. */
export const bankView = z.object({
  bankId: z.string(),
  name: z.string(),
  active: z.boolean(),
  deposit: limitsView.nullable(),
  withdrawal: limitsView.nullable(),
  /** Null for a bank of another service. */
  createdAt: timestampOut.nullable(),
});

export type BankView = z.infer<typeof bankView>;

/** Lists the banks, active or not; those of the local table by name. */
export const listBanks = define({
  name: 'listBanks',
  kind: 'query',
  input: parameters({}),
  output: z.array(bankView),
  async run({ dependencies }) {
    const banks = await (dependencies.bankAdmin?.list() ?? listAllBanks(dependencies));
    return banks.map(viewBank);
  },
});

/** Adds a bank to the local table. */
export const addBank = define({
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
  async run(context, { bankId, name, active, deposit, withdrawal }) {
    const { dependencies } = context;
    const record = {
      id: bankId ?? dependencies.runtime.newId(),
      name,
      active,
      deposit: toLimits(deposit),
      withdrawal: toLimits(withdrawal),
      createdAtMs: dependencies.runtime.nowMs(),
    };
    const bank = await requireBankAdmin(dependencies).create(record, auditOrigin(context, 'addBank'));
    if (!bank)
      throw validationError([
        { path: 'bankId', message: 'bankId is taken. Choose another one, or leave it out to get a new one.' },
      ]);
    return viewBank(bank);
  },
});

/** Changes the given fields of a bank of the local table. Null limits end the offer of a type. */
export const updateBank = define({
  name: 'updateBank',
  kind: 'command',
  input: patchOf('bankId', {
    bankId: idText,
    name: nameText.optional(),
    active: flag.optional(),
    deposit: limits.optional(),
    withdrawal: limits.optional(),
  }),
  output: bankView,
  async run(context, { bankId, name, active, deposit, withdrawal }) {
    const changes = {
      name,
      active,
      deposit: deposit === undefined ? undefined : toLimits(deposit),
      withdrawal: withdrawal === undefined ? undefined : toLimits(withdrawal),
    };
    const audit = auditOrigin(context, 'updateBank');
    const bank = await requireBankAdmin(context.dependencies).update(bankId, changes, audit);
    if (!bank) throw unknownBank();
    return viewBank(bank);
  },
});

function requireBankAdmin({ bankAdmin }: Dependencies): BankAdmin {
  if (bankAdmin) return bankAdmin;
  throw new ServiceError(
    'error_bank_unavailable',
    'Banks come from the Available Banks service of AVAILABLE_BANKS_URL. Change them there.',
  );
}

function toLimits(input: z.infer<typeof limits>): AmountLimits | null {
  return input && { minAmountMinor: input.minAmount, maxAmountMinor: input.maxAmount };
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
