import { z } from 'zod';
import { fieldError } from '../kernel/errors.ts';
import { fault } from '../kernel/problems.ts';
import type { Dependencies } from '../operations/dependencies.ts';
import { fields, graphqlTypes, idText } from '../operations/fields.ts';
import { transactionId, userId } from '../operations/ids.ts';
import { operation } from '../operations/operation.ts';
import { ADMINS } from '../operations/permissions.ts';
import { unknownClient } from './fields.ts';
import { UNFORGOTTEN_REASONS } from './people-store.ts';

/** The most transactions that one call lists. */
const MAX_LISTED = 100;

export const forgetPerson = operation({
  name: 'forgetPerson',
  kind: 'command',
  roles: ADMINS,
  modes: 'live',
  summary: 'Forget a person',
  description:
    'Replaces the names and IBANs of a user, and what operators wrote, by [forgotten] in all transactions that have ended. Amounts, ids and hashes stay, and so do entries of the blacklist.',
  input: fields({
    userId,
    appKey: idText
      .nullable()
      .default(null)
      .describe('The client whose user it is; needed when several clients have the userId.'),
  }),
  output: z.object({
    appKey: z.string().describe('The client whose user it is.'),
    userId,
    forgotten: z.int().describe('The transactions that were changed now.'),
    left: z
      .array(
        z.object({
          transactionId,
          reason: z
            .enum(UNFORGOTTEN_REASONS)
            .register(graphqlTypes, { name: 'UnforgottenReason' })
            .describe(
              'It is pending, has a planned decision or a callback to be delivered, or was changed during this call.',
            ),
        }),
      )
      .describe('Transactions that still name the user, at most 100 of them: call again later.'),
  }),
  example: { appKey: 'demo-merchant', userId: '987654' },
  async run(context, { userId, appKey }) {
    const { dependencies } = context;
    const { people } = dependencies;
    const client = await findClient(dependencies, userId, appKey);
    const person = { clientId: client.id, userId };
    const forgotten = await people.forget(person, {
      appKey: client.appKey,
      audit: context.meta.audit,
    });
    const left = await people.listUnforgotten(person, MAX_LISTED);
    return { appKey: client.appKey, userId, forgotten, left: [...left] };
  },
});

/** The client whose user is meant. Without an appKey no other client may have the userId. */
async function findClient({ clients, people }: Dependencies, userId: string, appKey: string | null) {
  if (appKey !== null && !(await clients.findByAppKey(appKey))) throw unknownClient();
  const found = await clients.findByIds(await people.clientsOf(userId));
  const having = [...found.values()].sort((one, other) => (one.appKey < other.appKey ? -1 : 1));
  const meant = appKey === null ? having : having.filter((client) => client.appKey === appKey);
  const [client, ...others] = meant;
  if (!client) throw fieldError('userId', fault('unknown_id', 'is not the userId of any transaction.'));
  if (others.length > 0) {
    const names = meant.map((one) => one.appKey).join(', ');
    const message = `is required: several clients have this userId (${names}), perhaps for different people.`;
    throw fieldError('appKey', fault('required', message));
  }
  return client;
}
