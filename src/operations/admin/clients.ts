import { z } from 'zod';
import { validationError } from '../../domain/errors.ts';
import { newAppKey, newSecret } from '../../domain/keys.ts';
import { isPublicAddress, literalAddress } from '../../domain/public-address.ts';
import { auditOrigin } from '../audit/origin.ts';
import type { Dependencies } from '../dependencies.ts';
import {
  fields,
  flag,
  formatTimestamp,
  idText,
  nameText,
  parameters,
  role,
  timestampOut,
  wholeNumber,
} from '../fields.ts';
import { costOfItems, define } from '../operation.ts';
import { type ClientRecord, PLAIN_CLIENT } from './client-directory.ts';
import { callbackUrl, ipAllowlist, newAppKeyText, patchOf, unknownClient } from './fields.ts';
import { checkReturn, pageFields, pageView, viewPage } from './page-settings.ts';
import { DIRECTORY_PAGE_LIMIT } from './read-pages.ts';

const DAY_SECONDS = 86_400;
const DEFAULT_GRACE_SECONDS = DAY_SECONDS;
const MAX_GRACE_SECONDS = 30 * DAY_SECONDS;

/** A client for administration: everything except its secrets. */
export const clientView = z.object({
  appKey: z.string(),
  name: z.string(),
  role,
  callbackUrl: z.string().nullable(),
  ipAllowlist: z.array(z.string()),
  requiresTimedSign: z.boolean(),
  /** True for a test key. It never changes. */
  test: z.boolean(),
  ...pageView,
  disabledAt: timestampOut.nullable(),
  createdAt: timestampOut,
});

export type ClientView = z.infer<typeof clientView>;

/** Lists a page of clients by appKey. One that is shorter than its limit is the last. */
export const listClients = define({
  name: 'listClients',
  kind: 'query',
  input: parameters({
    /** The appKey of the last client of the page before. */
    after: idText.optional(),
    limit: wholeNumber(1, DIRECTORY_PAGE_LIMIT).default(DIRECTORY_PAGE_LIMIT),
  }),
  output: z.array(clientView),
  cost: (clients) => costOfItems(clients.length),
  async run({ dependencies }, page) {
    return (await dependencies.clients.listPage(page)).map((client) => viewClient(client, dependencies));
  },
});

/** Creates a client. Only this response ever shows its secret. */
export const createClient = define({
  name: 'createClient',
  kind: 'command',
  input: fields({
    name: nameText,
    role,
    appKey: newAppKeyText.optional(),
    callbackUrl: callbackUrl.nullable().default(null),
    ipAllowlist: ipAllowlist.default([]),
    requiresTimedSign: flag.default(false),
    /** Whether it is a test key: its transactions are never live. */
    test: flag.default(false),
  }),
  output: z.object({ client: clientView, secret: z.string() }),
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
      auditOrigin(context, 'createClient'),
    );
    if (!client)
      throw validationError([
        { path: 'appKey', message: 'appKey is taken. Choose another one, or leave it out to get a new one.' },
      ]);
    return { client: viewClient(client, dependencies), secret };
  },
});

/**
 * Gives a client a new secret, which only this response shows. The previous secret stays valid for the grace
 * time, older ones end now.
 */
export const rotateSecret = define({
  name: 'rotateSecret',
  kind: 'command',
  input: fields({
    appKey: idText,
    graceSeconds: wholeNumber(0, MAX_GRACE_SECONDS).default(DEFAULT_GRACE_SECONDS),
  }),
  output: z.object({ client: clientView, secret: z.string(), previousSecretEndsAt: timestampOut }),
  async run(context, { appKey, graceSeconds }) {
    const { dependencies } = context;
    const secret = newSecret(dependencies.runtime.randomBytes);
    const nowMs = dependencies.runtime.nowMs();
    const endsAtMs = nowMs + graceSeconds * 1000;
    // Without grace the end is 0: it is past for every clock, also for that of a service running slightly behind.
    const previousEndsAtMs = graceSeconds === 0 ? 0 : endsAtMs;
    const rotation = { secret, nowMs, previousEndsAtMs };
    const audit = auditOrigin(context, 'rotateSecret');
    const client = await dependencies.clients.rotateSecret(appKey, rotation, audit);
    if (!client) throw unknownClient();
    const view = viewClient(client, dependencies);
    return { client: view, secret, previousSecretEndsAt: formatTimestamp(endsAtMs) };
  },
});

/** Changes the given fields of a client. Null clears a field, and an empty list a list. */
export const updateClient = define({
  name: 'updateClient',
  kind: 'command',
  input: patchOf('appKey', {
    appKey: idText,
    name: nameText.optional(),
    disabled: flag.optional(),
    callbackUrl: callbackUrl.nullable().optional(),
    ipAllowlist: ipAllowlist.optional(),
    requiresTimedSign: flag.optional(),
    ...pageFields,
  }),
  output: clientView,
  async run(context, { appKey, disabled, ...request }) {
    const { dependencies } = context;
    checkTarget(request.callbackUrl, dependencies);
    const known = await dependencies.clients.findByAppKey(appKey);
    checkReturn(request, known);
    const wasDisabled = typeof known?.disabledAtMs === 'number';
    // Disabling a disabled client again keeps the timestamp of the first time.
    const isToggled = disabled !== undefined && disabled !== wasDisabled;
    const disabledAtMs = isToggled ? (disabled ? dependencies.runtime.nowMs() : null) : undefined;
    const audit = auditOrigin(context, 'updateClient');
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
  if (problem) throw validationError([{ path: 'callbackUrl', message: `callbackUrl ${problem}` }]);
}

function targetProblem(url: string, isStrict: boolean): string | undefined {
  if (isStrict && url.startsWith('http:')) return 'must be an https URL in production.';
  const address = literalAddress(url);
  if (address === undefined || isPublicAddress(address, { allowLoopback: !isStrict })) return undefined;
  return isStrict
    ? `must not lead to ${address}: in production callbacks are sent to public addresses only.`
    : `must not lead to ${address}: callbacks are sent to public addresses only, and in development to this machine.`;
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
