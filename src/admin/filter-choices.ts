import { z } from 'zod';
import { byAccountName } from '../banks/domain/account-order.ts';
import { fields, viewType } from '../operations/fields.ts';
import { operation } from '../operations/operation.ts';
import { STAFF } from '../operations/permissions.ts';
import { readAllAccounts, readAllClients } from './read-pages.ts';

/** A bank, as a filter names it. */
const bankChoice = viewType('BankChoice', 'A bank, as a filter names it.', {
  bankId: z.string().describe('The id of the bank.'),
  name: z.string().describe('The name of the bank.'),
});

/** An account that deposits are paid into, as a filter names it. */
const accountChoice = viewType('AccountChoice', 'An account, as a filter names it.', {
  accountId: z.string().describe('The id of the account.'),
  bankId: z.string().describe('The bank of the account.'),
  accountName: z.string().describe('The holder of the account.'),
  iban: z.string().describe('The IBAN of the account.'),
  active: z.boolean().describe('Whether it takes transactions now.'),
});

/** A merchant, as a filter names it. */
const clientChoice = viewType('ClientChoice', 'A merchant, as a filter names it.', {
  appKey: z.string().describe('The name of the key.'),
  name: z.string().describe('The name of the merchant.'),
});

export const listFilterChoices = operation({
  name: 'listFilterChoices',
  kind: 'query',
  roles: STAFF,
  modes: 'both',
  summary: 'List the banks, accounts and merchants to filter by',
  input: fields({}),
  output: viewType('FilterChoices', 'What the desk can narrow a list by.', {
    banks: z.array(bankChoice).nullable().describe('The banks; null while there is no list of them.'),
    accounts: z.array(accountChoice).describe('The accounts that deposits are paid into.'),
    clients: z.array(clientChoice).describe('The merchants.'),
  }),
  async run({ principal, dependencies }) {
    const { isTest } = principal.client;
    // No test is paid into an account.
    const accounts = isTest ? [] : await readAllAccounts(dependencies);
    const clients = await readAllClients(dependencies);
    const banks = await dependencies.banks.list();
    const names = new Map(banks?.map(({ id, name }) => [id, name]));
    const named = accounts.map((account) => ({
      ...account,
      bank: names.get(account.bankId) ?? account.bankId,
    }));
    return {
      banks: banks?.map(({ id: bankId, name }) => ({ bankId, name })) ?? null,
      accounts: named.sort(byAccountName).map(({ id: accountId, bankId, accountName, iban, active }) => ({
        accountId,
        bankId,
        accountName,
        iban,
        active,
      })),
      clients: clients
        .filter((client) => client.role === 'merchant' && client.isTest === isTest)
        .map(({ appKey, name }) => ({ appKey, name })),
    };
  },
});
