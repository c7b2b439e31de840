import { z } from 'zod';
import { fieldError } from '../kernel/errors.ts';
import { convertName } from '../kernel/names.ts';
import { fault } from '../kernel/problems.ts';
import { EXAMPLE_IDS } from '../operations/examples.ts';
import {
  fields,
  formatTimestamp,
  idText,
  nameText,
  oneOf,
  text,
  timestampOut,
  viewType,
} from '../operations/fields.ts';
import { type Context, costOfItems, operation } from '../operations/operation.ts';
import { pageLimit } from '../operations/paging.ts';
import { ADMINS } from '../operations/permissions.ts';
import type { BlacklistEntry } from './blacklist-store.ts';
import type { Client } from './client-directory.ts';
import { BLACKLIST_KINDS } from './domain/blacklist.ts';
import { electronicIban, unknownClient } from './fields.ts';

const PAGE_LIMIT = 1000;
/**
 * The most transactions that are published to the desk when an entry is added or removed. The desk reads the others
 * when it shows them.
 */
const MAX_PUBLISHED = 200;

/** The check of each kind of value, and its conversion to the form that transactions are compared by. */
const VALUES = {
  userId: idText,
  iban: electronicIban,
  convertedName: nameText.transform((name) => convertName(name.normalize('NFKC'))),
} as const satisfies Record<BlacklistEntry['kind'], z.ZodType<string, string>>;

const blacklistKind = oneOf(BLACKLIST_KINDS, 'BlacklistKind');

const entryView = viewType(
  'BlacklistEntry',
  'A user, an IBAN or a name that no transaction is created for.',
  {
    entryId: z.string().describe('The id of the entry.'),
    kind: blacklistKind.describe('What is blocked: a user, an IBAN or a name.'),
    value: z.string().describe('The userId, the IBAN or the converted name.'),
    appKey: z.string().nullable().describe('The client that the entry applies to; null for every client.'),
    reason: z.string().nullable().describe('Why it was added.'),
    createdAt: timestampOut.describe('When it was created.'),
  },
);

export type BlacklistEntryView = z.infer<typeof entryView>;

export const listBlacklist = operation({
  name: 'listBlacklist',
  kind: 'query',
  roles: ADMINS,
  modes: 'live',
  summary: 'List entries of the blacklist, oldest first',
  description: 'A page that is shorter than its limit is the last.',
  input: fields({
    after: idText.optional().describe('The entryId of the last entry of the previous page.'),
    limit: pageLimit(PAGE_LIMIT, PAGE_LIMIT),
  }),
  output: z.array(entryView),
  cost: (entries) => costOfItems(entries.length),
  async run({ dependencies }, page) {
    const entries = await dependencies.db.query('listBlacklist', page);
    const clients = await dependencies.clients.findByIds(entries.flatMap(({ clientId }) => clientId ?? []));
    return entries.map((entry) => viewEntry(entry, clients.get(entry.clientId ?? '')));
  },
});

export const addToBlacklist = operation({
  name: 'addToBlacklist',
  kind: 'command',
  roles: ADMINS,
  modes: 'live',
  summary: 'Add an entry to the blacklist, for one client or for all',
  description: 'From now on no transaction is created for it.',
  input: fields({
    kind: blacklistKind.describe('What is blocked: a user, an IBAN or a name.'),
    value: nameText.describe('The userId, the IBAN, or the name in any spelling.'),
    appKey: idText
      .nullable()
      .default(null)
      .describe('The client that the entry applies to; every client by default.'),
    reason: text(500).nullable().default(null).describe('Why it is added.'),
  }).check((context) => {
    const { kind, value } = context.value;
    for (const { message } of VALUES[kind].safeParse(value).error?.issues ?? [])
      context.issues.push({ code: 'custom', path: ['value'], message, input: value });
  }),
  /**
   * `added` is false when the entry was stored before; then the stored one is returned. `pendingCount` is how many
   * pending transactions it hits: none of them is settled or paid until an operator clears it.
   */
  output: viewType(
    'AddedBlacklistEntry',
    'An entry, and whether it was added now or had been there before.',
    {
      entry: entryView.describe('The entry.'),
      added: z.boolean().describe('Whether it was added now, or had been there before.'),
      pendingCount: z.number().describe('The pending transactions that it stops.'),
    },
  ),
  example: { kind: 'userId', value: '987654' },
  async run(context, { appKey, ...request }) {
    const { clients, db, runtime } = context.dependencies;
    const client = appKey === null ? undefined : await clients.findByAppKey(appKey);
    if (appKey !== null && !client) throw unknownClient();
    const id = runtime.newId();
    const record = {
      ...request,
      value: VALUES[request.kind].parse(request.value),
      id,
      clientId: client?.id ?? null,
      createdAtMs: runtime.nowMs(),
    };
    const entry = await db.run('addToBlacklist', { entry: record, audit: context.meta.audit });
    const waiting = await publishWaiting(context, entry);
    return { entry: viewEntry(entry, client), added: entry.id === id, pendingCount: waiting };
  },
});

export const removeFromBlacklist = operation({
  name: 'removeFromBlacklist',
  kind: 'command',
  roles: ADMINS,
  modes: 'live',
  summary: 'Remove an entry from the blacklist',
  input: fields({ entryId: idText.describe('The entry to remove.') }),
  output: viewType('RemovedBlacklistEntry', 'The entry that was removed.', {
    entryId: z.string().describe('The entry that was removed.'),
  }),
  example: { entryId: EXAMPLE_IDS.transactionId },
  async run(context, { entryId }) {
    const audit = context.meta.audit;
    const removed = await context.dependencies.db.run('removeFromBlacklist', {
      entryId: entryId,
      audit,
    });
    if (!removed)
      throw fieldError(
        'entryId',
        fault('unknown_id', 'is not the id of a known entry. Use one from the list of the blacklist.'),
      );
    await publishWaiting(context, removed);
    return { entryId };
  },
});

/** Publishes the pending transactions that an entry hits to the desk. @returns their number. */
async function publishWaiting({ dependencies }: Context, entry: BlacklistEntry): Promise<number> {
  const { db } = dependencies;
  const waiting = await db.query('findHitByEntry', entry);
  if (waiting.length > 0) await db.publishToDesk(waiting.slice(0, MAX_PUBLISHED));
  return waiting.length;
}

function viewEntry(entry: BlacklistEntry, client: Client | undefined): BlacklistEntryView {
  return {
    entryId: entry.id,
    kind: entry.kind,
    value: entry.value,
    appKey: client?.appKey ?? null,
    reason: entry.reason,
    createdAt: formatTimestamp(entry.createdAtMs),
  };
}
