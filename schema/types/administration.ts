import { accountView, addAccount, listAccounts, updateAccount } from '../../src/operations/admin/accounts.ts';
import {
  availableBankView,
  limitsView,
  listAvailableBanks,
} from '../../src/operations/admin/available-banks.ts';
import { addBank, bankView, listBanks, updateBank } from '../../src/operations/admin/banks.ts';
import {
  addToBlacklist,
  entryView,
  listBlacklist,
  removeFromBlacklist,
} from '../../src/operations/admin/blacklist.ts';
import {
  clientView,
  createClient,
  listClients,
  rotateSecret,
  updateClient,
} from '../../src/operations/admin/clients.ts';
import { limits } from '../../src/operations/admin/fields.ts';
import { signIn, whoAmI } from '../../src/operations/admin/identity.ts';
import { brandView } from '../../src/operations/admin/page-settings.ts';
import { forgetPerson } from '../../src/operations/admin/people.ts';
import type { MutationFields, QueryFields } from '../bridge/builder.ts';
import { TransactionType } from '../bridge/enums.ts';
import { inputFrom } from '../bridge/input.ts';
import { objectFrom } from '../bridge/output.ts';
import { run } from '../bridge/run.ts';

objectFrom('AmountLimits', limitsView, 'The amounts a bank takes for one type of transaction.');
const AvailableBank = objectFrom(
  'AvailableBank',
  availableBankView,
  'A bank that takes transactions at present.',
);
const Bank = objectFrom('Bank', bankView, 'A bank, active or not.');
const Account = objectFrom('BankAccount', accountView, 'An account that deposits are paid into.');
const KeyHolder = objectFrom('KeyHolder', whoAmI.output, 'The holder of a key, and the role of the key.');
objectFrom('Brand', brandView, 'How payers see a merchant on the payment page.');
const Client = objectFrom('Client', clientView, 'A client of the service: the holder of one key.');
const BlacklistEntry = objectFrom(
  'BlacklistEntry',
  entryView,
  'A user, an IBAN or a name that no transaction is created for.',
);
const NewClient = objectFrom(
  'NewClient',
  createClient.output,
  'A new client. Its secret is shown only here.',
);
const RotatedClient = objectFrom(
  'RotatedClient',
  rotateSecret.output,
  'A client with its new secret, shown only here.',
);
const AddedEntry = objectFrom(
  'AddedBlacklistEntry',
  addToBlacklist.output,
  'An entry, and whether it was added now or had been there before.',
);
const Removed = objectFrom(
  'RemovedBlacklistEntry',
  removeFromBlacklist.output,
  'The entry that was removed.',
);

objectFrom(
  'UnforgottenTransaction',
  forgetPerson.output.shape.left.element,
  'A transaction that still names the user.',
);
const Forgotten = objectFrom(
  'ForgottenPerson',
  forgetPerson.output,
  'What was forgotten, and what was left.',
);

inputFrom('AmountLimitsInput', limits.def.innerType);
const ClientInput = inputFrom('CreateClientInput', createClient.input);
const ClientPatch = inputFrom('UpdateClientInput', updateClient.input);
const Rotation = inputFrom('RotateSecretInput', rotateSecret.input);
const BankInput = inputFrom('AddBankInput', addBank.input);
const BankPatch = inputFrom('UpdateBankInput', updateBank.input);
const AccountInput = inputFrom('AddAccountInput', addAccount.input);
const AccountPatch = inputFrom('UpdateAccountInput', updateAccount.input);
const EntryInput = inputFrom('AddToBlacklistInput', addToBlacklist.input);

