import { addToBlacklist, entryView, listBlacklist, removeFromBlacklist } from '../../src/admin/blacklist.ts';
import {
  clientView,
  createClient,
  listClients,
  rotateSecret,
  updateClient,
} from '../../src/admin/clients.ts';
import { limits } from '../../src/admin/fields.ts';
import { signIn, whoAmI } from '../../src/admin/identity.ts';
import { brandView } from '../../src/admin/page-settings.ts';
import { forgetPerson } from '../../src/admin/people.ts';
import { accountView, addAccount, listAccounts, updateAccount } from '../../src/banks/accounts.ts';
import { availableBankView, limitsView, listAvailableBanks } from '../../src/banks/available-banks.ts';
import { addBank, bankView, listBanks, updateBank } from '../../src/banks/banks.ts';
import type { MutationFields, QueryFields } from '../bridge/builder.ts';
import { inputFrom } from '../bridge/input.ts';
import { runs, runsInput } from '../bridge/operation-field.ts';
import { objectFrom } from '../bridge/output.ts';

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
  whoAmI: t.field({ ...runs(whoAmI), type: KeyHolder }),
  banks: t.field({ ...runs(listAvailableBanks), type: [AvailableBank] }),
  allBanks: t.field({ ...runs(listBanks), type: [Bank] }),
  bankAccounts: t.field({ ...runs(listAccounts), type: [Account] }),
  clients: t.field({ ...runs(listClients), type: [Client] }),
  blacklist: t.field({ ...runs(listBlacklist), type: [BlacklistEntry] }),
});

export const administrationMutations: MutationFields = (t) => ({
  signIn: t.field({ ...runs(signIn), type: KeyHolder }),
  createClient: t.field({ ...runsInput(createClient, ClientInput), type: NewClient }),
  updateClient: t.field({ ...runsInput(updateClient, ClientPatch), type: Client }),
  rotateSecret: t.field({ ...runsInput(rotateSecret, Rotation), type: RotatedClient }),
  addBank: t.field({ ...runsInput(addBank, BankInput), type: Bank }),
  updateBank: t.field({ ...runsInput(updateBank, BankPatch), type: Bank }),
  addBankAccount: t.field({ ...runsInput(addAccount, AccountInput), type: Account }),
  updateBankAccount: t.field({ ...runsInput(updateAccount, AccountPatch), type: Account }),
  addToBlacklist: t.field({ ...runsInput(addToBlacklist, EntryInput), type: AddedEntry }),
  removeFromBlacklist: t.field({ ...runs(removeFromBlacklist), type: Removed }),
  forgetPerson: t.field({ ...runs(forgetPerson), type: Forgotten }),
});
