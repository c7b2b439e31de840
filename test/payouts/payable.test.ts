import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ADMIN, type Credentials, DEMO_BANK_ID, type Json, OPERATOR } from '../harness.ts';
import { createAccount, createClient, type TestClient } from '../support/entities.ts';
import {
  type ManualClockService,
  startManualClockService,
  storeWithdrawals,
  updateClient,
} from '../support/manual-clock-service.ts';
import { expectData, expectFailure } from '../support/responses.ts';

let started: ManualClockService;
const service = () => started;
let accountId: string;
let merchant: TestClient;
beforeAll(async () => {
  started = await startManualClockService();
  accountId = (await createAccount(service(), { bankId: DEMO_BANK_ID })).id;
});
beforeEach(async () => {
  merchant = await createClient(service());
});
afterAll(() => started.stop());

const post = (target: string, body: Json, as: Credentials = OPERATOR) =>
  service().ask(target, { as, method: 'POST', contentType: 'application/json', body: JSON.stringify(body) });
const withdraw = async (): Promise<string> => (await service().withdraw(merchant)).transactionId;
const preparing = (transactionIds: readonly string[]) => post('/v1/payouts', { transactionIds, accountId });
const disable = (disabled = true) => updateClient(service(), { appKey: merchant.appKey, disabled });
const listed = async (limit = 1000): Promise<string[]> =>
  expectData(await service().ask(`/v1/payouts/payable?limit=${limit}`)).map(
    ({ transactionId }: Json) => transactionId,
  );
const reasonsOf = (response: Awaited<ReturnType<typeof preparing>>): string[] =>
  expectFailure(response, 'error_validation').fields.map(({ params }: Json) => params.reason);

describe('a withdrawal of a merchant whose key is disabled', () => {
  test('is not listed as payable', async () => {
    const id = await withdraw();
    expect(await listed()).toContain(id);
    await disable();
    expect(await listed()).not.toContain(id);
  });

  test('does not fit into a batch, until the key is enabled', async () => {
    const id = await withdraw();
    await disable();
    expect(reasonsOf(await preparing([id]))).toEqual(['merchant-disabled']);
    await disable(false);
    expectData(await preparing([id]));
  });

  test('is marked for who approves, and keeps its batch from being exported', async () => {
    const { payoutId, contentHash } = expectData(await preparing([await withdraw()]));
    await disable();
    const { marked } = expectData(await service().ask(`/v1/payouts/${payoutId}/review`));
    expect(marked).toMatchObject([{ isMerchantDisabled: true }]);
    expectData(await post(`/v1/payouts/${payoutId}/approve`, { contentHash }, ADMIN));
    expect(reasonsOf(await post(`/v1/payouts/${payoutId}/export`, { contentHash }))).toEqual([
      'merchant-disabled',
    ]);
  });

  test('is paid by hand', async () => {
    const id = await withdraw();
    await disable();
    expect(await service().transition('settle', id, { fields: { sequence: '1' } })).toMatchObject({
      status: 'successful',
    });
  });
});

test('what fits is listed behind any number of older ones that do not', async () => {
  await storeWithdrawals(service(), merchant, 250);
  await disable();
  merchant = await createClient(service());
  const id = await withdraw();
  expect(await listed(2)).toContain(id);
});
