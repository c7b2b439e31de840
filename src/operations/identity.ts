import { z } from 'zod';
import { fields } from './fields.ts';
import { defineOperation } from './operation.ts';
import { ROLES } from './principal.ts';

/** Tells who the key belongs to, and what it may do: a program shows no more than that. */
export const whoAmI = defineOperation({
  name: 'whoAmI',
  kind: 'query',
  input: fields({}),
  output: z.object({ appKey: z.string(), name: z.string(), role: z.enum(ROLES) }),
  async run({ principal: { appKey, clientId, role }, services }) {
    const client = await services.clients.findById(clientId);
    if (!client) throw new Error(`client ${appKey} vanished`);
    return { appKey, name: client.name, role };
  },
});
