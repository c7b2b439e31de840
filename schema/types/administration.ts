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
import { whoAmI } from '../../src/operations/admin/identity.ts';
import { builder } from '../bridge/builder.ts';
import { enumOf } from '../bridge/enums.ts';
import { run } from '../bridge/field.ts';
import { inputFrom, inputOf } from '../bridge/input.ts';
import { objectFrom } from '../bridge/output.ts';

objectFrom('AmountLimits', limitsView, 'The amounts a bank takes for one type of transaction.');
const AvailableBank = objectFrom('AvailableBank', availableBankView, 'A bank that takes transactions now.');
const Bank = objectFrom('Bank', bankView, 'A bank of the directory, active or not.');
const Account = objectFrom('BankAccount', accountView, 'An account that deposits are paid into.');
const KeyHolder = objectFrom('KeyHolder', whoAmI.output, 'Who a key belongs to, and what it may do.');
const Client = objectFrom('Client', clientView, 'A holder of a key.');
const BlacklistEntry = objectFrom('BlacklistEntry', entryView, 'Whom no transaction is created for.');
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
  'An entry, and whether it is new.',
);
const Removed = objectFrom('RemovedBlacklistEntry', removeFromBlacklist.output, 'What became of an entry.');

// Before the inputs that it stands inside.
inputFrom('AmountLimitsInput', limits.def.innerType);
const ClientInput = inputOf('CreateClientInput', createClient);
const ClientPatch = inputOf('UpdateClientInput', updateClient);
const Rotation = inputOf('RotateSecretInput', rotateSecret);
const BankInput = inputOf('AddBankInput', addBank);
const BankPatch = inputOf('UpdateBankInput', updateBank);
const AccountInput = inputOf('AddAccountInput', addAccount);
const AccountPatch = inputOf('UpdateAccountInput', updateAccount);
const EntryInput = inputOf('AddToBlacklistInput', addToBlacklist);

builder.queryFields((t) => ({
  whoAmI: t.field({
    description: 'Who asks.',
    type: KeyHolder,
    resolve: (_root, args, context) => run(whoAmI, context, args),
  }),
  banks: t.field({
    description: 'The banks that take transactions now, all or those of one type.',
    type: [AvailableBank],
    args: { type: t.arg({ type: enumOf(listAvailableBanks.input.shape.type.def.innerType) ?? 'String' }) },
    resolve: (_root, args, context) => run(listAvailableBanks, context, args),
  }),
  allBanks: t.field({ type: [Bank], resolve: (_root, args, context) => run(listBanks, context, args) }),
  bankAccounts: t.field({
    type: [Account],
    args: { bankId: t.arg.string() },
    resolve: (_root, args, context) => run(listAccounts, context, args),
  }),
  clients: t.field({ type: [Client], resolve: (_root, args, context) => run(listClients, context, args) }),
  blacklist: t.field({
    type: [BlacklistEntry],
    resolve: (_root, args, context) => run(listBlacklist, context, args),
  }),
}));

builder.mutationFields((t) => ({
  createClient: t.field({
    type: NewClient,
    args: { input: t.arg({ type: ClientInput, required: true }) },
    resolve: (_root, { input }, context) => run(createClient, context, input),
  }),
  updateClient: t.field({
    type: Client,
    args: { input: t.arg({ type: ClientPatch, required: true }) },
    resolve: (_root, { input }, context) => run(updateClient, context, input),
  }),
  rotateSecret: t.field({
    type: RotatedClient,
    args: { input: t.arg({ type: Rotation, required: true }) },
    resolve: (_root, { input }, context) => run(rotateSecret, context, input),
  }),
  addBank: t.field({
    type: Bank,
    args: { input: t.arg({ type: BankInput, required: true }) },
    resolve: (_root, { input }, context) => run(addBank, context, input),
  }),
  updateBank: t.field({
    type: Bank,
    args: { input: t.arg({ type: BankPatch, required: true }) },
    resolve: (_root, { input }, context) => run(updateBank, context, input),
  }),
  addBankAccount: t.field({
    type: Account,
    args: { input: t.arg({ type: AccountInput, required: true }) },
    resolve: (_root, { input }, context) => run(addAccount, context, input),
  }),
  updateBankAccount: t.field({
    type: Account,
    args: { input: t.arg({ type: AccountPatch, required: true }) },
    resolve: (_root, { input }, context) => run(updateAccount, context, input),
  }),
  addToBlacklist: t.field({
    type: AddedEntry,
    args: { input: t.arg({ type: EntryInput, required: true }) },
    resolve: (_root, { input }, context) => run(addToBlacklist, context, input),
  }),
  removeFromBlacklist: t.field({
    type: Removed,
    args: { entryId: t.arg.string({ required: true }) },
    resolve: (_root, args, context) => run(removeFromBlacklist, context, args),
  }),
}));
