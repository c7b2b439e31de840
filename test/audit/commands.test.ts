import { beforeAll, expect, test } from 'vitest';
import { groupBy } from '../../src/kernel/group-by.ts';
import { EXAMPLE_IDS, exampleOf } from '../../src/operations/examples.ts';
import { takesSignOnce } from '../../src/operations/operation.ts';
import {
  ADMIN,
  type Credentials,
  call,
  depositFields,
  type Json,
  MERCHANT,
  OPERATOR,
  withdrawalFields,
} from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { type Answer, differenceOf, shapeOf } from '../support/alike.ts';
import { rowsAdded, rowsOf, type StoredAudit } from '../support/audit.ts';
import { createClient } from '../support/entities.ts';
import type { Input } from '../support/graphql-calls.ts';
import { everyNth } from '../support/long.ts';
import { OPERATIONS } from '../support/operations.ts';
import { createPayable, type PayableDeposit, settle } from '../support/payments.ts';
import { expectData } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { useService } from '../support/shared-service.ts';
import { SUCCESSFUL_CALLS } from '../support/successful-calls.ts';
import { type Outcome, SURFACES, type SurfaceClient } from '../support/surfaces.ts';
import { onPostgres } from '../support/test-database.ts';

type Ids = Record<keyof typeof EXAMPLE_IDS, string>;

/** An id of each kind that a database has: those that the examples stand for. */
function readIds(databasePath: string): Promise<Ids> {
  return withDatabase(databasePath, async (db) => {
    const idOf = async (table: 'transactions' | 'statement_files' | 'statements' | 'statement_lines') =>
      (await db.selectFrom(table).select('id').orderBy('id').executeTakeFirstOrThrow()).id;
    const event = await db.selectFrom('events').select('id').orderBy('position').executeTakeFirstOrThrow();
    const batch = await db
      .selectFrom('payout_batches')
      .innerJoin('payout_files', 'payout_files.batch_id', 'payout_batches.id')
      .select(['payout_batches.id', 'payout_batches.content_hash', 'payout_batches.account_id'])
      .orderBy('payout_batches.number')
      .executeTakeFirstOrThrow();
    const lineId = await idOf('statement_lines');
    return {
      transactionId: await idOf('transactions'),
      eventId: event.id,
      fileId: await idOf('statement_files'),
      statementId: await idOf('statements'),
      lineId,
      otherLineId: lineId,
      payoutId: batch.id,
      contentHash: batch.content_hash,
      accountId: batch.account_id,
    };
  });
}

/** The example of an operation with ids that are known. */
function exampleWith(ids: Ids, operation: Parameters<typeof exampleOf>[0]): Input {
  const names = Object.keys(EXAMPLE_IDS) as (keyof Ids)[];
  const text = names.reduce(
    (json, name) => json.replaceAll(EXAMPLE_IDS[name], ids[name]),
    JSON.stringify(exampleOf(operation)),
  );
  return JSON.parse(text) as Json;
}

const service = useService();

/** A transaction that was created is its own record, and who looks at what is kept nowhere. */
const UNRECORDED = ['createDeposit', 'createWithdrawal', 'updatePresence'];
/** Operations without a row of their own. */
const isUnrecorded = ({ kind, name }: (typeof OPERATIONS)[number]) =>
  kind !== 'command' || /^(preview|try)/.test(name) || UNRECORDED.includes(name);
/** Those that merchants with test keys, payers, or a service with failed callbacks are needed for. */
const isElsewhere = ({ modes, roles, name }: (typeof OPERATIONS)[number]) =>
  modes === 'test' || roles.includes('payer') || name === 'redeliverFailedCallbacks';

/**
 * The surfaces over which a command is sent. What each of them writes is the same code on both engines: on PostgreSQL the
 * short form takes one after another.
 */
function surfacesOf(operation: string, place: number) {
  const offering = SURFACES.filter(({ offers }) => offers(operation));
  return onPostgres ? everyNth(offering.length, offering, { from: place }) : offering;
}

