import { z } from 'zod';
import { validationError } from '../../domain/errors.ts';
import { auditOrigin } from '../audit/origin.ts';
import type { Dependencies } from '../dependencies.ts';
import { fields, graphqlTypes, idText } from '../fields.ts';
import { define } from '../operation.ts';
import { unknownClient } from './fields.ts';
import { UNFORGOTTEN_REASONS } from './people-store.ts';

/** The most transactions that one call lists. */
const MOST_LISTED = 100;

/**
 * Replaces the names and IBANs of a user, and what operators wrote about them, by `[forgotten]` in all transactions
 * that have ended. Amounts, ids and hashes stay, and so do entries of the blacklist.
 */
export const forgetPerson = define({
  name: 'forgetPerson',
  kind: 'command',
  input: fields({
    userId: idText,
    /** The client whose user it is; needed when several clients have the userId. */
    appKey: idText.nullable().default(null),
  }),
  output: z.object({
    appKey: z.string(),
    userId: z.string(),
    /** The number of transactions that were changed now. */
    forgotten: z.int(),
    /** Transactions that still name the user, at most 100 of them: call again later. */
    left: z.array(
      z.object({
        transactionId: z.string(),
        /** It is pending, can still be undone, has a callback to be delivered, or was changed during this call. */
        reason: z.enum(UNFORGOTTEN_REASONS).register(graphqlTypes, { name: 'UnforgottenReason' }),
      }),
    ),
  }),
  async run(context, { userId, appKey }) {
    const { dependencies } = context;
    const { people } = dependencies;
    const client = await findClient(dependencies, userId, appKey);
    const person = { clientId: client.id, userId };
    const forgotten = await people.forget(person, {
      appKey: client.appKey,
      audit: auditOrigin(context, 'forgetPerson'),
    });
    const left = await people.listUnforgotten(person, MOST_LISTED);
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
  if (!client)
    throw validationError([{ path: 'userId', message: 'userId is not the userId of any transaction.' }]);
  if (others.length > 0) {
    const names = meant.map((one) => one.appKey).join(', ');
    const message = `appKey is required: several clients have this userId (${names}), perhaps for different people.`;
    throw validationError([{ path: 'appKey', message }]);
  }
  return client;
}
