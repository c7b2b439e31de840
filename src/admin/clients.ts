import { z } from 'zod';
import { newAppKey, newSecret } from '../access/domain/keys.ts';
import { fieldError } from '../kernel/errors.ts';
import { type Fault, fault } from '../kernel/problems.ts';
import { isPublicAddress, literalAddress } from '../kernel/public-address.ts';
import type { Dependencies } from '../operations/dependencies.ts';
import {
  fields,
  flag,
  formatTimestamp,
  idText,
  nameText,
  role,
  timestampOut,
  viewType,
  wholeNumber,
} from '../operations/fields.ts';
import { costOfItems, operation } from '../operations/operation.ts';
import { pageLimit } from '../operations/paging.ts';
import { ADMINS } from '../operations/permissions.ts';
import { type ClientRecord, PLAIN_CLIENT } from './client-directory.ts';
import { callbackUrl, ipAllowlist, newAppKeyText, patchOf, unknownClient } from './fields.ts';
import { checkReturn, pageFields, pageView, viewPage } from './page-settings.ts';
import { DIRECTORY_PAGE_LIMIT } from './read-pages.ts';

const DAY_SECONDS = 86_400;
const DEFAULT_GRACE_SECONDS = DAY_SECONDS;
const MAX_GRACE_SECONDS = 30 * DAY_SECONDS;

/** A client for administration: everything except its secrets. */
const clientView = viewType('Client', 'A client of the service: the holder of one key.', {
  appKey: z.string().describe('The name of the key.'),
  name: z.string().describe('The name of the client.'),
  role: role.describe('The role of the key.'),
  callbackUrl: z.string().nullable().describe('Where callbacks are sent to; null for none.'),
  ipAllowlist: z
    .array(z.string())
    .describe('The addresses and CIDR blocks that the key may be used from; any if it is empty.'),
  requiresTimedSign: z.boolean().describe('Whether the plain sign is refused.'),
  test: z.boolean().describe('True for a test key. It never changes.'),
  ...pageView,
  disabledAt: timestampOut.nullable().describe('When the key was disabled; null while it works.'),
  createdAt: timestampOut.describe('When it was created.'),
});

export type ClientView = z.infer<typeof clientView>;

export const listClients = operation({
  name: 'listClients',
  kind: 'query',
  roles: ADMINS,
  modes: 'live',
  summary: 'List the clients by appKey',
  description: 'A page that is shorter than its limit is the last.',
  input: fields({
    after: idText.optional().describe('The appKey of the last client of the page before.'),
    limit: pageLimit(DIRECTORY_PAGE_LIMIT, DIRECTORY_PAGE_LIMIT),
  }),
  output: z.array(clientView),
  cost: (clients) => costOfItems(clients.length),
  async run({ dependencies }, page) {
    return (await dependencies.db.query('listClients', page)).map((client) =>
      viewClient(client, dependencies),
    );
  },
});

export const createClient = operation({
  name: 'createClient',
  kind: 'command',
  roles: ADMINS,
  modes: 'live',
  summary: 'Create a client',
  description: 'Its secret is in this response and in no other.',
  input: fields({
    name: nameText.describe('The name of the client.'),
    role: role.describe('The role of the key.'),
    appKey: newAppKeyText.optional().describe('The name of the new key; one is made by default.'),
    callbackUrl: callbackUrl.nullable().default(null).describe('Where callbacks are sent to; null for none.'),
    ipAllowlist: ipAllowlist
      .default([])
      .describe('The addresses and CIDR blocks that the key may be used from; any if it is empty.'),
    requiresTimedSign: flag.default(false).describe('Whether the plain sign is refused.'),
    test: flag.default(false).describe('Whether it is a test key: its transactions are never live.'),
  }),
  output: viewType('NewClient', 'A new client. Its secret is shown only here.', {
    client: clientView.describe('The client.'),
    secret: z.string().describe('The secret, which is shown only here.'),
  }),
  example: { name: 'My shop', role: 'merchant', appKey: 'my-shop' },
  async run(context, { appKey, test: isTest, ...request }) {
    const { dependencies } = context;
    checkTarget(request.callbackUrl, dependencies);
    const { runtime } = dependencies;
    const secret = newSecret(runtime.randomBytes);
    const client = await dependencies.clients.create(
      {
        ...request,
        id: runtime.newId(),
        appKey: appKey ?? newAppKey(request.role, runtime.randomBytes),
        ...PLAIN_CLIENT,
        isTest,
        disabledAtMs: null,
        createdAtMs: runtime.nowMs(),
      },
      secret,
      context.meta.audit,
    );
    if (!client) throw fieldError('appKey', fault('taken'));
    return { client: viewClient(client, dependencies), secret };
  },
});

