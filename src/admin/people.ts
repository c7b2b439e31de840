import { z } from 'zod';
import type { AuditOrigin } from '../audit/domain/audit.ts';
import { fieldError } from '../kernel/errors.ts';
import { fault } from '../kernel/problems.ts';
import type { Dependencies } from '../operations/dependencies.ts';
import { fields, idText, oneOf, viewType } from '../operations/fields.ts';
import { transactionId, userId } from '../operations/ids.ts';
import { operation } from '../operations/operation.ts';
import { ADMINS } from '../operations/permissions.ts';
import { type Person, UNFORGOTTEN_REASONS } from './domain/person.ts';
import { unknownClient } from './fields.ts';

/** The most transactions of one commit. */
const AT_ONCE = 200;
/** The most transactions, and the most batches, that one call lists. */
const MAX_LISTED = 100;

export const forgetPerson = operation({
  name: 'forgetPerson',
  kind: 'command',
  roles: ADMINS,
  modes: 'live',
  summary: 'Forget a person',
  description:
    'Replaces the names and IBANs of a user, and what operators wrote, by [forgotten] in all transactions that have ended. Amounts, ids and hashes stay, and so do entries of the blacklist and the files of batches of payouts.',
  input: fields({
    userId,
    appKey: idText
      .nullable()
      .default(null)
      .describe('The client whose user it is; needed when several clients have the userId.'),
  }),
  output: viewType('ForgottenPerson', 'What was forgotten, and what was left.', {
    appKey: z.string().describe('The client whose user it is.'),
    userId,
    forgotten: z.int().describe('The transactions that were changed now.'),
    left: z
      .array(
        viewType('UnforgottenTransaction', 'A transaction that still names the user.', {
          transactionId,
          reason: oneOf(UNFORGOTTEN_REASONS, 'UnforgottenReason').describe(
            'It is pending, has a planned decision or a callback to be delivered, or was changed during this call.',
          ),
        }),
      )
      .describe('Transactions that still name the user, at most 100 of them: call again later.'),
    payoutNumbers: z
      .array(z.int())
      .describe(
        'The numbers of the batches of payouts whose files for the bank name the user, newest first, at most 100 of them. These documents stay.',
      ),
  }),
  example: { appKey: 'demo-merchant', userId: '987654' },
  async run(context, { userId, appKey }) {
    const { dependencies } = context;
    const client = await findClient(dependencies, userId, appKey);
    const person = { clientId: client.id, userId };
    const forgotten = await forgetAll(dependencies, person, { appKey: client.appKey, ...context.meta });
    const request = { person, limit: MAX_LISTED };
    const left = await dependencies.db.read('listUnforgotten', request);
    const payoutNumbers = await dependencies.db.read('listPayoutsNaming', request);
    return {
      appKey: client.appKey,
      userId,
      forgotten,
      left: [...left],
      payoutNumbers: [...payoutNumbers],
    };
  },
});

/**
 * Replaces the names and IBANs of a person in ended transactions, in several commits. It may be interrupted and run again.
 * @returns the number of these transactions.
 */
export async function forgetAll(
  { db }: Pick<Dependencies, 'db'>,
  { clientId, userId }: Person,
  { appKey, audit }: { readonly appKey: string; readonly audit: AuditOrigin },
): Promise<number> {
  for (let count = 0; ; ) {
    const request = { clientId, appKey, userId, limit: AT_ONCE, audit };
    const { looked, changed } = await db.run('forgetPerson', request);
    count += changed;
    if (looked < AT_ONCE) return count;
  }
}

/** The client whose user is meant. Without an appKey no other client may have the userId. */
async function findClient({ clients, db }: Dependencies, userId: string, appKey: string | null) {
  if (appKey !== null && !(await clients.findByAppKey(appKey))) throw unknownClient();
  const found = await clients.findByIds(await db.read('listClientsOfUser', userId));
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
