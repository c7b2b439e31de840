import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { schema } from '../../schema/index.ts';
import type { Role } from '../../src/kernel/role.ts';
import { exampleOf } from '../../src/operations/examples.ts';
import { ADMIN, type Credentials, MERCHANT, OPERATOR, withdrawalFields } from '../harness.ts';
import { createClient } from '../support/entities.ts';
import { GRAPHQL_CALLS, type Input } from '../support/graphql-calls.ts';
import { IS_LONG } from '../support/long.ts';
import { applyTransition } from '../support/manual-clock-service.ts';
import { OPERATIONS } from '../support/operations.ts';
import { PERMISSIONS_FILE } from '../support/permission-table.ts';
import { useService } from '../support/shared-service.ts';
import { type OpenSubscription, openSubscription, SUBSCRIPTION_SURFACES } from '../support/subscriptions.ts';
import { type Outcome, SURFACES, type SurfaceClient } from '../support/surfaces.ts';

const service = useService();
const VIEWER: Credentials = { appKey: 'matrix-viewer', secret: 'matrix-viewer-secret' };
const TESTER: Credentials = { appKey: 'matrix-tester', secret: 'matrix-tester-secret' };
const DISABLED: Credentials = { appKey: 'matrix-disabled', secret: 'matrix-disabled-secret' };
const OTHER: Credentials = { appKey: 'matrix-other', secret: 'matrix-other-secret' };
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
  { role: 'admin', mode: 'live', as: ADMIN },
];
const REFUSED: readonly { readonly as: Credentials | null; readonly type: string }[] = [
  { as: DISABLED, type: 'error_site_not_found' },
  { as: null, type: 'error_missing_credentials' },
];

async function create(as: Credentials, changes: Record<string, string> = {}): Promise<string> {
  const call = { operation: 'createWithdrawal', input: withdrawalFields(changes), as } as const;
  const { data, text } = await SURFACES[0]!.run(service(), call);
  return data?.transactionId ?? expect.fail(text);
}

let own: string;
let foreign: string;
beforeAll(async () => {
  await createClient(service(), { ...VIEWER, role: 'viewer' });
  await createClient(service(), { ...TESTER, isTest: true });
  await createClient(service(), { ...DISABLED, disabledAtMs: 1 });
  await createClient(service(), OTHER);
  own = await create(MERCHANT, { processId: PROCESS_ID });
  foreign = await create(OTHER, { processId: PROCESS_ID });
});

// No key opens the calls for a payment link: see the tests of payment links.
const OF_KEYS = OPERATIONS.filter(({ roles }) => !roles.includes('payer'));

test('a disabled key and a call without one are refused before the operation is looked at', async () => {
  for (const surface of SURFACES)
    for (const operation of OF_KEYS.filter(({ name }) => surface.offers(name)).slice(
      0,
      IS_LONG ? undefined : 5,
    ))
      for (const { as, type } of REFUSED) {
        const call = { operation: operation.name, input: exampleOf(operation), as };
        expect((await surface.run(service(), call)).error?.type, operation.name).toBe(type);
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

test('a merchant sees its own transactions only, whatever it asks for', async () => {
  // Both have an event, and an attempt that failed: neither merchant has a callbackUrl.
  for (const transactionId of [own, foreign]) {
    await applyTransition(service(), transactionId, { kind: 'settle', sequence: 1 });
    const { data } = await SURFACES[3]!.run(service(), {
      operation: 'listEvents',
      input: { transactionId },
      as: ADMIN,
    });
    const { eventId } = data.items[0];
    await SURFACES[3]!.run(service(), { operation: 'redeliverCallback', input: { eventId }, as: ADMIN });
  }
  await service().callbackWorker.idle();
  for (const [operation, input, ofMerchant, ofStaff] of SEEN)
    for (const [as, expected] of [
      [MERCHANT, ofMerchant],
      [VIEWER, ofStaff],
    ] as const)
      for (const surface of SURFACES.filter(({ offers }) => offers(operation))) {
        const { error, text } = await surface.run(service(), { operation, input: input(), as });
        const seen = ownersOf(
          text.includes(own) || text.includes('ey":"demo-merchant"'),
          text.includes(foreign) || text.includes('ey":"matrix-other"'),
        );
        const message = `${operation} ${JSON.stringify(input())} over ${surface.name} as ${as.appKey}`;
        expect(error ? `${error.type}${seen === 'nothing' ? '' : ` with ${seen}`}` : seen, message).toBe(
          expected,
        );
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
  const asked = SUBSCRIPTION_SURFACES.flatMap((surface) =>
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

/** The short form sends each operation over one of its surfaces, and every surface has its turn. */
function surfacesOf(name: string, index: number): readonly SurfaceClient[] {
  const offering = SURFACES.filter(({ offers }) => offers(name));
  return IS_LONG ? offering : offering.slice(index % offering.length).slice(0, 1);
}

test('each key is let into exactly the operations of the reviewed table, on every surface', async () => {
  const rights = readRights();
  const differences: string[] = [];
  let cells = 0;
  // An admin may change what the other keys need, such as their secrets: all of its calls come last, and this test too.
  for (const key of KEYS)
    for (const [index, operation] of OF_KEYS.entries())
      for (const surface of surfacesOf(operation.name, index)) {
        const call = { operation: operation.name, input: exampleOf(operation), as: key.as };
        const { error } = await surface.run(service(), call);
        cells += 1;
        if ((error?.type === 'not_authorized') === rights.get(operation.name)!(key))
          differences.push(
            `${operation.name} over ${surface.name} as ${key.mode} ${key.role}: ${error?.type ?? 'done'}`,
          );
      }
  process.stdout.write(`rights: ${cells} cells\n`);
  expect(differences).toEqual([]);
});
