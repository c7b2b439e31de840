import { z } from 'zod';
import { electronicIban, patchOf, unknownBank } from '../admin/fields.ts';
import { DIRECTORY_PAGE_LIMIT } from '../admin/read-pages.ts';
import { fieldError } from '../kernel/errors.ts';
import { minorToAmount } from '../kernel/money.ts';
import { fault } from '../kernel/problems.ts';
import { dayIn } from '../kernel/time-zone.ts';
import type { Dependencies } from '../operations/dependencies.ts';
import { EXAMPLE_REQUEST } from '../operations/examples.ts';
import {
  amount,
  amountOut,
  fields,
  flag,
  formatTimestamp,
  idText,
  nameText,
  timestampOut,
  viewType,
} from '../operations/fields.ts';
import { costOfItems, operation } from '../operations/operation.ts';
import { pageLimit } from '../operations/paging.ts';
import { ADMINS } from '../operations/permissions.ts';
import type { AccountRecord } from './bank-directory.ts';
import { UNUSED_ACCOUNT, usedMinor } from './domain/bank.ts';

/** An account that deposits are paid into. */
const accountView = viewType('BankAccount', 'An account that deposits are paid into.', {
  accountId: z.string().describe('The id of the account.'),
  bankId: z.string().describe('The bank of the account.'),
  accountName: z.string().describe('The holder of the account.'),
  iban: z.string().describe('The IBAN of the account.'),
  dailyLimit: amountOut
    .nullable()
    .describe('The most that may be pending and paid in one day of TIME_ZONE; null for no limit.'),
  usedToday: amountOut.describe(
    'The sum of its pending deposits, and of what was paid in the current day of TIME_ZONE.',
  ),
  active: z.boolean().describe('Whether it takes transactions now.'),
  createdAt: timestampOut.describe('When it was created.'),
});

export type AccountView = z.infer<typeof accountView>;

export const listAccounts = operation({
  name: 'listAccounts',
  kind: 'query',
  roles: ADMINS,
  modes: 'live',
  summary: 'List the accounts of one bank or of all, by bank',
  description: 'A page that is shorter than its limit is the last.',
  input: fields({
    bankId: idText.optional().describe('Only the accounts of this bank.'),
    after: idText.optional().describe('The accountId of the last account of the previous page.'),
    limit: pageLimit(DIRECTORY_PAGE_LIMIT, DIRECTORY_PAGE_LIMIT),
  }),
  output: z.array(accountView),
  cost: (accounts) => costOfItems(accounts.length),
  async run({ dependencies }, page) {
    const accounts = await dependencies.db.query('listAccounts', page);
    if (!accounts)
      throw fieldError(
        'after',
        fault('unknown_id', 'is not the id of a known account. Use the last one of a page.'),
      );
    return accounts.map((account) => viewAccount(account, dependencies));
  },
});

export const addAccount = operation({
  name: 'addAccount',
  kind: 'command',
  roles: ADMINS,
  modes: 'live',
  summary: 'Add an account to a bank',
  input: fields({
    bankId: idText.describe('The bank of the account.'),
    accountName: nameText.describe('The holder of the account.'),
    iban: electronicIban.describe('The IBAN of the account.'),
    dailyLimit: amount
      .nullable()
      .default(null)
      .describe('The most that may be pending and paid in one day of TIME_ZONE; null for no limit.'),
    active: flag.default(true).describe('Whether it takes transactions now.'),
  }),
  output: accountView,
  example: { bankId: EXAMPLE_REQUEST.bankId, accountName: 'Ada Ltd.', iban: 'TR330006100519786457841326' },
  async run(context, { dailyLimit: dailyLimitMinor, ...request }) {
    const { dependencies } = context;
    const { banks, areBanksRemote, runtime } = dependencies;
    // A bank of another service may be added there later.
    if (!areBanksRemote && (await banks.find(request.bankId)) === 'missing') throw unknownBank();
    const id = runtime.newId();
    const createdAtMs = runtime.nowMs();
    const record = { ...request, id, dailyLimitMinor, ...UNUSED_ACCOUNT, createdAtMs };
    const account = await dependencies.db.run('createAccount', {
      account: record,
      audit: context.meta.audit,
    });
    if (account.id !== id) throw fieldError('iban', fault('iban_taken', { accountId: account.id }));
    return viewAccount(account, dependencies);
  },
});

export const updateAccount = operation({
  name: 'updateAccount',
  kind: 'command',
  roles: ADMINS,
  modes: 'live',
  summary: 'Change the given fields of an account',
  description: 'A null dailyLimit removes the limit.',
  input: patchOf('accountId', {
    accountId: idText.describe('The account to change.'),
    dailyLimit: amount
      .nullable()
      .optional()
      .describe('The most that may be pending and paid in one day of TIME_ZONE; null for no limit.'),
    active: flag.optional().describe('Whether it takes transactions now.'),
  }),
  output: accountView,
  example: { active: false },
  async run(context, { accountId, dailyLimit: dailyLimitMinor, active }) {
    const { dependencies } = context;
    const audit = context.meta.audit;
    const account = await dependencies.db.run('updateAccount', {
      accountId: accountId,
      changes: { dailyLimitMinor, active },
      audit,
    });
    if (!account)
      throw fieldError(
        'accountId',
        fault('unknown_id', 'is not the id of a known account. Use one from the list of accounts.'),
      );
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
