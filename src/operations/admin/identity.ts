import { z } from 'zod';
import { fields, role } from '../fields.ts';
import { defineOperation } from '../operation.ts';

/** Tells who the key belongs to, and what it may do: a program shows no more than that. */
export const whoAmI = defineOperation({
  name: 'whoAmI',
  kind: 'query',
  input: fields({}),
  output: z.object({ appKey: z.string(), name: z.string(), role }),
  async run({ principal: { client } }) {
    return { appKey: client.appKey, name: client.name, role: client.role };
  },
});
