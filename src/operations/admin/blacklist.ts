import { z } from 'zod';
import { BLACKLIST_KINDS } from '../../domain/blacklist.ts';
import { validationError } from '../../domain/errors.ts';
import { convertName } from '../../domain/names.ts';
import { auditOrigin } from '../audit/origin.ts';
import {
  fields,
  formatTimestamp,
  graphqlTypes,
  idText,
  nameText,
  oneOf,
  parameters,
  text,
  timestampOut,
  wholeNumber,
} from '../fields.ts';
import { type Context, costOfItems, define } from '../operation.ts';
import type { BlacklistEntry } from './blacklist-store.ts';
import type { Client } from './client-directory.ts';
import { electronicIban, unknownClient } from './fields.ts';

const PAGE_LIMIT = 1000;
/** The most transactions that the desk is shown at once when an entry comes or goes. It reads the others when it looks. */
const MOST_TOLD = 200;

/** The check of each kind of value, and its conversion to the form that transactions are compared by. */
const VALUES = {
  userId: idText,
  iban: electronicIban,
  convertedName: nameText.transform((name) => convertName(name.normalize('NFKC'))),
} as const satisfies Record<BlacklistEntry['kind'], z.ZodType<string, string>>;

const blacklistKind = oneOf(BLACKLIST_KINDS).register(graphqlTypes, { name: 'BlacklistKind' });

export const entryView = z.object({
  entryId: z.string(),
  kind: blacklistKind,
  value: z.string(),
  /** The client that the entry applies to; null for every client. */
  appKey: z.string().nullable(),
  reason: z.string().nullable(),
  createdAt: timestampOut,
});

export type BlacklistEntryView = z.infer<typeof entryView>;

/** Lists a page of the blacklist, oldest first. One that is shorter than its limit is the last. */
export const listBlacklist = define({
  name: 'listBlacklist',
  kind: 'query',
  input: parameters({
    /** The entryId of the last entry of the page before. */
    after: idText.optional(),
    limit: wholeNumber(1, PAGE_LIMIT).default(PAGE_LIMIT),
  }),
  output: z.array(entryView),
  cost: (entries) => costOfItems(entries.length),
  async run({ dependencies }, page) {
    const entries = await dependencies.blacklist.list(page);
    const clients = await dependencies.clients.findByIds(entries.flatMap(({ clientId }) => clientId ?? []));
    return entries.map((entry) => viewEntry(entry, clients.get(entry.clientId ?? '')));
  },
});

/** Blocks a user, an IBAN or a name from now on, for one client or for all. */
export const addToBlacklist = define({
  name: 'addToBlacklist',
  kind: 'command',
  input: fields({
    kind: blacklistKind,
    /** For `convertedName`, a name in any spelling or already converted. */
    value: nameText,
    appKey: idText.nullable().default(null),
    reason: text(500).nullable().default(null),
  }).check((context) => {
    const { kind, value } = context.value;
    for (const { message } of VALUES[kind].safeParse(value).error?.issues ?? [])
      context.issues.push({ code: 'custom', path: ['value'], message, input: value });
  }),
  /**
   * `added` is false when the entry was stored before; then the stored one is returned. `pendingCount` is how many
   * pending transactions it hits: none of them is settled or paid until an operator clears it.
   */
  output: z.object({ entry: entryView, added: z.boolean(), pendingCount: z.number() }),
  async run(context, { appKey, ...request }) {
    const { clients, blacklist, runtime } = context.dependencies;
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
    const entry = await blacklist.add(record, auditOrigin(context, 'addToBlacklist'));
    const waiting = await publishWaiting(context, entry);
    return { entry: viewEntry(entry, client), added: entry.id === id, pendingCount: waiting };
  },
});

/** Removes an entry from the blacklist. */
export const removeFromBlacklist = define({
  name: 'removeFromBlacklist',
  kind: 'command',
  input: fields({ entryId: idText }),
  output: z.object({ entryId: z.string() }),
  async run(context, { entryId }) {
    const audit = auditOrigin(context, 'removeFromBlacklist');
    const removed = await context.dependencies.blacklist.remove(entryId, audit);
    if (!removed)
      throw validationError([
        {
          path: 'entryId',
          message: 'entryId is not the id of a known entry. Use one from the list of the blacklist.',
        },
      ]);
    await publishWaiting(context, removed);
    return { entryId };
  },
});

/** Shows the desk the pending transactions that an entry hits. @returns their number. */
async function publishWaiting({ dependencies }: Context, entry: BlacklistEntry): Promise<number> {
  const { blacklist, bus, transactions } = dependencies;
  const waiting = await blacklist.findWaiting(entry);
  for (const transaction of await transactions.findByIds(waiting.slice(0, MOST_TOLD)))
    bus.publish(transaction, 'desk');
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
