import { z } from 'zod';
import { parameters } from '../fields.ts';
import { define } from '../operation.ts';
import { readAllAccounts, readAllClients } from './read-pages.ts';

/** An account that deposits are paid into, as a filter names it. */
export const accountChoice = z.object({
  accountId: z.string(),
  bankId: z.string(),
  accountName: z.string(),
  iban: z.string(),
  active: z.boolean(),
});

/** A merchant, as a filter names it. */
export const clientChoice = z.object({ appKey: z.string(), name: z.string() });

/** The accounts and merchants that the desk can narrow a list by. All of them are in lists that it reads anyway. */
export const listFilterChoices = define({
  name: 'listFilterChoices',
  kind: 'query',
  input: parameters({}),
  output: z.object({ accounts: z.array(accountChoice), clients: z.array(clientChoice) }),
  async run({ principal, dependencies }) {
    const { isTest } = principal.client;
    // No test is paid into an account.
    const accounts = isTest ? [] : await readAllAccounts(dependencies);
    const clients = await readAllClients(dependencies);
    return {
      accounts: accounts.map(({ id: accountId, bankId, accountName, iban, active }) => ({
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
