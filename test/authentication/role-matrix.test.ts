import { beforeAll, expect, test } from 'vitest';
import { schema } from '../../schema/index.ts';
import { ADMIN, type Credentials, MERCHANT, OPERATOR, withdrawalFields } from '../harness.ts';
import { createClient } from '../support/entities.ts';
import { GRAPHQL_CALLS, type Input } from '../support/graphql-calls.ts';
import { IS_LONG } from '../support/long.ts';
import { OPERATIONS } from '../support/operations.ts';
import { PROCESS_ID, ROWS, type Row, type Subjects } from '../support/role-matrix.ts';
import { useService } from '../support/shared-service.ts';
import { type OpenSubscription, openSubscription, SUBSCRIPTION_SURFACES } from '../support/subscriptions.ts';
import { type Outcome, SURFACES, type SurfaceClient } from '../support/surfaces.ts';

const service = useService();
const VIEWER: Credentials = { appKey: 'matrix-viewer', secret: 'matrix-viewer-secret' };
const DISABLED: Credentials = { appKey: 'matrix-disabled', secret: 'matrix-disabled-secret' };
const OTHER: Credentials = { appKey: 'matrix-other', secret: 'matrix-other-secret' };
const UNKNOWN_ID = 'ffffffffffffffffffffffff';

interface Caller {
  readonly who: string;
  readonly as: Credentials | null;
  readonly expected: (row: Row) => string;
}

/** A role for each column of the matrix. */
const KNOWN_CALLERS: readonly Caller[] = [
  { who: 'merchant', as: MERCHANT, expected: ({ expected }) => expected[0] },
  { who: 'viewer', as: VIEWER, expected: ({ expected }) => expected[1] },
  { who: 'operator', as: OPERATOR, expected: ({ expected }) => expected[2] },
  { who: 'admin', as: ADMIN, expected: ({ expected }) => expected[3] },
];
const REFUSED_CALLERS: readonly Caller[] = [
  { who: 'disabled client', as: DISABLED, expected: () => 'error_site_not_found' },
  { who: 'nobody', as: null, expected: () => 'error_missing_credentials' },
];
const CALLERS = [...KNOWN_CALLERS, ...REFUSED_CALLERS];

async function create(as: Credentials, changes: Record<string, string> = {}): Promise<string> {
  const call = { operation: 'createWithdrawal', input: withdrawalFields(changes), as } as const;
  const { data, text } = await SURFACES[0]!.run(service(), call);
  return data?.transactionId ?? expect.fail(text);
}

let subjects: Subjects;
beforeAll(async () => {
  await createClient(service(), { ...VIEWER, role: 'viewer' });
  await createClient(service(), { ...DISABLED, disabledAtMs: 1 });
  await createClient(service(), OTHER);
  const changes = { processId: PROCESS_ID };
  const [own, foreign] = [await create(MERCHANT, changes), await create(OTHER, changes)];
  subjects = { own, foreign, other: OTHER };
});

/** The owners of the published transactions. */
function owners(own: boolean, foreign: boolean): string {
  if (own && foreign) return 'both';
  if (own) return 'own';
  return foreign ? 'foreign' : 'done';
}

function resultOf({ error, text }: Outcome): string {
  const own = text.includes(subjects.own) || text.includes('ey":"demo-merchant"');
  const foreign = text.includes(subjects.foreign) || text.includes('ey":"matrix-other"');
  const received = owners(own, foreign);
  if (!error) return received;
  return received === 'done' ? error.type : `${error.type} with data of ${received}`;
}

interface Cell {
  readonly row: Row;
  readonly caller: Caller;
  readonly surface: string;
}

/** The deviations of the actual results from the matrix. */
function difference({ row, caller, surface }: Cell, result: string): string[] {
  const promised = caller.expected(row);
  if (result === promised) return [];
  return [
    `${row.operation} ${row.subject} over ${surface} as ${caller.who}: ${result} instead of ${promised}`,
  ];
}

const isWatch = ({ operation }: Row) => operation === 'subscribeToTransactions';

/**
 * The callers of a row on a surface. Who is refused is refused before the operation is looked at. Of the surfaces that
 * have an operation, each role sends it over every other one in the short form, and the next role over those between.
 */
function callersOf(row: Row, surface: SurfaceClient): readonly Caller[] {
  if (IS_LONG) return CALLERS;
  const place = ROWS.indexOf(row);
  const surfaces = SURFACES.filter(({ offers }) => offers(row.operation));
  const turn = place + surfaces.indexOf(surface);
  const roles = KNOWN_CALLERS.filter((_, index) => surfaces.length === 1 || (turn + index) % 2 === 0);
  return place % 4 === 0 ? [...roles, ...REFUSED_CALLERS] : roles;
}

test('every role may run exactly its operations, on every surface', async () => {
  const differences: string[] = [];
  let cells = 0;
  for (const surface of SURFACES) {
    for (const row of ROWS.filter((one) => !isWatch(one) && surface.offers(one.operation))) {
      for (const caller of callersOf(row, surface)) {
        const input = await row.input(service(), subjects);
        const outcome = await surface.run(service(), { operation: row.operation, input, as: caller.as });
        differences.push(...difference({ row, caller, surface: surface.name }, resultOf(outcome)));
        cells += 1;
      }
    }
  }
  process.stdout.write(`matrix: ${cells} cells without subscriptions\n`);
  expect(differences).toEqual([]);
}, 120_000);

/** Collects the owners in a subscription to two transactions of the other merchant and two of the demo merchant. */
async function receive(
  subscription: OpenSubscription,
  made: Readonly<Record<'own' | 'foreign', readonly string[]>>,
) {
  const received = [await subscription.next(), await subscription.next()];
  return owners(
    received.some((id) => made.own.includes(id)),
    received.some((id) => made.foreign.includes(id)),
  );
}

test('every role receives exactly its transactions, on every surface', async () => {
  const asked = SUBSCRIPTION_SURFACES.flatMap((surface) =>
    ROWS.filter(isWatch).flatMap((row) => CALLERS.map((caller) => ({ surface, row, caller }))),
  );
  const subscriptions: OpenSubscription[] = [];
  const differences: string[] = [];
  try {
    for (const { surface, row, caller } of asked) {
      const input = await row.input(service(), subjects);
      subscriptions.push(await openSubscription(service(), surface, { input, as: caller.as }));
    }
    const made: Record<'own' | 'foreign', string[]> = { own: [], foreign: [] };
    for (let turn = 0; turn < 2; turn += 1) {
      made.foreign.push(await create(OTHER));
      made.own.push(await create(MERCHANT));
    }
    for (const [index, cell] of asked.entries()) {
      const subscription = subscriptions[index]!;
      differences.push(...difference(cell, subscription.error?.type ?? (await receive(subscription, made))));
    }
  } finally {
    for (const subscription of subscriptions) subscription.close();
  }
  process.stdout.write(`matrix: ${asked.length} cells of subscriptions\n`);
  expect(differences).toEqual([]);
});

test('the matrix contains every operation of every surface', () => {
  const asked = new Set(ROWS.map((row) => row.operation));
  // No key opens the calls for a payment link: see the tests of payment links.
  const forKeys = OPERATIONS.filter(({ roles }) => !roles.includes('payer'));
  expect([...asked].sort()).toEqual(forKeys.map(({ name }) => name).sort());
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
    ['getTransaction', { transactionId: subjects.foreign }, { transactionId: UNKNOWN_ID }],
    ['getTransactions', { transactionIds: [subjects.foreign] }, { transactionIds: [UNKNOWN_ID] }],
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
