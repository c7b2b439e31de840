import { expect, test } from 'vitest';
import { ADMIN, call, DEPOSIT, depositFields, type Json, MERCHANT, OPERATOR } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { rowsAdded, rowsOf } from '../support/audit.ts';
import { createClient } from '../support/entities.ts';
import { IS_LONG } from '../support/long.ts';
import { OPERATIONS } from '../support/operations.ts';
import { createPayable, type PayableDeposit, settle } from '../support/payments.ts';
import { expectData } from '../support/responses.ts';
import { PROCESS_ID, ROWS, type Row } from '../support/role-matrix.ts';
import { openDatabase, withDatabase } from '../support/rows-of.ts';
import { useService } from '../support/shared-service.ts';
import { SURFACES, type SurfaceClient } from '../support/surfaces.ts';

const service = useService();

/** Operations that change nothing, and plain creates. */
const isUnrecorded = (name: string) =>
  /^(count|get|list|preview|read|subscribe|try)/.test(name) ||
  ['whoAmI', 'createDeposit', 'createWithdrawal'].includes(name);

/** The short form runs a read over one of its surfaces, but over all those that make what a later row changes. */
function isRun(row: Row, surface: SurfaceClient): boolean {
  const surfaces = SURFACES.filter(({ offers }) => offers(row.operation));
  if (IS_LONG || !isUnrecorded(row.operation) || /Event|Callback/.test(row.operation))
    return surfaces.includes(surface);
  return surfaces[ROWS.indexOf(row) % surfaces.length] === surface;
}

test('every operation of a key that changes something writes exactly one row, and no other operation writes any', async () => {
  const other = await createClient(service());
  const create = async (as: Json) =>
    expectData(await call(service(), DEPOSIT, { as, body: depositFields({ processId: PROCESS_ID }) }));
  const subjects = {
    own: (await create(MERCHANT)).transactionId,
    foreign: (await create(other)).transactionId,
    other,
  };
  const seen = new Set<string>();
  const db = openDatabase(service().databasePath);
  for (const surface of SURFACES)
    for (const row of ROWS.filter((one) => isRun(one, surface))) {
      // It changes nothing here: no callback has failed.
      if (row.operation === 'redeliverFailedCallbacks') continue;
      if (/^(error_|not_authorized)/.test(row.expected[3])) continue;
      const input = await row.input(service(), subjects);
      const rows = await rowsAdded(db, () =>
        surface.run(service(), { operation: row.operation, input, as: ADMIN }),
      );
      const expected = isUnrecorded(row.operation) ? [] : [row.operation];
      expect(
        rows.map(({ operation }) => operation),
        `${row.operation} ${row.subject} over ${surface.name}`,
      ).toEqual(expected);
      seen.add(row.operation);
      for (const one of rows)
        expect(one).toMatchObject({ actor_kind: 'key', actor: ADMIN.appKey, address: '127.0.0.1' });
    }
  await db.destroy();
  const others = OPERATIONS.map(({ name }) => name).filter((name) => !seen.has(name));
  expect(others.sort()).toEqual([
    'cancelPayment',
    'decideTestPayment',
    'expireTestTransaction',
    'getPayment',
    'markPaymentSent',
    'redeliverFailedCallbacks',
    'rejectTestTransaction',
    'reverseTestTransaction',
    'settleTestTransaction',
    'subscribeToPayment',
    'subscribeToTransactions',
  ]);
  await expectAgreement(service().databasePath);
}, 60_000);

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