test('every command has a call here', () => {
  const names = OPERATIONS.filter((one) => !isUnrecorded(one) && !isElsewhere(one)).map(({ name }) => name);
  expect(SUCCESSFUL_CALLS.map(({ operation }) => operation).sort()).toEqual(names.sort());
});

/** The answer of one surface to a call, with the audit rows that the call wrote. */
interface Ran extends Answer {
  readonly operation: string;
  readonly as: Credentials;
  readonly rows: readonly StoredAudit[];
}

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const isCreate = (name: string) => name.startsWith('create');

/** Inputs in place of the examples, for operations that need a new processId each time, or times of today. */
const INPUTS: Readonly<Record<string, () => Input>> = {
  readStatistics: () => ({ from: dayFromNow(-1), to: dayFromNow(1), groupBy: 'day' }),
  createDeposit: () => ({ ...depositFields(), amount: 500 }),
  createWithdrawal: () => ({ ...withdrawalFields(), amount: 500 }),
};

/** The keys that send each query: an admin, and merchants, who are shown less. */
function askersOf({ name, roles }: (typeof OPERATIONS)[number]): readonly Credentials[] {
  if (isCreate(name)) return [MERCHANT];
  return roles.some((role) => role === 'merchant') ? [ADMIN, MERCHANT] : [ADMIN];
}

const commands: Ran[] = [];
const others: Ran[] = [];
beforeAll(() =>
  withDatabase(service().databasePath, async (db) => {
    const run = async (surface: SurfaceClient, call: Pick<Ran, 'operation' | 'as'> & { input: Input }) => {
      let outcome: Outcome | undefined;
      const rows = await rowsAdded(db, async () => {
        outcome = await surface.run(service(), call);
      });
      return { ...call, surface: surface.name, outcome: outcome ?? expect.fail('no answer'), rows };
    };
    for (const [place, { operation, input: make }] of SUCCESSFUL_CALLS.entries())
      for (const surface of surfacesOf(operation, place))
        commands.push(await run(surface, { operation, input: await make(service()), as: ADMIN }));
    const ids = await readIds(service().databasePath);
    for (const [place, one] of OPERATIONS.filter(isUnrecorded).entries())
      for (const as of askersOf(one))
        for (const surface of surfacesOf(one.name, place)) {
          const input = INPUTS[one.name]?.() ?? exampleWith(ids, one);
          others.push(await run(surface, { operation: one.name, input, as }));
        }
  }),
);

/** The differences between the surfaces, by what they were asked. */
function differencesOf(ran: readonly Ran[], isMasked: (operation: string) => boolean): readonly string[] {
  const groups = groupBy(ran, ({ operation, as }) => `${operation} as ${as.appKey}`);
  return [...groups].flatMap(([title, answers]) => {
    const [{ operation }] = answers as [Ran];
    return differenceOf(title, answers, isMasked(operation)) ?? [];
  });
}

test('every command of a key writes exactly one row, on every surface', async () => {
  for (const { operation, surface, rows } of commands)
    expect(rows, `${operation} over ${surface}`).toMatchObject([
      { operation, actor_kind: 'key', actor: ADMIN.appKey, address: '127.0.0.1' },
    ]);
  await expectAgreement(service().databasePath);
});

test('every command has the same answer and the same record on every surface', () => {
  expect(differencesOf(commands, () => true)).toEqual([]);
  // The values before the change are left out: the call over the previous surface has stored them.
  const recordOf = ({ target_kind, after_json }: StoredAudit) =>
    JSON.stringify([target_kind, shapeOf(JSON.parse(after_json ?? 'null'))]);
  const records = groupBy(commands, ({ operation }) => operation);
  const differences = [...records].flatMap(([operation, ran]) => {
    const different = new Set(ran.map(({ rows }) => rows.map(recordOf).join()));
    return different.size > 1 ? [[operation, ...different]] : [];
  });
  expect(differences).toEqual([]);
});

test('every read has the same answer on every surface', () => {
  expect(differencesOf(others, isCreate)).toEqual([]);
  const failed = others.filter(({ outcome }) => outcome.error);
  expect(failed.map(({ operation, as, surface }) => `${operation} as ${as.appKey} over ${surface}`)).toEqual(
    [],
  );
});

