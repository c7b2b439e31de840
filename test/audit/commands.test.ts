import { expect, test } from 'vitest';
import { exampleOf } from '../../src/operations/examples.ts';
import { takesSignOnce } from '../../src/operations/operation.ts';
import { ADMIN, call, MERCHANT, OPERATOR } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { rowsAdded, rowsOf } from '../support/audit.ts';
import { createClient } from '../support/entities.ts';
import { everyNth } from '../support/long.ts';
import { OPERATIONS } from '../support/operations.ts';
import { createPayable, type PayableDeposit, settle } from '../support/payments.ts';
import { expectData } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { useService } from '../support/shared-service.ts';
import { SUCCESSFUL_CALLS } from '../support/successful-calls.ts';
import { SURFACES } from '../support/surfaces.ts';
import { onPostgres } from '../support/test-database.ts';

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

test('every command of a key writes exactly one row, on every surface', async () => {
  await withDatabase(service().databasePath, async (db) => {
    for (const [place, { operation, input: make }] of SUCCESSFUL_CALLS.entries())
      for (const surface of surfacesOf(operation, place)) {
        const input = await make(service());
        const rows = await rowsAdded(db, () => surface.run(service(), { operation, input, as: ADMIN }));
        expect(rows, `${operation} over ${surface.name}`).toMatchObject([
          { operation, actor_kind: 'key', actor: ADMIN.appKey, address: '127.0.0.1' },
        ]);
      }
  });
  await expectAgreement(service().databasePath);
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

test('no other operation writes a row', async () => {
  const rows = await rowsOf(service().databasePath, async () => {
    for (const one of OPERATIONS.filter(isUnrecorded))
      for (const surface of SURFACES.filter(({ offers }) => offers(one.name)))
        await surface.run(service(), { operation: one.name, input: exampleOf(one), as: ADMIN });
  });
  expect(rows).toEqual([]);
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
