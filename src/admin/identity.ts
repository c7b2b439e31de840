import { z } from 'zod';
import type { Dependencies } from '../operations/dependencies.ts';
import { fields, role, viewType } from '../operations/fields.ts';
import { operation } from '../operations/operation.ts';
import { EVERYONE, STAFF } from '../operations/permissions.ts';
import type { ClientRecord } from './client-directory.ts';

export const whoAmI = operation({
  name: 'whoAmI',
  kind: 'query',
  roles: EVERYONE,
  modes: 'both',
  summary: 'Read the name and the role of the key',
  input: fields({}),
  output: viewType('KeyHolder', 'The holder of a key, and the role of the key.', {
    appKey: z.string().describe('The name of the key.'),
    name: z.string().describe('The name of its holder.'),
    role: role.describe('The role of the key.'),
    timeZone: z.string().describe('The zone of the days of statistics and daily limits, an IANA name.'),
    currency: z.string().describe('The currency of the service, three letters.'),
    test: z.boolean().optional().describe('True for a test key; left out for live ones.'),
  }),
  run: async ({ principal, dependencies }) => identityOf(principal.client, dependencies),
});

export const signIn = operation({
  name: 'signIn',
  kind: 'command',
  roles: STAFF,
  modes: 'both',
  summary: 'Record in the audit log that the holder of the key signs in to the console',
  input: fields({}),
  output: whoAmI.output,
  async run(context) {
    const { client } = context.principal;
    await context.dependencies.db.run('recordSignIn', { appKey: client.appKey, audit: context.meta.audit });
    return identityOf(client, context.dependencies);
  },
});

function identityOf(
  { appKey, name, role, isTest }: ClientRecord,
  { timeZone, currency }: Pick<Dependencies, 'timeZone' | 'currency'>,
) {
  return { appKey, name, role, timeZone, currency, ...(isTest && { test: true }) };
}