export const administrationQueries: QueryFields = (t) => ({
  whoAmI: t.field({
    description: 'The holder of the key that signed the request.',
    type: KeyHolder,
    resolve: (_root, args, context) => run(whoAmI, context, args),
  }),
  banks: t.field({
    description: 'Banks that take transactions at present, of both types or of one.',
    type: [AvailableBank],
    args: { type: t.arg({ type: TransactionType }) },
    resolve: (_root, args, context) => run(listAvailableBanks, context, args),
  }),
  allBanks: t.field({
    description: 'All banks, active or not, by name.',
    type: [Bank],
    resolve: (_root, args, context) => run(listBanks, context, args),
  }),
  bankAccounts: t.field({
    description:
      'The accounts of one bank, or of all banks, by bank. A page that is shorter than its limit is the last.',
    type: [Account],
    args: {
      bankId: t.arg.string(),
      after: t.arg.string({ description: 'The accountId of the last account of the page before.' }),
      limit: t.arg.int({ description: 'From 1 to 1000; 1000 by default.' }),
    },
    resolve: (_root, args, context) => run(listAccounts, context, args),
  }),
  clients: t.field({
    description: 'The clients by appKey. A page that is shorter than its limit is the last.',
    type: [Client],
    args: {
      after: t.arg.string({ description: 'The appKey of the last client of the page before.' }),
      limit: t.arg.int({ description: 'From 1 to 1000; 1000 by default.' }),
    },
    resolve: (_root, args, context) => run(listClients, context, args),
  }),
  blacklist: t.field({
    description: 'Entries of the blacklist, oldest first. A page that is shorter than its limit is the last.',
    type: [BlacklistEntry],
    args: {
      after: t.arg.string({ description: 'The entryId of the last entry of the page before.' }),
      limit: t.arg.int({ description: 'From 1 to 1000; 1000 by default.' }),
    },
    resolve: (_root, args, context) => run(listBlacklist, context, args),
  }),
});

export const administrationMutations: MutationFields = (t) => ({
  signIn: t.field({
    description: 'Records in the audit log that the holder of the key signs in to the console.',
    type: KeyHolder,
    resolve: (_root, args, context) => run(signIn, context, args),
  }),
  createClient: t.field({
    description: 'Creates a client. Its secret is in this response and in no other.',
    type: NewClient,
    args: { input: t.arg({ type: ClientInput, required: true }) },
    resolve: (_root, { input }, context) => run(createClient, context, input),
  }),
  updateClient: t.field({
    description: 'Changes the given fields of a client.',
    type: Client,
    args: { input: t.arg({ type: ClientPatch, required: true }) },
    resolve: (_root, { input }, context) => run(updateClient, context, input),
  }),
  rotateSecret: t.field({
    description:
      'Gives a client a new secret. The previous one stays valid for graceSeconds, a day by default.',
    type: RotatedClient,
    args: { input: t.arg({ type: Rotation, required: true }) },
    resolve: (_root, { input }, context) => run(rotateSecret, context, input),
  }),
  addBank: t.field({
    description: 'Adds a bank.',
    type: Bank,
    args: { input: t.arg({ type: BankInput, required: true }) },
    resolve: (_root, { input }, context) => run(addBank, context, input),
  }),
  updateBank: t.field({
    description: 'Changes the given fields of a bank. Null limits end the offer of a type.',
    type: Bank,
    args: { input: t.arg({ type: BankPatch, required: true }) },
    resolve: (_root, { input }, context) => run(updateBank, context, input),
  }),
  addBankAccount: t.field({
    description: 'Adds an account to a bank.',
    type: Account,
    args: { input: t.arg({ type: AccountInput, required: true }) },
    resolve: (_root, { input }, context) => run(addAccount, context, input),
  }),
  updateBankAccount: t.field({
    description: 'Changes the given fields of an account. A null dailyLimit removes the limit.',
    type: Account,
    args: { input: t.arg({ type: AccountPatch, required: true }) },
    resolve: (_root, { input }, context) => run(updateAccount, context, input),
  }),
  addToBlacklist: t.field({
    description: 'Adds an entry to the blacklist, for one client or for all.',
    type: AddedEntry,
    args: { input: t.arg({ type: EntryInput, required: true }) },
    resolve: (_root, { input }, context) => run(addToBlacklist, context, input),
  }),
  removeFromBlacklist: t.field({
    description: 'Removes an entry from the blacklist.',
    type: Removed,
    args: { entryId: t.arg.string({ required: true }) },
    resolve: (_root, args, context) => run(removeFromBlacklist, context, args),
  }),
  forgetPerson: t.field({
    description:
      'Replaces the names and IBANs of a user, and what operators wrote, by [forgotten] in all transactions that have ended. Blacklist entries stay.',
    type: Forgotten,
    args: { userId: t.arg.string({ required: true }), appKey: t.arg.string() },
    resolve: (_root, args, context) => run(forgetPerson, context, args),
  }),
});
