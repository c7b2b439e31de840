import { z } from 'zod';
import { limits, patchOf, unknownBank } from '../admin/fields.ts';
import { fieldError, ServiceError } from '../kernel/errors.ts';
import { fault } from '../kernel/problems.ts';
import type { Dependencies } from '../operations/dependencies.ts';
import { EXAMPLE_REQUEST } from '../operations/examples.ts';
import {
  fields,
  flag,
  formatTimestamp,
  idText,
  nameText,
  timestampOut,
  viewType,
} from '../operations/fields.ts';
import { operation } from '../operations/operation.ts';
import { ADMINS } from '../operations/permissions.ts';
import { limitsView, listAllBanks, viewLimits } from './available-banks.ts';
import type { BankRecord } from './bank-directory.ts';
import type { AmountLimits, Bank } from './domain/bank.ts';

/** A bank for administration; the limits are null for a type that it does not offer. */
const bankView = viewType('Bank', 'A bank, active or not.', {
  bankId: z.string().describe('The id of the bank.'),
  name: z.string().describe('The name of the bank.'),
  active: z.boolean().describe('Whether it takes transactions now.'),
  deposit: limitsView.nullable().describe('The limits of a deposit; null if the bank takes none.'),
  withdrawal: limitsView.nullable().describe('The limits of a withdrawal; null if the bank takes none.'),
  createdAt: timestampOut.nullable().describe('When it was created; null for a bank of another service.'),
});

export type BankView = z.infer<typeof bankView>;

export const listBanks = operation({
  name: 'listBanks',
  kind: 'query',
  roles: ADMINS,
  modes: 'live',
  summary: 'List all banks, active or not, by name',
  input: fields({}),
  output: z.array(bankView),
  async run({ dependencies }) {
    const banks = await (dependencies.areBanksRemote
      ? listAllBanks(dependencies)
      : dependencies.db.read('listBanks'));
    return banks.map(viewBank);
  },
});

export const addBank = operation({
  name: 'addBank',
  kind: 'command',
  roles: ADMINS,
  modes: 'live',
  summary: 'Add a bank',
  input: fields({
    bankId: idText.optional().describe('The id of the bank; one is made by default.'),
    name: nameText.describe('The name of the bank.'),
    active: flag.default(true).describe('Whether it takes transactions now.'),
    deposit: limits.default(null).describe('The limits of a deposit; null if the bank takes none.'),
    withdrawal: limits.default(null).describe('The limits of a withdrawal; null if the bank takes none.'),
  }),
  output: bankView,
  example: { name: 'My Bank' },
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
    refuseRemote(dependencies);
    const bank = await dependencies.db.run('createBank', { bank: record, ...context.meta });
    if (!bank) throw fieldError('bankId', fault('taken'));
    return viewBank(bank);
  },
});

export const updateBank = operation({
  name: 'updateBank',
  kind: 'command',
  roles: ADMINS,
  modes: 'live',
  summary: 'Change the given fields of a bank',
  description: 'Null limits mean that the bank no longer takes the type.',
  input: patchOf('bankId', {
    bankId: idText.describe('The bank to change.'),
    name: nameText.optional().describe('The name of the bank.'),
    active: flag.optional().describe('Whether it takes transactions now.'),
    deposit: limits.optional().describe('The limits of a deposit; null if the bank takes none.'),
    withdrawal: limits.optional().describe('The limits of a withdrawal; null if the bank takes none.'),
  }),
  output: bankView,
  example: { bankId: EXAMPLE_REQUEST.bankId, active: false },
  async run(context, { bankId, name, active, deposit, withdrawal }) {
    const changes = {
      name,
      active,
      deposit: deposit === undefined ? undefined : toLimits(deposit),
      withdrawal: withdrawal === undefined ? undefined : toLimits(withdrawal),
    };
    refuseRemote(context.dependencies);
    const bank = await context.dependencies.db.run('updateBank', { bankId, changes, ...context.meta });
    if (!bank) throw unknownBank();
    return viewBank(bank);
  },
});

function refuseRemote({ areBanksRemote }: Dependencies): void {
  if (!areBanksRemote) return;
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
