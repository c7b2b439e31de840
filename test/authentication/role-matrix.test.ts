import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { schema } from '../../schema/index.ts';
import type { ServiceError } from '../../src/kernel/errors.ts';
import type { Role } from '../../src/kernel/role.ts';
import { exampleOf } from '../../src/operations/examples.ts';
import { admit, type Call } from '../../src/operations/operation.ts';
import type { Caller, Principal } from '../../src/operations/permissions.ts';
import { ADMIN, type Credentials, depositFields, MERCHANT, OPERATOR, withdrawalFields } from '../harness.ts';
import { createClient } from '../support/entities.ts';
import { surfaceOf } from '../support/example-desk.ts';
import { GRAPHQL_CALLS, type Input } from '../support/graphql-calls.ts';
import { everyNth } from '../support/long.ts';
import { applyTransition } from '../support/manual-clock-service.ts';
import { OPERATIONS } from '../support/operations.ts';
import { PERMISSIONS_FILE } from '../support/permission-table.ts';
import { useService } from '../support/shared-service.ts';
import { STREAM_SURFACES } from '../support/streams.ts';
import { type OpenSubscription, openSubscription } from '../support/subscriptions.ts';
import { type Outcome, SURFACES } from '../support/surfaces.ts';

const service = useService();
const VIEWER: Credentials = { appKey: 'matrix-viewer', secret: 'matrix-viewer-secret' };
const TESTER: Credentials = { appKey: 'matrix-tester', secret: 'matrix-tester-secret' };
const DISABLED: Credentials = { appKey: 'matrix-disabled', secret: 'matrix-disabled-secret' };
const OTHER: Credentials = { appKey: 'matrix-other', secret: 'matrix-other-secret' };
const TEST_ADMIN: Credentials = { appKey: 'matrix-test-admin', secret: 'matrix-test-admin-secret' };
const UNKNOWN_ID = 'ffffffffffffffffffffffff';
const PROCESS_ID = 'process-of-both';

/** A key, and the column of the reviewed table that it is held to. */
interface KeyOfRole {
  readonly role: Role;
  readonly mode: 'live' | 'test';
  readonly as: Credentials;
}

const KEYS: readonly KeyOfRole[] = [
  { role: 'merchant', mode: 'live', as: MERCHANT },
  { role: 'merchant', mode: 'test', as: TESTER },
  { role: 'viewer', mode: 'live', as: VIEWER },
  { role: 'operator', mode: 'live', as: OPERATOR },
  { role: 'admin', mode: 'test', as: TEST_ADMIN },
  { role: 'admin', mode: 'live', as: ADMIN },
];
const REFUSED: readonly { readonly as: Credentials | null; readonly type: string }[] = [
  { as: DISABLED, type: 'error_site_not_found' },
  { as: null, type: 'error_missing_credentials' },
];

const run = (operation: string, input: Input, as: Credentials) =>
  surfaceOf(operation).run(service(), { operation, input, as });

async function create(as: Credentials, changes: Record<string, string> = {}): Promise<string> {
  const input = { ...withdrawalFields(changes), amount: 500 };
  const { data, text } = await run('createWithdrawal', input, as);
  return data?.transactionId ?? expect.fail(text);
}

let own: string;
let foreign: string;
/** The hash and the link of a deposit, which viewers are not shown. */
let hidden: readonly string[];
beforeAll(async () => {
  await createClient(service(), { ...VIEWER, role: 'viewer' });
  await createClient(service(), { ...TESTER, isTest: true });
  await createClient(service(), { ...TEST_ADMIN, role: 'admin', isTest: true });
  await createClient(service(), { ...DISABLED, disabledAtMs: 1 });
  await createClient(service(), OTHER);
  const input = { ...depositFields({ processId: PROCESS_ID }), amount: 500 };
  const { data } = await run('createDeposit', input, MERCHANT);
  own = data.transactionId;
  foreign = await create(OTHER, { processId: PROCESS_ID });
  hidden = [data.hash, data.url.split('/').at(-1)];
});

// No key opens the calls for a payment link: see the tests of payment links. Streams have a test of their own below.
const OF_KEYS = OPERATIONS.filter(({ roles, kind }) => !roles.includes('payer') && kind !== 'subscription');

