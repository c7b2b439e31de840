import { beforeAll, expect, test } from 'vitest';
import type { Database } from '../../db/tables.ts';
import { groupBy } from '../../src/kernel/group-by.ts';
import type { Verdict } from '../../src/maintenance/domain/consistency.ts';
import { takesSignOnce } from '../../src/operations/operation.ts';
import { ADMIN, type Credentials, call, MERCHANT, OPERATOR } from '../harness.ts';
import { expectAgreed } from '../support/agreement.ts';
import { type Answer, differenceOf, shapeOf } from '../support/alike.ts';
import { rowsAdded, rowsOf, type StoredAudit } from '../support/audit.ts';
import { createClient } from '../support/entities.ts';
import { type ExampleDesk, isCreation, senderOf, startExampleDesk } from '../support/example-desk.ts';
import { everyNth } from '../support/long.ts';
import { exampleFor, refusalOf, WHAT_TO_DO } from '../support/operation-examples.ts';
import { OPERATIONS, operationOf } from '../support/operations.ts';
import { createPayable, type PayableDeposit, settle } from '../support/payments.ts';
import { expectData } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { useService } from '../support/shared-service.ts';
import { type Outcome, SURFACES, type SurfaceClient } from '../support/surfaces.ts';
import { onPostgres } from '../support/test-database.ts';
import { verifyDatabaseAt } from '../support/verify-at.ts';

type Definition = (typeof OPERATIONS)[number];

/** Whether a command leaves a row. Presence is in memory only, and a preview or the trial of a profile stores nothing. */
const isKept = (name: string) => name !== 'updatePresence' && !/^(preview|try)/.test(name);

const offeringOf = ({ name }: Definition) => SURFACES.filter(({ offers }) => offers(name));

/** The operations that a key can send, each name once. */
const SENT = OPERATIONS.filter((one) => offeringOf(one).length > 0 && operationOf(one.name) === one);
/** Operations that most surfaces have come first: up to there, the services of the surfaces have the same history. */
const COMMANDS = SENT.filter(({ kind, name }) => kind === 'command' && isKept(name)).sort(
  (one, other) => offeringOf(other).length - offeringOf(one).length,
);
const READS = SENT.filter((one) => !COMMANDS.includes(one));

/**
 * The surfaces over which an operation is sent. All of them derive it from its definition: the short form takes two in
 * turn. What each of them writes is the same code on both engines: on PostgreSQL it takes one after another.
 */
function chosenOf(operation: Definition, place: number) {
  const offering = offeringOf(operation);
  return everyNth(onPostgres ? offering.length : Math.ceil(offering.length / 2), offering, { from: place });
}

/** The answer of one surface to a call, with the audit rows that the call wrote. */
interface Ran extends Answer {
  readonly operation: string;
  readonly as: Credentials;
  readonly rows: readonly StoredAudit[];
  /** Those that the same call wrote when it was sent again; undefined where it needs another sign for that. */
  readonly rowsOfRepeat?: readonly StoredAudit[];
}

type Sent = Parameters<ExampleDesk['run']>[1];

/** Sends a call, and reads its rows beside the service. */
async function run(db: Database, desk: ExampleDesk, surface: SurfaceClient, sent: Sent): Promise<Ran> {
  let outcome: Outcome | undefined;
  const rows = await rowsAdded(db, async () => {
    outcome = await desk.run(surface, sent);
  });
  return { ...sent, surface: surface.name, outcome: outcome ?? expect.fail('no answer'), rows };
}

/** The keys that send each query: an admin, and merchants, who are shown less. */
const askersOf = ({ roles }: Definition): readonly Credentials[] =>
  (roles as readonly string[]).includes('merchant') ? [ADMIN, MERCHANT] : [ADMIN];

const commands: Ran[] = [];
const reads: Ran[] = [];
const verdicts: Verdict[] = [];

async function sendCommands(db: Database, desk: ExampleDesk, surface: SurfaceClient): Promise<void> {
  for (const [place, one] of COMMANDS.entries()) {
    if (!chosenOf(one, place).includes(surface)) continue;
    // Without the hold, an example decides at once. Plans have tests of their own.
    const { holdSeconds: _, ...input } = await exampleFor(desk, one.name);
    const send = () => run(db, desk, surface, { operation: one.name, input, as: senderOf(one.name) });
    const ran = await send();
    const isRepeatable = !takesSignOnce(one as never, input as never);
    commands.push({ ...ran, ...(isRepeatable && { rowsOfRepeat: (await send()).rows }) });
  }
}

/** Sends each read over all surfaces to one service. */
async function sendReads(db: Database, desk: ExampleDesk): Promise<void> {
  for (const [place, one] of READS.entries()) {
    const input = await exampleFor(desk, one.name);
    for (const as of askersOf(one))
      for (const surface of chosenOf(one, place))
        reads.push(await run(db, desk, surface, { operation: one.name, input, as }));
  }
}

// Each surface has a service of its own, since an example can be sent to it once.
beforeAll(async () => {
  for (const surface of SURFACES) {
    await using desk = await startExampleDesk();
    const { databasePath } = desk.service;
    await withDatabase(databasePath, async (db) => {
      await sendCommands(db, desk, surface);
      if (surface === SURFACES[0]) await sendReads(db, desk);
    });
    verdicts.push(await verifyDatabaseAt(databasePath));
  }
});

/** The differences between the surfaces, by what they were asked. */
function differencesOf(ran: readonly Ran[], isMasked: boolean): readonly string[] {
  const groups = groupBy(ran, ({ operation, as }) => `${operation} as ${as.appKey}`);
  return [...groups].flatMap(([title, answers]) => differenceOf(title, answers, isMasked) ?? []);
}

test('every example is answered with data, on every surface', () => {
  expect(
    [...commands, ...reads].flatMap(({ operation, outcome }) => refusalOf(operation, outcome) ?? []),
  ).toEqual([]);
});

test('every command of a key writes exactly one row, on every surface', () => {
  // A transaction that was created is its own record.
  for (const { operation, surface, as, rows } of commands)
    if (!isCreation(operation))
      expect(rows, `${operation} over ${surface}${rows.length === 0 ? `: ${WHAT_TO_DO}` : ''}`).toMatchObject(
        [{ operation, actor_kind: 'key', actor: as.appKey, address: '127.0.0.1' }],
      );
  for (const verdict of verdicts) expectAgreed(verdict);
});

test('every command has the same answer and the same record on every surface', () => {
  expect(differencesOf(commands, true)).toEqual([]);
  // The values before the change are left out: the makers of examples may have changed them.
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
  expect(differencesOf(reads, false)).toEqual([]);
});

test('a command that takes a sign more than once writes no second row when it is repeated', () => {
  const repeated = commands.filter(({ rowsOfRepeat }) => rowsOfRepeat);
  expect(new Set(repeated.map(({ operation }) => operation)).size).toBeGreaterThan(10);
  expect(repeated.filter(({ rowsOfRepeat }) => rowsOfRepeat?.length !== 0)).toEqual([]);
});

test('no other operation writes a row', () => {
  const others = [...reads, ...commands.filter(({ operation }) => isCreation(operation))];
  expect(others.filter(({ rows }) => rows.length > 0)).toEqual([]);
});

const service = useService();

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

test('a payer who reports the transfer and cancels leaves one row each, with the address and no name', async () => {
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
