import { z } from 'zod';
import { utcDay } from '../../domain/bank.ts';
import { validationError } from '../../domain/errors.ts';
import { minorToAmount } from '../../domain/money.ts';
import {
  amount,
  amountOut,
  fields,
  flag,
  formatTimestamp,
  idText,
  nameText,
  timestampOut,
} from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { isRemote } from './banks.ts';
import type { AccountRecord } from './directory.ts';
import { changes, electronicIban, unknownBank } from './fields.ts';

/** An account that deposits are paid into. */
export const accountView = z.object({
  accountId: z.string(),
  bankId: z.string(),
  accountName: z.string(),
  iban: z.string(),
  /** The sum of deposits it may be assigned in one UTC day; null for no limit. */
  dailyLimit: amountOut.nullable(),
  /** What it was assigned in the UTC day that it is now. */
  usedToday: amountOut,
  active: z.boolean(),
  createdAt: timestampOut,
});

export type AccountView = z.infer<typeof accountView>;

/** Lists the accounts of one bank, or of all, by bank. */
export const listAccounts = defineOperation({
  name: 'listAccounts',
  kind: 'query',
  input: fields({ bankId: idText.optional() }),
  output: z.array(accountView),
  async run({ dependencies }, { bankId }) {
    const accounts = await dependencies.accountAdmin.list(bankId);
    const nowMs = dependencies.runtime.nowMs();
    return accounts.map((account) => viewAccount(account, nowMs));
  },
});

/** Adds an account to a bank. */
export const addAccount = defineOperation({
  name: 'addAccount',
  kind: 'command',
  input: fields({
    bankId: idText,
    accountName: nameText,
    iban: electronicIban,
    dailyLimit: amount.nullable().default(null),
    active: flag.default(true),
  }),
  output: accountView,
  async run({ dependencies }, { dailyLimit: dailyLimitMinor, ...request }) {
    // A bank of a separate service may become known there only later.
    if (!isRemote(dependencies) && !(await dependencies.banks.find(request.bankId))) throw unknownBank();
    const id = dependencies.runtime.newId();
    const createdAtMs = dependencies.runtime.nowMs();
    const account = await dependencies.accountAdmin.create({
      ...request,
      id,
      dailyLimitMinor,
      assignedOrder: 0,
      usedDay: 0,
      usedMinor: 0,
      createdAtMs,
    });
    if (account.id !== id)
      throw validationError([
        { path: 'iban', message: `iban already belongs to the account ${account.id}.` },
      ]);
    return viewAccount(account, createdAtMs);
  },
});

/** Changes what is given of an account and leaves the rest. A null dailyLimit lifts it. */
export const updateAccount = defineOperation({
  name: 'updateAccount',
  kind: 'command',
  input: changes('accountId', {
    accountId: idText,
    dailyLimit: amount.nullable().optional(),
    active: flag.optional(),
  }),
  output: accountView,
  async run({ dependencies }, { accountId, dailyLimit: dailyLimitMinor, active }) {
    const account = await dependencies.accountAdmin.update(accountId, { dailyLimitMinor, active });
    if (!account)
      throw validationError([
        {
          path: 'accountId',
          message: 'accountId is not the id of a known account. Use one from the list of accounts.',
        },
      ]);
    return viewAccount(account, dependencies.runtime.nowMs());
  },
});

function viewAccount(account: AccountRecord, nowMs: number): AccountView {
  return {
    accountId: account.id,
    bankId: account.bankId,
    accountName: account.accountName,
    iban: account.iban,
    dailyLimit: account.dailyLimitMinor === null ? null : minorToAmount(account.dailyLimitMinor),
    usedToday: account.usedDay === utcDay(nowMs) ? minorToAmount(account.usedMinor) : 0,
    active: account.active,
    createdAt: formatTimestamp(account.createdAtMs),
  };
}