test('a disabled key and a call without one are refused before the operation is looked at, on every surface', async () => {
  for (const surface of SURFACES) {
    const { name: operation } = OF_KEYS.find(({ name }) => surface.offers(name))!;
    for (const { as, type } of REFUSED) {
      const { error } = await surface.run(service(), { operation, input: { unheardOf: 1 }, as });
      expect(error?.type, surface.name).toBe(type);
    }
  }
});

/** The owners of the transactions of a response. */
function ownersOf(hasOwn: boolean, hasForeign: boolean): string {
  if (hasOwn && hasForeign) return 'both';
  if (hasOwn) return 'own';
  return hasForeign ? 'foreign' : 'nothing';
}

/** A range of days with all recent transactions, even if the test crosses midnight. */
function aroundNow(): Input {
  const day = (distance: number) => new Date(Date.now() + distance * 86_400_000).toISOString();
  return { from: day(-1), to: day(1), groupBy: 'client' };
}

/** What a merchant and the staff see of the transactions of both merchants; an error type if they are refused. */
const SEEN: readonly (readonly [operation: string, input: () => Input, merchant: string, staff: string])[] = [
  ['whoAmI', () => ({}), 'own', 'nothing'],
  ['getTransaction', () => ({ transactionId: own }), 'own', 'own'],
  ['getTransaction', () => ({ transactionId: foreign }), 'error_transaction_not_found', 'foreign'],
  ['getTransactions', () => ({ transactionIds: [own, foreign] }), 'own', 'both'],
  ['getTransactions', () => ({ transactionIds: [foreign] }), 'nothing', 'foreign'],
  ['listTransactions', () => ({ processId: PROCESS_ID }), 'own', 'both'],
  ['listTransactions', () => ({ processId: PROCESS_ID, appKey: MERCHANT.appKey }), 'own', 'own'],
  ['listTransactions', () => ({ processId: PROCESS_ID, appKey: OTHER.appKey }), 'own', 'foreign'],
  ['readStatistics', aroundNow, 'own', 'both'],
  ['readStatistics', () => ({ ...aroundNow(), appKey: OTHER.appKey }), 'own', 'foreign'],
  ['listEvents', () => ({}), 'own', 'both'],
  ['listEvents', () => ({ appKey: OTHER.appKey }), 'own', 'foreign'],
  ['listEvents', () => ({ transactionId: foreign }), 'nothing', 'foreign'],
  ['listCallbackAttempts', () => ({}), 'own', 'both'],
  ['listCallbackAttempts', () => ({ appKey: OTHER.appKey }), 'own', 'foreign'],
  ['listCallbackAttempts', () => ({ transactionId: foreign }), 'nothing', 'foreign'],
  ['cancelTransaction', () => ({ transactionId: foreign }), 'error_transaction_not_found', 'not_authorized'],
];

/** Whether a text shows a hash or a payment link. A field that is null shows none. */
const showsHidden = (text: string) =>
  hidden.some((value) => text.includes(value)) || /"(hash|url)":"/.test(text);
/** The reads whose items have a hash. */
const WITH_HASH = /^(getTransactions?|listTransactions|listEvents)$/;

test('a merchant sees its own transactions only, whatever it asks for, and a viewer no hash and no link', async () => {
  // Both have an event, and an attempt that failed: neither merchant has a callbackUrl.
  for (const transactionId of [own, foreign]) {
    await applyTransition(service(), transactionId, { kind: 'settle', sequence: 1 });
    const { data } = await run('listEvents', { transactionId }, ADMIN);
    await run('redeliverCallback', { eventId: data.items[0].eventId }, ADMIN);
  }
  await service().callbackWorker.idle();
  for (const [operation, input, ofMerchant, ofStaff] of SEEN)
    for (const [as, expected] of [
      [MERCHANT, ofMerchant],
      [VIEWER, ofStaff],
      [OPERATOR, operation === 'cancelTransaction' ? 'error_transition_not_allowed' : ofStaff],
    ] as const) {
      const { error, text } = await run(operation, input(), as);
      const seen = ownersOf(
        text.includes(own) || text.includes('ey":"demo-merchant"'),
        text.includes(foreign) || text.includes('ey":"matrix-other"'),
      );
      const message = `${operation} ${JSON.stringify(input())} as ${as.appKey}`;
      expect(error ? error.type : seen, message).toBe(expected);
      const hasHash = !error && seen !== 'nothing' && WITH_HASH.test(operation);
      expect(showsHidden(text), message).toBe(hasHash && as !== VIEWER);
    }
});

