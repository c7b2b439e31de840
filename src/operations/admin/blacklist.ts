import { z } from 'zod';
import { BLACKLIST_KINDS } from '../../domain/creation.ts';
import { validationError } from '../../domain/errors.ts';
import { convertName } from '../../domain/names.ts';
import type { Dependencies } from '../dependencies.ts';
import {
  fields,
  formatTimestamp,
  graphqlTypes,
  idText,
  nameText,
  oneOf,
  text,
  timestampOut,
} from '../fields.ts';
import { defineOperation } from '../operation.ts';
import type { BlacklistEntry } from './directory.ts';
import { electronicIban, unknownClient } from './fields.ts';

/** How each kind of value is checked, and brought into the form that transactions are compared by. */
const VALUES = {
  userId: idText,
  iban: electronicIban,
  convertedName: nameText.transform(convertName),
} as const satisfies Record<BlacklistEntry['kind'], z.ZodType<string, string>>;

const blacklistKind = oneOf(BLACKLIST_KINDS).register(graphqlTypes, { name: 'BlacklistKind' });

export const entryView = z.object({
  entryId: z.string(),
  kind: blacklistKind,
  value: z.string(),
  /** The client it is for; null for every client. */
  appKey: z.string().nullable(),
  reason: z.string().nullable(),
  createdAt: timestampOut,
});

export type BlacklistEntryView = z.infer<typeof entryView>;

/** Lists the blacklist, oldest first. */
export const listBlacklist = defineOperation({
  name: 'listBlacklist',
  kind: 'query',
  input: fields({}),
  output: z.array(entryView),
  async run({ dependencies }) {
    const entries = await dependencies.blacklist.list();
    return Promise.all(entries.map((entry) => viewEntry(entry, dependencies)));
  },
});

/** Refuses a user, an IBAN or a name from now on, to one client or to all. */
export const addToBlacklist = defineOperation({
  name: 'addToBlacklist',
  kind: 'command',
  input: fields({
    kind: blacklistKind,
    /** For `convertedName` a name as people write it, or converted already. */
    value: nameText,
    appKey: idText.nullable().default(null),
    reason: text(500).nullable().default(null),
  }).check((context) => {
    const { kind, value } = context.value;
    for (const { message } of VALUES[kind].safeParse(value).error?.issues ?? [])
      context.issues.push({ code: 'custom', path: ['value'], message, input: value });
  }),
  /** `added` is false when the entry stood there before; it is then shown as it stands. */
  output: z.object({ entry: entryView, added: z.boolean() }),
  async run({ dependencies }, { appKey, ...request }) {
    const id = dependencies.runtime.newId();
    const entry = await dependencies.blacklist.add({
      ...request,
      value: VALUES[request.kind].parse(request.value),
      id,
      clientId: appKey === null ? null : await clientIdOf(appKey, dependencies),
      createdAtMs: dependencies.runtime.nowMs(),
    });
    return { entry: await viewEntry(entry, dependencies), added: entry.id === id };
  },
});

/** Takes an entry off the blacklist. */
export const removeFromBlacklist = defineOperation({
  name: 'removeFromBlacklist',
  kind: 'command',
  input: fields({ entryId: idText }),
  output: z.object({ entryId: z.string() }),
  async run({ dependencies }, { entryId }) {
    if (!(await dependencies.blacklist.remove(entryId)))
      throw validationError([
        {
          path: 'entryId',
          message: 'entryId is not the id of a known entry. Use one from the list of the blacklist.',
        },
      ]);
    return { entryId };
  },
});

async function clientIdOf(appKey: string, { clients }: Dependencies): Promise<string> {
  const client = await clients.findByAppKey(appKey);
  if (!client) throw unknownClient();
  return client.id;
}

async function viewEntry(entry: BlacklistEntry, { clients }: Dependencies): Promise<BlacklistEntryView> {
  const client = entry.clientId === null ? undefined : await clients.findById(entry.clientId);
  return {
    entryId: entry.id,
    kind: entry.kind,
    value: entry.value,
    appKey: client?.appKey ?? null,
    reason: entry.reason,
    createdAt: formatTimestamp(entry.createdAtMs),
  };
}
