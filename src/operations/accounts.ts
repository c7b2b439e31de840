import { z } from 'zod';
import { utcDay } from '../domain/bank.ts';
import { validationError } from '../domain/errors.ts';
import { minorToAmount } from '../domain/money.ts';
import { changes, electronicIban, unknownBank } from './admin-fields.ts';
import type { AccountRecord } from './admin-ports.ts';
import { isRemote } from './bank-admin.ts';
import { amount, amountOut, fields, flag, idText, isoMoment, momentOut, nameText } from './fields.ts';
import { defineOperation } from './operation.ts';

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
  createdAt: momentOut,
});

export type AccountView = z.infer<typeof accountView>;

/** Lists the accounts of one bank, or of all, by bank. */
export const listAccounts = defineOperation({
  name: 'listAccounts',
  kind: 'query',
  input: fields({ bankId: idText.optional() }),
  output: z.array(accountView),
  async run({ services }, { bankId }) {
    const accounts = await services.accountAdmin.list(bankId);
    const nowMs = services.runtime.nowMs();
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
  async run({ services }, { dailyLimit: dailyLimitMinor, ...request }) {
    // A bank of a separate service may become known there only later.
    if (!isRemote(services) && !(await services.banks.find(request.bankId))) throw unknownBank();
    const id = services.runtime.newId();
    const createdAtMs = services.runtime.nowMs();
    const account = await services.accountAdmin.create({
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
  async run({ services }, { accountId, dailyLimit: dailyLimitMinor, active }) {
    const account = await services.accountAdmin.update(accountId, { dailyLimitMinor, active });
    if (!account)
      throw validationError([
        {
          path: 'accountId',
          message: 'accountId is not the id of a known account. Use one from the list of accounts.',
        },
      ]);
    return viewAccount(account, services.runtime.nowMs());
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
    createdAt: isoMoment(account.createdAtMs),
  };
}
