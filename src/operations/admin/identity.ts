import { z } from 'zod';
import { auditOrigin } from '../audit/origin.ts';
import { fields, parameters, role } from '../fields.ts';
import { define } from '../operation.ts';
import type { ClientRecord } from './client-directory.ts';

/** Returns the name and the role of the key, so that a program can show only the actions it may take. */
export const whoAmI = define({
  name: 'whoAmI',
  kind: 'query',
  input: parameters({}),
  output: z.object({
    appKey: z.string(),
    name: z.string(),
    role,
    /** The zone of the days of statistics and daily limits, an IANA name. */
    timeZone: z.string(),
    /** True for a test key; left out for live ones. */
    test: z.boolean().optional(),
  }),
  async run({ principal: { client }, dependencies: { timeZone } }) {
    return identityOf(client, timeZone);
  },
});

/** Records that the holder of the key signs in to the console, and returns the same as whoAmI. */
export const signIn = define({
  name: 'signIn',
  kind: 'command',
  input: fields({}),
  output: whoAmI.output,
  async run(context) {
    const { client } = context.principal;
    await context.dependencies.audit.recordSignIn(client.appKey, auditOrigin(context, 'signIn'));
    return identityOf(client, context.dependencies.timeZone);
  },
});

function identityOf({ appKey, name, role, isTest }: ClientRecord, timeZone: string) {
  return { appKey, name, role, timeZone, ...(isTest && { test: true }) };
}