/** Whose changes a key receives, by the appKey of its filter. */
const WATCHED: readonly (readonly [input: Input, merchant: string, staff: string])[] = [
  [{}, 'own', 'both'],
  [{ appKey: MERCHANT.appKey }, 'own', 'own'],
  [{ appKey: OTHER.appKey }, 'own', 'foreign'],
];

/** Collects the owners in a subscription to two transactions of each merchant. */
async function receive(
  subscription: OpenSubscription,
  made: Readonly<Record<'own' | 'foreign', readonly string[]>>,
) {
  const received = [await subscription.next(), await subscription.next()];
  return ownersOf(
    received.some((id) => made.own.includes(id)),
    received.some((id) => made.foreign.includes(id)),
  );
}

test('a key receives exactly the changes that it may see, on every surface', async () => {
  const asked = STREAM_SURFACES.flatMap((surface) =>
    WATCHED.flatMap(([input, ofMerchant, ofStaff]) => [
      { surface, input, as: MERCHANT, expected: ofMerchant },
      ...[VIEWER, OPERATOR, ADMIN].map((as) => ({ surface, input, as, expected: ofStaff })),
      ...REFUSED.map(({ as, type }) => ({ surface, input, as, expected: type })),
    ]),
  );
  const subscriptions: OpenSubscription[] = [];
  try {
    for (const { surface, input, as } of asked)
      subscriptions.push(await openSubscription(service(), surface, { input, as }));
    const made: Record<'own' | 'foreign', string[]> = { own: [], foreign: [] };
    for (let turn = 0; turn < 2; turn += 1) {
      made.foreign.push(await create(OTHER));
      made.own.push(await create(MERCHANT));
    }
    const received: string[] = [];
    for (const subscription of subscriptions)
      received.push(subscription.error?.type ?? (await receive(subscription, made)));
    expect(received).toEqual(asked.map(({ expected }) => expected));
  } finally {
    for (const subscription of subscriptions) subscription.close();
  }
});

