import { z } from 'zod';
import { parameters, role } from '../fields.ts';
import { define } from '../operation.ts';

/** Returns the name and the role of the key, so that a program can show only the actions it may take. */
export const whoAmI = define({
  name: 'whoAmI',
  kind: 'query',
  input: parameters({}),
  output: z.object({ appKey: z.string(), name: z.string(), role }),
  async run({ principal: { client } }) {
    return { appKey: client.appKey, name: client.name, role: client.role };
  },
});