test('a command that takes a sign more than once writes no second row when it is repeated', async () => {
  const repeatable = SUCCESSFUL_CALLS.flatMap(({ operation: name, input }) => {
    const operation = OPERATIONS.find((one) => one.name === name);
    return operation?.kind === 'command' && operation.isIdempotent ? [{ operation, input }] : [];
  });
  expect(repeatable.length).toBeGreaterThan(10);
  await withDatabase(service().databasePath, async (db) => {
    for (const { operation, input: make } of repeatable) {
      const { name } = operation;
      const surface = SURFACES.find(({ offers }) => offers(name))!;
      const input = await make(service());
      if (takesSignOnce(operation as never, input as never)) continue;
      const send = () => surface.run(service(), { operation: name, input, as: ADMIN });
      expect(await rowsAdded(db, send), name).toHaveLength(1);
      expect(await rowsAdded(db, send), name).toEqual([]);
    }
  });
});

test('no other operation writes a row', () => {
  expect(others.filter(({ rows }) => rows.length > 0)).toEqual([]);
});

test('what is refused, repeated or changes nothing writes no row', async () => {
  const { appKey } = await createClient(service(), { requiresTimedSign: true });
  const { transactionId } = await createPayable(service());
  const post = (verb: string, as = OPERATOR, body = {}) =>
    call(service(), `/v1/transactions/${transactionId}/${verb}`, { as, sign: 'timed', method: 'POST', body });
  const refusedBefore = await rowsOf(service().databasePath, async () => {
    // The same value, an unknown client, a viewer's right, a stale sequence.
    for (const [input, as] of [
      [{ appKey, requiresTimedSign: true }, ADMIN],
      [{ appKey: 'no', disabled: true }, ADMIN],
      [{ appKey, disabled: true }, OPERATOR],
    ] as const)
      await SURFACES[2]!.run(service(), { operation: 'updateClient', input, as });
    expect((await post('settle', OPERATOR, { sequence: '9' })).status).toBe(409);
  });
  expect(refusedBefore).toEqual([]);
  const cancels = await rowsOf(service().databasePath, async () => {
    for (let turn = 0; turn < 3; turn += 1) expectData(await post('cancel', MERCHANT));
  });
  expect(cancels).toMatchObject([{ operation: 'cancelTransaction', actor: MERCHANT.appKey }]);
});

test('transitions that share a commit have one row each, in the order of their events', async () => {
  const deposits: PayableDeposit[] = [];
  for (let index = 0; index < 20; index += 1) deposits.push(await createPayable(service()));
  const rows = await rowsOf(service().databasePath, () =>
    Promise.all(deposits.map((deposit) => settle(service(), deposit))),
  );
  expect(rows).toHaveLength(20);
  const settled = await withDatabase(service().databasePath, (db) =>
    db.selectFrom('events').select('transaction_id').orderBy('position', 'desc').limit(20).execute(),
  );
  expect(rows.map((row) => row.target_id)).toEqual(
    settled.toReversed().map(({ transaction_id }) => transaction_id),
  );
  expect(JSON.parse(rows[0]!.before_json!)).toEqual({
    status: 'pending',
    statusReason: null,
    finalAmount: null,
    sequence: 1,
  });
  expect(JSON.parse(rows[0]!.after_json!)).toMatchObject({ status: 'successful', finalAmount: 500 });
});

test('a payer who says sent and cancels leaves one row each, without a name and with the address', async () => {
  const { path, transactionId } = await createPayable(service());
  const rows = await rowsOf(service().databasePath, async () => {
    for (const action of ['sent', 'sent', 'cancel', 'cancel'])
      await fetch(service().url + path, {
        method: 'POST',
        body: new URLSearchParams({ action }),
        redirect: 'manual',
      });
  });
  const payer = { actor_kind: 'payer', actor: null, address: '127.0.0.1', target_id: transactionId };
  expect(rows).toMatchObject([
    { ...payer, operation: 'markPaymentSent' },
    { ...payer, operation: 'cancelPayment' },
  ]);
});
