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
  parameters,
  timestampOut,
} from '../fields.ts';
import { define } from '../operation.ts';
import type { AccountRecord } from './directory.ts';
import { electronicIban, patchOf, unknownBank } from './fields.ts';

/** An account that deposits are paid into. */
export const accountView = z.object({
  accountId: z.string(),
  bankId: z.string(),
  accountName: z.string(),
  iban: z.string(),
  /** The most that deposits may assign to it in one UTC day; null for no limit. */
  dailyLimit: amountOut.nullable(),
  /** The sum of the deposits that were assigned to it in the current UTC day. */
  usedToday: amountOut,
  active: z.boolean(),
  createdAt: timestampOut,
});

export type AccountView = z.infer<typeof accountView>;

/** Lists the accounts of one bank or of all banks, ordered by bank. */
export const listAccounts = define({
  name: 'listAccounts',
  kind: 'query',
  input: parameters({ bankId: idText.optional() }),
  output: z.array(accountView),
  async run({ dependencies }, { bankId }) {
    const accounts = await dependencies.accounts.list(bankId);
    const nowMs = dependencies.runtime.nowMs();
    return accounts.map((account) => viewAccount(account, nowMs));
  },
});

/** Adds an account to a bank. */
export const addAccount = define({
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
    const { banks, bankAdmin, runtime } = dependencies;
    // A bank of another service may be added there later.
    if (bankAdmin && (await banks.find(request.bankId)) === 'missing') throw unknownBank();
    const id = runtime.newId();
    const createdAtMs = runtime.nowMs();
    const account = await dependencies.accounts.create({
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

/** Changes the given fields of an account. A null dailyLimit removes the limit. */
export const updateAccount = define({
  name: 'updateAccount',
  kind: 'command',
  input: patchOf('accountId', {
    accountId: idText,
    dailyLimit: amount.nullable().optional(),
    active: flag.optional(),
  }),
  output: accountView,
  async run({ dependencies }, { accountId, dailyLimit: dailyLimitMinor, active }) {
    const account = await dependencies.accounts.update(accountId, { dailyLimitMinor, active });
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