export const rotateSecret = operation({
  name: 'rotateSecret',
  kind: 'command',
  roles: ADMINS,
  modes: 'live',
  summary: 'Give a client a new secret',
  description:
    'Only this response shows it. The previous one stays valid for graceSeconds, a day by default; older ones end now.',
  input: fields({
    appKey: idText.describe('The name of the key.'),
    graceSeconds: wholeNumber(0, MAX_GRACE_SECONDS)
      .default(DEFAULT_GRACE_SECONDS)
      .describe('The seconds for which the previous secret stays valid.'),
  }),
  output: viewType('RotatedClient', 'A client with its new secret, shown only here.', {
    client: clientView.describe('The client.'),
    secret: z.string().describe('The secret, which is shown only here.'),
    previousSecretEndsAt: timestampOut.describe('When the previous secret ends.'),
  }),
  example: { appKey: 'demo-merchant' },
  async run(context, { appKey, graceSeconds }) {
    const { dependencies } = context;
    const secret = newSecret(dependencies.runtime.randomBytes);
    const nowMs = dependencies.runtime.nowMs();
    const endsAtMs = nowMs + graceSeconds * 1000;
    // Without grace the end is 0, which is in the past for every clock, also for that of a process that is slightly
    // slow.
    const previousEndsAtMs = graceSeconds === 0 ? 0 : endsAtMs;
    const rotation = { secret, nowMs, previousEndsAtMs };
    const audit = context.meta.audit;
    const client = await dependencies.clients.rotateSecret(appKey, rotation, audit);
    if (!client) throw unknownClient();
    const view = viewClient(client, dependencies);
    return { client: view, secret, previousSecretEndsAt: formatTimestamp(endsAtMs) };
  },
});

export const updateClient = operation({
  name: 'updateClient',
  kind: 'command',
  roles: ADMINS,
  modes: 'live',
  summary: 'Change the given fields of a client',
  description: 'Null clears a field, and an empty list a list.',
  input: patchOf('appKey', {
    appKey: idText.describe('The name of the key.'),
    name: nameText.optional().describe('The name of the client.'),
    disabled: flag.optional().describe('Whether the key is refused from now on.'),
    callbackUrl: callbackUrl.nullable().optional().describe('Where callbacks are sent to; null for none.'),
    ipAllowlist: ipAllowlist
      .optional()
      .describe('The addresses and CIDR blocks that the key may be used from; any if it is empty.'),
    requiresTimedSign: flag.optional().describe('Whether the plain sign is refused.'),
    ...pageFields,
  }),
  output: clientView,
  example: { appKey: 'demo-merchant', name: 'Demo merchant' },
  async run(context, { appKey, disabled, ...request }) {
    const { dependencies } = context;
    checkTarget(request.callbackUrl, dependencies);
    const known = await dependencies.clients.findByAppKey(appKey);
    checkReturn(request, known);
    const disabledAtMs = disabled ? dependencies.runtime.nowMs() : disabled === false ? null : undefined;
    const audit = context.meta.audit;
    const client = await dependencies.clients.update(appKey, { ...request, disabledAtMs }, audit);
    if (!client) throw unknownClient();
    return viewClient(client, dependencies);
  },
});

/**
 * Refuses a URL to which no callback could ever be sent. The addresses of a name are vetted when it is connected to: they
 * can change at any time.
 */
function checkTarget(url: string | null | undefined, { callbacksNeedHttps: isStrict }: Dependencies): void {
  if (url == null) return;
  const problem = targetProblem(url, isStrict);
  if (problem) throw fieldError('callbackUrl', problem);
}

function targetProblem(url: string, isStrict: boolean): Fault | undefined {
  if (isStrict && url.startsWith('http:')) return fault('not_https', 'must be an https URL in production.');
  const address = literalAddress(url);
  if (address === undefined || isPublicAddress(address, { allowLoopback: !isStrict })) return undefined;
  const why = isStrict
    ? 'in production callbacks are sent to public addresses only.'
    : 'callbacks are sent to public addresses only, and in development to this machine.';
  return fault('not_public', { address }, `must not lead to ${address}: ${why}`);
}

/** Shows a client to administrators. */
export function viewClient(client: ClientRecord, { publicUrl }: Dependencies): ClientView {
  return {
    appKey: client.appKey,
    name: client.name,
    role: client.role,
    callbackUrl: client.callbackUrl,
    ipAllowlist: [...client.ipAllowlist],
    requiresTimedSign: client.requiresTimedSign,
    test: client.isTest,
    ...viewPage(client, publicUrl),
    disabledAt: client.disabledAtMs === null ? null : formatTimestamp(client.disabledAtMs),
    createdAt: formatTimestamp(client.createdAtMs),
  };
}
