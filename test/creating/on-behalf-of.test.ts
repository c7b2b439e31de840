import { beforeAll, describe, expect, test } from 'vitest';
import {
  ADMIN,
  call,
  DEPOSIT,
  depositFields,
  hmac,
  MERCHANT,
  OPERATOR,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { createClient, type TestClient } from '../support/entities.ts';
import { expectData, expectFailure, expectInvalid } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();
let merchant: TestClient;
beforeAll(async () => {
  merchant = await createClient(service());
});

const send = (body: Record<string, string>, as = OPERATOR, target = DEPOSIT) =>
  call(service(), target, { body, as, sign: 'timed' });

describe.each([
  ['an operator', OPERATOR],
  ['an admin', ADMIN],
])('%s', (_, as) => {
  test('creates for the named merchant, who owns the transaction in every respect', async () => {
    for (const [target, fields] of [
      [DEPOSIT, depositFields()],
      [WITHDRAW, withdrawalFields()],
    ] as const) {
      const data = expectData(await send({ ...fields, onBehalfOf: merchant.appKey }, as, target));
      expect(data.hash).toBe(hmac(merchant.secret, `${data.transactionId}${data.bankId}500`));
      expect(data).not.toHaveProperty('onBehalfOf');
      const path = `/v1/transactions/${data.transactionId}`;
      expect(expectData(await call(service(), path, { as: merchant }))).toMatchObject(data);
      expectFailure(await call(service(), path, { as: MERCHANT }), 'error_transaction_not_found');
    }
  });

  test('shares the processIds and the pending deposits of that merchant', async () => {
    const fields = depositFields();
    const own = expectData(await call(service(), DEPOSIT, { body: fields, as: merchant }));
    const again = expectData(await send({ ...fields, onBehalfOf: merchant.appKey }, as));
    expect(again).toEqual({ ...own, alreadyPending: true });
    const conflict = await send({ ...fields, name: 'Another', onBehalfOf: merchant.appKey }, as);
    expectFailure(conflict, 'error_process_id_conflict');
    const elsewhere = expectData(await send({ ...fields, onBehalfOf: MERCHANT.appKey }, as));
    expect(elsewhere.transactionId).not.toBe(own.transactionId);
  });

  test('must name the merchant', async () => {
    expectInvalid(await send(depositFields(), as), 'onBehalfOf');
  });

  test.each(['', ' ', 'nobody', OPERATOR.appKey, ADMIN.appKey, 'DEMO-MERCHANT', 'x'.repeat(129)])(
    'cannot act for %j',
    async (onBehalfOf) => {
      expectInvalid(await send(depositFields({ onBehalfOf }), as), 'onBehalfOf');
    },
  );

  test('cannot act for a merchant that is disabled', async () => {
    const { appKey } = await createClient(service(), { disabledAtMs: 1 });
    expectInvalid(await send(depositFields({ onBehalfOf: appKey }), as), 'onBehalfOf');
  });
});

describe('a merchant', () => {
  test('may name itself', async () => {
    expectData(await send(depositFields({ onBehalfOf: merchant.appKey }), merchant));
  });

  test.each([MERCHANT.appKey, OPERATOR.appKey, 'nobody'])(
    'may not name %s, whether or not the client exists',
    async (onBehalfOf) => {
      const error = expectFailure(await send(depositFields({ onBehalfOf }), merchant), 'not_authorized');
      expect(error.message).not.toContain(onBehalfOf);
    },
  );
});
