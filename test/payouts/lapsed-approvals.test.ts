import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { ADMIN, type Credentials, type Json, MERCHANT } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { createClient, type TestClient } from '../support/entities.ts';
import { LONG_LOCK_TIMEOUT } from '../support/grouped-creates.ts';
import { inOrder } from '../support/locked-sessions.ts';
import { updateClient } from '../support/manual-clock-service.ts';
import { testOnce } from '../support/one-engine.ts';
import { usePayouts } from '../support/payouts/desk.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { onPostgres } from '../support/test-database.ts';

const { service, changeAccount, post, setPolicy, decide, prepared, change } = usePayouts({
  limits: LONG_LOCK_TIMEOUT,
});
let made = 0;
/** A key that approves, of a person of its own. */
let approver: TestClient;
beforeEach(async () => {
  await changeAccount();
  made += 1;
  approver = await createClient(service(), { role: 'operator', name: `Approver ${made}` });
  await setPolicy({});
});

const read = async (path: string): Promise<Json> => expectData(await service().ask(`/v1/payouts${path}`));
const approve = async (batch: Json, as: Credentials): Promise<Json> =>
  expectData(await decide('approve', batch, as));

async function prepare(merchant: Credentials = MERCHANT): Promise<Json> {
  const { transactionId } = await service().withdraw(merchant, { userId: `paid-${made}` });
  return prepared([transactionId]);
}

const approved = async (): Promise<Json> => approve(await prepare(), approver);
const disable = ({ appKey }: TestClient, disabled = true) => updateClient(service(), { appKey, disabled });
const numbersOf = async (state: string) =>
  (await read(`?state=${state}&limit=100`)).map(({ number }: Json) => number);

const LOSSES: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['was disabled', () => disable(approver)],
  ['has another role', () => change(sql`update clients set role = 'viewer' where id = ${approver.id}`)],
  [
    'was removed',
    async () => {
      await change(sql`delete from client_secrets where client_id = ${approver.id}`);
      await change(sql`delete from clients where id = ${approver.id}`);
    },
  ],
];

describe.each(LOSSES)('a batch that was approved with a key that %s', (_, lose) => {
  testOnce('is not exported', async () => {
    const batch = await approved();
    await lose();
    const { message } = expectFailure(await decide('export', batch), 'error_transition_not_allowed');
    expect(message).toContain('Let another person approve it');
  });

  testOnce('waits for an approval wherever it is shown', async () => {
    const batch = await approved();
    await lose();
    const { payoutId, number, rows } = batch;
    expect(await read(`/${payoutId}`)).toMatchObject({
      state: 'prepared',
      approvals: [{ isCurrent: true, counts: false }],
    });
    expect(await read(`/${payoutId}/review`)).toMatchObject({ approvalsNeeded: 1, approvalsGiven: 0 });
    expect(await numbersOf('prepared')).toContain(number);
    expect(await numbersOf('approved')).not.toContain(number);
    const [of] = expectData(await service().ask(`/v1/transactions/${rows[0].transactionId}/payouts`));
    expect(of).toMatchObject({ state: 'prepared', approvedBy: [] });
  });

  testOnce('is exported once somebody else approves it', async () => {
    const batch = await approved();
    await lose();
    expect(await approve(batch, ADMIN)).toMatchObject({
      state: 'approved',
      approvals: [{ counts: false }, { counts: true }],
    });
    expectData(await decide('export', batch));
  });
});

describe('a lost approval', () => {
  testOnce('counts again when the key is enabled', async () => {
    const batch = await approved();
    await disable(approver);
    await disable(approver, false);
    expect((await read(`/${batch.payoutId}`)).state).toBe('approved');
    expectData(await decide('export', batch));
  });

  testOnce('is given again by the same person with another key', async () => {
    const batch = await approved();
    await disable(approver);
    const next = await createClient(service(), { role: 'operator', name: `Approver ${made}` });
    expect(await approve(batch, next)).toMatchObject({ state: 'approved', approvals: [{ counts: true }] });
  });

  testOnce('is one of two, where the policy wants two', async () => {
    await setPolicy({ amounts: [{ currency: 'TRY', payoutAbove: 1 }] });
    const batch = await approved();
    await approve(batch, ADMIN);
    await disable(approver);
    expect(await read(`/${batch.payoutId}/review`)).toMatchObject({ approvalsNeeded: 2, approvalsGiven: 1 });
    const third = await createClient(service(), { role: 'operator', name: `Third ${made}` });
    expect((await approve(batch, third)).state).toBe('approved');
  });

  testOnce('leaves its part of the daily limit to others', async () => {
    await setPolicy({ amounts: [{ currency: 'TRY', dailyLimit: 500 }] });
    await approved();
    await disable(approver);
    expect((await approve(await prepare(), ADMIN)).state).toBe('approved');
  });

  testOnce('after the export changes nothing', async () => {
    const batch = await approved();
    const file = expectData(await decide('export', batch));
    await disable(approver);
    expect(await read(`/${batch.payoutId}`)).toMatchObject({
      state: 'exported',
      approvals: [{ counts: true }],
    });
    expect(expectData(await decide('export', batch))).toEqual(file);
  });

  testOnce('is no disagreement, before the export or after it', async () => {
    const [batch] = [await approved(), await approved()];
    expectData(await decide('export', batch));
    await disable(approver);
    await expectAgreement(service().databasePath);
  });
});

describe.runIf(onPostgres)('what is stopped at the moment of the export, from another connection,', () => {
  const sendInOrder = <A, B>(first: () => Promise<A>, second: () => Promise<B>) =>
    inOrder(service().databasePath, first, second);

  test('is not exported where its merchant is disabled first', async () => {
    const merchant = await createClient(service(), { role: 'merchant', name: 'Stolen' });
    const batch = await approve(await prepare(merchant), approver);
    const [, response] = await sendInOrder(
      () => disable(merchant),
      () => decide('export', batch),
    );
    expect(expectFailure(response, 'error_validation').message).toContain('merchant-disabled');
  });

  test('is not exported where its payee is blacklisted first', async () => {
    const batch = await approved();
    const entry = `input: { kind: userId, value: "paid-${made}" }`;
    const [, response] = await sendInOrder(
      () => post('/graphql', { query: `mutation { addToBlacklist(${entry}) { entry { entryId } } }` }, ADMIN),
      () => decide('export', batch),
    );
    expect(expectFailure(response, 'error_validation').message).toContain('blacklisted');
  });

  test('is not exported where the key of its approval is disabled first', async () => {
    const batch = await approved();
    const [, response] = await sendInOrder(
      () => disable(approver),
      () => decide('export', batch),
    );
    expectFailure(response, 'error_transition_not_allowed');
  });

  test('is exported where that is first', async () => {
    const batch = await approved();
    const [response] = await sendInOrder(
      () => decide('export', batch),
      () => disable(approver),
    );
    expectData(response);
    expect((await read(`/${batch.payoutId}`)).state).toBe('exported');
  });
});
