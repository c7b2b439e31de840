import { z } from 'zod';
import { auditOrigin } from '../audit/origin.ts';
import { fields, parameters, role } from '../fields.ts';
import { define } from '../operation.ts';

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
  }),
  async run({ principal: { client }, dependencies: { timeZone } }) {
    return { appKey: client.appKey, name: client.name, role: client.role, timeZone };
  },
});

/** Records that the holder of the key signs in to the console, and returns the same as whoAmI. */
export const signIn = define({
  name: 'signIn',
  kind: 'command',
  input: fields({}),
  output: whoAmI.output,
  async run(context) {
    const { appKey, name, role: ownRole } = context.principal.client;
    await context.dependencies.audit.recordSignIn(appKey, auditOrigin(context, 'signIn'));
    return { appKey, name, role: ownRole, timeZone: context.dependencies.timeZone };
  },
});
