import { z } from 'zod';
import { UNUSED_ACCOUNT, usedMinor } from '../../domain/bank.ts';
import { validationError } from '../../domain/errors.ts';
import { minorToAmount } from '../../domain/money.ts';
import { dayIn } from '../../domain/time-zone.ts';
import { auditOrigin } from '../audit/origin.ts';
import type { Dependencies } from '../dependencies.ts';
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
  wholeNumber,
} from '../fields.ts';
import { costOfItems, define } from '../operation.ts';
import type { AccountRecord } from './bank-directory.ts';
import { electronicIban, patchOf, unknownBank } from './fields.ts';
import { DIRECTORY_PAGE_LIMIT } from './read-pages.ts';

/** An account that deposits are paid into. */
export const accountView = z.object({
  accountId: z.string(),
  bankId: z.string(),
  accountName: z.string(),
  iban: z.string(),
  /** The most that may be pending and paid in one day of TIME_ZONE; null for no limit. */
  dailyLimit: amountOut.nullable(),
  /** The sum of its pending deposits, and of what was paid in the current day of TIME_ZONE. */
  usedToday: amountOut,
  active: z.boolean(),
  createdAt: timestampOut,
});

export type AccountView = z.infer<typeof accountView>;

/** Lists a page of the accounts of one bank or of all, ordered by bank. One that is shorter than its limit is the last. */
export const listAccounts = define({
  name: 'listAccounts',
  kind: 'query',
  input: parameters({
    bankId: idText.optional(),
    /** The accountId of the last account of the page before. */
    after: idText.optional(),
    limit: wholeNumber(1, DIRECTORY_PAGE_LIMIT).default(DIRECTORY_PAGE_LIMIT),
  }),
  output: z.array(accountView),
  cost: (accounts) => costOfItems(accounts.length),
  async run({ dependencies }, page) {
    const accounts = await dependencies.accounts.listPage(page);
    if (!accounts)
      throw validationError([
        { path: 'after', message: 'after is not the id of a known account. Use the last one of a page.' },
      ]);
    return accounts.map((account) => viewAccount(account, dependencies));
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
  async run(context, { dailyLimit: dailyLimitMinor, ...request }) {
    const { dependencies } = context;
    const { banks, bankAdmin, runtime } = dependencies;
    // A bank of another service may be added there later.
    if (bankAdmin && (await banks.find(request.bankId)) === 'missing') throw unknownBank();
    const id = runtime.newId();
    const createdAtMs = runtime.nowMs();
    const record = { ...request, id, dailyLimitMinor, ...UNUSED_ACCOUNT, createdAtMs };
    const account = await dependencies.accounts.create(record, auditOrigin(context, 'addAccount'));
    if (account.id !== id)
      throw validationError([
        { path: 'iban', message: `iban already belongs to the account ${account.id}.` },
      ]);
    return viewAccount(account, dependencies);
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
  async run(context, { accountId, dailyLimit: dailyLimitMinor, active }) {
    const { dependencies } = context;
    const audit = auditOrigin(context, 'updateAccount');
    const account = await dependencies.accounts.update(accountId, { dailyLimitMinor, active }, audit);
    if (!account)
      throw validationError([
        {
          path: 'accountId',
          message: 'accountId is not the id of a known account. Use one from the list of accounts.',
        },
      ]);
    return viewAccount(account, dependencies);
  },
});

function viewAccount(account: AccountRecord, { runtime, timeZone }: Dependencies): AccountView {
  const today = dayIn(timeZone, runtime.nowMs());
  return {
    accountId: account.id,
    bankId: account.bankId,
    accountName: account.accountName,
    iban: account.iban,
    dailyLimit: account.dailyLimitMinor === null ? null : minorToAmount(account.dailyLimitMinor),
    usedToday: minorToAmount(usedMinor(account, today)),
    active: account.active,
    createdAt: formatTimestamp(account.createdAtMs),
  };
}