test('every operation of a key is offered by GraphQL', () => {
  const fields = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap(
    (type) => Object.keys(type?.getFields() ?? {}),
  );
  const documents = Object.values(GRAPHQL_CALLS).flatMap(({ document }) => [
    ...document.matchAll(/(?:answer|first): (\w+)[ (]/g),
  ]);
  expect(fields.sort()).toEqual([...documents.map(([, field]) => field), 'transactionChanged'].sort());
});

/** A response without the parts that differ between requests. */
const lasting = ({ text }: Outcome) => text.replace(/"responseTime":"[\d.]+ms"/, '');

test('to a merchant, a transaction of another client looks like a missing one', async () => {
  const pairs: readonly (readonly [string, Input, Input])[] = [
    ['getTransaction', { transactionId: foreign }, { transactionId: UNKNOWN_ID }],
    ['getTransactions', { transactionIds: [foreign] }, { transactionIds: [UNKNOWN_ID] }],
  ];
  const theirs = await create(OTHER, { processId: 'process-of-the-other' });
  let compared = 0;
  for (const surface of SURFACES) {
    for (const [operation, foreign, unknown] of pairs) {
      if (!surface.offers(operation)) continue;
      const ask = (input: Input) => surface.run(service(), { operation, input });
      expect(lasting(await ask(foreign))).toBe(lasting(await ask(unknown)));
      compared += 1;
      if (operation !== 'getTransaction' || surface.name === 'rest form') continue;
      const byProcess = await ask({ processId: 'process-of-the-other', appKey: OTHER.appKey });
      expect(lasting(byProcess)).toBe(lasting(await ask({ processId: 'no-process', appKey: OTHER.appKey })));
      expect(byProcess.text).not.toContain(theirs);
    }
  }
  expect(compared).toBe(4);
});

/** The rights as a person has reviewed them, from the committed table: the keys that may run each operation. */
function readRights(): Map<string, (key: KeyOfRole) => boolean> {
  const [columns = [], , ...rows] = readFileSync(PERMISSIONS_FILE, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  return new Map(
    rows.map((cells) => {
      const modes = (cells[columns.indexOf('keys')] ?? '').split(', ');
      const isLetIn = ({ role, mode }: KeyOfRole) =>
        cells[columns.indexOf(role)] === 'yes' && modes.includes(mode);
      return [(cells[1] ?? '').replaceAll('`', ''), isLetIn];
    }),
  );
}

/** An input whose texts are blank: the role is refused before the content is looked at. */
function blankOf({ input, ...operation }: (typeof OPERATIONS)[number]): Input {
  const shape: Readonly<Record<string, z.ZodType>> = input.shape;
  const texts = Object.keys(shape).filter((field) => shape[field]?.safeParse('a b').success);
  const blank = Object.fromEntries(texts.map((field) => [field, ' ']));
  return { ...exampleOf({ input, ...operation }), ...blank };
}

/** Whether an error refuses a key. A key of the right role is told that its mode is the wrong one. */
function isRefusal(
  error: { readonly type: string; readonly message: string } | undefined,
  { role }: KeyOfRole,
  { roles }: (typeof OPERATIONS)[number],
): boolean {
  const isByMode = roles.some((one) => one === role);
  return error?.type === 'not_authorized' && (!isByMode || error.message.includes('test key'));
}

test('each key is let into exactly the operations of the reviewed table, and refused before its input is looked at', () => {
  const rights = readRights();
  const askAs = ({ role, mode }: KeyOfRole, operation: (typeof OPERATIONS)[number]) => {
    const principal = { role, client: { isTest: mode === 'test' } } as Principal;
    try {
      admit(operation, { principal } as Call<Caller>, blankOf(operation));
      return undefined;
    } catch (error) {
      return error as ServiceError;
    }
  };
  const wrong = KEYS.flatMap((key) =>
    OF_KEYS.filter((one) => isRefusal(askAs(key, one), key, one) === rights.get(one.name)!(key)).map(
      ({ name }) => `${name} as ${key.mode} ${key.role}`,
    ),
  );
  expect(wrong).toEqual([]);
});

const offeringOf = ({ name }: (typeof OPERATIONS)[number]) => SURFACES.filter(({ offers }) => offers(name));

test('each operation is refused to a key without the right to it, on every surface', async () => {
  const rights = readRights();
  const differences: string[] = [];
  for (const [place, operation] of OF_KEYS.entries()) {
    const strangers = KEYS.filter((key) => !rights.get(operation.name)!(key));
    for (const [at, surface] of offeringOf(operation).entries())
      for (const key of everyNth(strangers.length, strangers, { from: place + at })) {
        const asked = { operation: operation.name, input: blankOf(operation), as: key.as };
        const { error, text } = await surface.run(service(), asked);
        if (!isRefusal(error, key, operation))
          differences.push(`${operation.name} over ${surface.name} as ${key.mode} ${key.role}: ${text}`);
      }
  }
  expect(differences).toEqual([]);
});

// Last, because what has no texts is done: it changes nothing that another test needs.
test('each operation lets in a key with the right to it', async () => {
  const rights = readRights();
  const differences: string[] = [];
  for (const [place, operation] of OF_KEYS.entries()) {
    const offering = offeringOf(operation);
    const holders = KEYS.filter((key) => rights.get(operation.name)!(key));
    for (const key of everyNth(holders.length, holders, { from: place }))
      for (const surface of everyNth(offering.length, offering, { from: place })) {
        const asked = { operation: operation.name, input: blankOf(operation), as: key.as };
        const { error, text } = await surface.run(service(), asked);
        // The types of GraphQL refuse before a key is let in, and name no fields.
        if (error?.type === 'not_authorized' || (error && !error.fields))
          differences.push(`${operation.name} over ${surface.name} as ${key.mode} ${key.role}: ${text}`);
      }
  }
  expect(differences).toEqual([]);
});
