import { z } from 'zod';
import { patchOf } from '../admin/fields.ts';
import type { AccountRecord } from '../banks/bank-directory.ts';
import { fault, issueText } from '../kernel/problems.ts';
import { fields, idText, typeProblem, viewType } from '../operations/fields.ts';
import { costOfItems, operation } from '../operations/operation.ts';
import { ADMINS, OPERATORS } from '../operations/permissions.ts';
import { requireAccount } from '../reconciliation/find-account.ts';
import { unknownProfile } from '../reconciliation/profile-operations.ts';
import type { PayoutAccount } from './domain/payout-account.ts';
import { BIC } from './files/check-batch.ts';
import { findFileProfile, isBuiltIn } from './profile-catalog.ts';

/** How a bank account pays. */
const payoutAccountView = viewType('PayoutAccount', 'How a bank account pays.', {
  accountId: z.string().describe('The bank account.'),
  bankId: z.string().describe('Its bank.'),
  accountName: z.string().describe('Its holder.'),
  iban: z.string().describe('Its IBAN.'),
  active: z.boolean().describe('Whether it takes transactions now.'),
  profileId: z.string().nullable().describe('The profile of its files for payouts; null for `iso20022`.'),
  bic: z.string().nullable().describe('The BIC of its bank, for profiles that name the bank by it.'),
});

export type PayoutAccountView = z.infer<typeof payoutAccountView>;

export const listPayoutAccounts = operation({
  name: 'listPayoutAccounts',
  kind: 'query',
  roles: OPERATORS,
  modes: 'live',
  summary: 'List the bank accounts with the profiles of their files for payouts',
  input: fields({}),
  output: z.array(payoutAccountView),
  cost: (accounts) => costOfItems(accounts.length),
  async run({ dependencies: { db } }) {
    const known = new Map((await db.read('listPayoutAccounts')).map((one) => [one.accountId, one]));
    return (await db.read('listEveryAccount')).map((account) => viewAccount(account, known.get(account.id)));
  },
});

export const updatePayoutAccount = operation({
  name: 'updatePayoutAccount',
  kind: 'command',
  roles: ADMINS,
  modes: 'live',
  summary: 'Change the profile of the files with which an account pays',
  description: 'Files that were exported stay as they are.',
  input: patchOf('accountId', {
    accountId: idText.describe('The bank account.'),
    profileId: idText
      .nullable()
      .optional()
      .describe('The profile of its files for payouts; null for `iso20022`.'),
    bic: z
      .string({ error: typeProblem('a string') })
      .regex(BIC, issueText(fault('wrong_format', 'must be a BIC: 8 or 11 capitals and digits.')))
      .nullable()
      .optional()
      .describe('The BIC of its bank; null for none.'),
  }),
  output: payoutAccountView,
  example: { profileId: 'sepa' },
  async run({ dependencies: { db }, meta: { audit } }, { accountId, ...changes }) {
    const account = await requireAccount(db, accountId, 'accountId');
    const chosen = changes.profileId ?? undefined;
    if (chosen !== undefined && !(await findFileProfile(db, chosen))) throw unknownProfile();
    const addedProfileId = chosen !== undefined && isBuiltIn(chosen) ? undefined : chosen;
    const stored = await db.run('updatePayoutAccount', { accountId, changes, addedProfileId, audit });
    if (!stored) throw unknownProfile();
    return viewAccount(account, stored);
  },
});

function viewAccount(
  { id: accountId, bankId, accountName, iban, active }: AccountRecord,
  known: PayoutAccount | undefined,
): PayoutAccountView {
  const { profileId = null, bic = null } = known ?? {};
  return { accountId, bankId, accountName, iban, active, profileId, bic };
}
