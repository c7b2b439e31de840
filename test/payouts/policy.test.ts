import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ADMIN, type Credentials, type Json, MERCHANT, OPERATOR, VALID_IBAN } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { createClient } from '../support/entities.ts';
import { usePayouts } from '../support/payouts/desk.ts';
import { expectData, expectFailure, expectInvalid } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { openVerifier } from '../support/verify-at.ts';

const {
  service,
  accountId,
  changeAccount,
  post,
  setPolicy,
  decide,
  takeBack,
  refuse,
  preparing,
  prepared,
  settleByLine: settle,
  change,
} = usePayouts();
let third: Credentials;
let viewer: Credentials;
beforeAll(async () => {
  third = await createClient(service(), { role: 'operator', name: 'Third' });
  viewer = await createClient(service(), { role: 'viewer', name: 'Watching' });
});
beforeEach(async () => {
  await changeAccount();
  await setPolicy({});
});

const setAmounts = (amounts: Json) => setPolicy({ amounts: [{ currency: 'TRY', ...amounts }] });

let users = 0;
/** Withdrawals of 500, each of a user of its own. */
async function withdraw(count = 1, fields: Record<string, string> = {}): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    users += 1;
    const own = { userId: `user-${users}`, ...fields };
    ids.push((await service().withdraw(MERCHANT, own)).transactionId);
  }
  return ids;
}

const prepare = async (count = 1, fields = {}): Promise<Json> => prepared(await withdraw(count, fields));
const approve = (batch: Json, as: Credentials = ADMIN) => decide('approve', batch, as);
const review = async ({ payoutId }: Json, as: Credentials = OPERATOR): Promise<Json> =>
  expectData(await service().ask(`/v1/payouts/${payoutId}/review`, { as }));
test('a second approver is another person, in whatever form names are stored', async () => {
  await setAmounts({ batchAbove: 100 });
  const [first, twin] = [
    await createClient(service(), { role: 'operator', name: 'Ayşe Işık' }),
    await createClient(service(), { role: 'operator', name: 'AYŞE IŞIK' }),
  ];
  const batch = await prepare();
  expectData(await approve(batch, first));
  expect(expectData(await approve(batch, twin)).approvals).toHaveLength(1);
  await change(sql`update payout_approvals set approver = 'ayşe işık' where batch_id = ${batch.payoutId}`);
  expect(expectData(await approve(batch, twin))).toMatchObject({ state: 'prepared', approvals: [{}] });
});

describe('the policy', () => {
  test('is off at first', async () => {
    expect(await setPolicy({})).toMatchObject({ amounts: [], days: [], byHandAllowed: true });
  });

  test('is set by admins only', async () => {
    expectFailure(await post('/v1/payout-policy', {}), 'not_authorized');
  });

  test('is not set by an admin who has not seen what another one has set since', async () => {
    const own = await setPolicy({ newPayeeByTwo: true });
    const set = (policy: Json) =>
      post('/v1/payout-policy', { ...policy, seenUpdatedAt: own.updatedAt }, ADMIN);
    expectData(await set({ amounts: [{ currency: 'TRY', dailyLimit: 100 }] }));
    const late = expectFailure(
      await set({ newPayeeByTwo: true, byHandAllowed: false }),
      'error_stale_sequence',
    );
    expect(late.fields).toMatchObject([{ path: 'seenUpdatedAt', code: 'policy_changed' }]);
    expect(await service().ask('/v1/payout-policy', { as: OPERATOR }).then(expectData)).toMatchObject({
      amounts: [{ currency: 'TRY', dailyLimit: 100 }],
      byHandAllowed: true,
    });
    await setPolicy({});
  });

  test('is read by operators as it was set', async () => {
    const amounts = [{ currency: 'TRY', payoutAbove: 10.5, batchAbove: null, dailyLimit: 100 }];
    const policy = { amounts, newPayeeByTwo: true, days: ['monday'], fromTime: '09:00', untilTime: '17:30' };
    await setPolicy(policy);
    expect(expectData(await service().ask('/v1/payout-policy', { as: OPERATOR }))).toMatchObject(policy);
  });

  test.each([
    ['fromTime', { fromTime: '25:00' }],
    ['amounts.0.currency', { amounts: [{ currency: 'lira' }] }],
    ['amounts', { amounts: [{ currency: 'TRY' }, { currency: 'TRY' }] }],
  ])('is refused for a wrong %s', async (path, policy) => {
    expectInvalid(await post('/v1/payout-policy', policy, ADMIN), path);
  });
});

describe('a second approver', () => {
  test.each([
    ['a row', 'rowAmount', { payoutAbove: 499 }],
    ['the sum', 'batchSum', { batchAbove: 999 }],
  ])('is needed when %s is above its amount', async (_, reason, amounts) => {
    await setAmounts(amounts);
    const batch = await prepare(2);
    expect(expectData(await approve(batch)).state).toBe('prepared');
    expect(await review(batch)).toMatchObject({ approvalsNeeded: 2, approvalsGiven: 1, reasons: [reason] });
    expect(expectData(await approve(batch, third)).state).toBe('approved');
  });

  test('is not needed at the amount itself', async () => {
    await setAmounts({ payoutAbove: 500, batchAbove: 500 });
    expect(expectData(await approve(await prepare())).state).toBe('approved');
  });

  test('is needed for a payee whom this user was never paid to', async () => {
    await setPolicy({ newPayeeByTwo: true });
    const batch = await prepare(1, { userId: 'returning', accountName: 'Ayşe Işık' });
    expect(expectData(await approve(batch)).state).toBe('prepared');
    await settle(batch.rows[0].transactionId);
    const next = await prepare(1, { userId: 'returning', accountName: 'AYSE ISIK' });
    expect(expectData(await approve(next)).state).toBe('approved');
  });

  test('is needed for a known IBAN with another name', async () => {
    await setPolicy({ changedNameByTwo: true });
    const [paid = ''] = await withdraw(1, { userId: 'renamed', accountName: 'Ada Byron' });
    await settle(paid);
    const batch = await prepare(1, { userId: 'renamed', accountName: 'Grace Hopper' });
    expect(expectData(await approve(batch)).state).toBe('prepared');
    expect((await review(batch)).reasons).toEqual(['changedName']);
  });

  test('is not the first one again', async () => {
    await setAmounts({ payoutAbove: 1 });
    const batch = await prepare();
    expectData(await approve(batch));
    const again = expectData(await approve(batch));
    expect(again).toMatchObject({ state: 'prepared', approvals: [{}] });
  });

  test('is missing at the export when the policy has become stricter', async () => {
    const batch = await prepare();
    expectData(await approve(batch));
    await setAmounts({ payoutAbove: 1 });
    const { message } = expectFailure(await decide('export', batch), 'error_transition_not_allowed');
    expect(message).toMatch(/1 of 2 approvals.*Let another person approve it/);
    expectData(await approve(batch, third));
    expectData(await decide('export', batch));
  });

  test('whose approval is gone is missed by a check of the books, whatever the policy is by then', async () => {
    await setAmounts({ payoutAbove: 1 });
    const batch = await prepare();
    for (const as of [ADMIN, third]) expectData(await approve(batch, as));
    await setPolicy({});
    const { payoutId } = batch;
    await withDatabase(service().databasePath, (db) =>
      db
        .deleteFrom('payout_approvals')
        .where('batch_id', '=', payoutId)
        .where('approver', '=', 'third')
        .execute(),
    );
    await using verifier = await openVerifier(service().databasePath);
    expect((await verifier.verify()).disagreements).toEqual([{ kind: 'payout-approval', batchId: payoutId }]);
    expectData(await decide('reject', batch, OPERATOR, { reason: 'no' }));
  });

  test('is one of eight callers at once', async () => {
    await setAmounts({ payoutAbove: 1 });
    const batch = await prepare();
    const callers = Array.from({ length: 8 }, (_, index) => approve(batch, index % 2 === 0 ? ADMIN : third));
    for (const { status } of await Promise.all(callers)) expect([200, 503]).toContain(status);
    const { approvals } = expectData(await service().ask(`/v1/payouts/${batch.payoutId}`, { as: OPERATOR }));
    expect(approvals).toHaveLength(2);
  });
});

describe('the hours', () => {
  const nowIs = () => new Date(service().clock.nowMs());
  const weekday = (days: number) =>
    new Date(nowIs().getTime() + days * 86_400_000)
      .toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' })
      .toLowerCase();

  test('refuse an approval and an export on other days', async () => {
    const approved = await prepare();
    expectData(await approve(approved));
    const batch = await prepare();
    await setPolicy({ days: [weekday(3)] });
    expectInvalid(await approve(batch), 'payoutId');
    expectInvalid(await decide('export', approved), 'payoutId');
  });
});

describe('the daily limit', () => {
  test('refuses a new batch above it, with the figures', async () => {
    await setAmounts({ dailyLimit: 1200 });
    expectData(await approve(await prepare(2)));
    const { fields } = expectFailure(await preparing(await withdraw(1)), 'error_validation');
    expect(fields[0].message).toMatch(/limit 1200 TRY, under way 1000, this batch 500, left 200/);
  });

  test('refuses an export above it', async () => {
    const batch = await prepare();
    expectData(await approve(batch));
    await setAmounts({ dailyLimit: 499.99 });
    expectInvalid(await decide('export', batch), 'payoutId');
  });

  test('has room for what other batches leave when they are rejected', async () => {
    await setAmounts({ dailyLimit: 500 });
    const batch = await prepare();
    expectData(await approve(batch));
    expectData(await decide('reject', batch, ADMIN, { reason: 'no' }));
    expectData(await approve(await prepare()));
  });

  test('has none of a file that was taken back, which the bank can have, until the bank refuses it', async () => {
    await setAmounts({ dailyLimit: 500 });
    const batch = await prepare();
    expectData(await approve(batch));
    expectData(await decide('export', batch, ADMIN));
    expectData(await takeBack(batch));
    const next = await withdraw();
    const { fields } = expectFailure(await preparing(next), 'error_validation');
    expect(fields[0].message).toMatch(/limit 500 TRY, under way 500, this batch 500, left 0/);
    await setAmounts({ dailyLimit: 1000 });
    const other = await prepared(next);
    expect(await review(other)).toMatchObject({ underWay: 500, dailyLeft: 500 });
    await refuse(batch);
    expect(await review(other)).toMatchObject({ underWay: 0, dailyLeft: 1000 });
    await expectAgreement(service().databasePath);
  });

  test('holds one of two batches that are approved at once', async () => {
    await setAmounts({ dailyLimit: 900 });
    for (let turn = 0; turn < 4; turn += 1) {
      await changeAccount();
      const batches = [await prepare(), await prepare()];
      const responses = await Promise.all(batches.map((batch) => approve(batch)));
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
    }
    await expectAgreement(service().databasePath);
  });
});

describe('paying by hand', () => {
  test('is refused where the policy does not allow it', async () => {
    const [id = ''] = await withdraw();
    await setPolicy({ byHandAllowed: false });
    expectFailure(await post(`/v1/transactions/${id}/claim`, {}), 'error_payout_by_batch_only');
    await setPolicy({});
    expectData(await post(`/v1/transactions/${id}/claim`, {}));
  });

  test('is left to whoever takes over a claim from before the policy', async () => {
    const [id = ''] = await withdraw();
    expectData(await post(`/v1/transactions/${id}/claim`, {}));
    expectData(await post(`/v1/transactions/${id}/release`, {}));
    await setPolicy({ byHandAllowed: false });
    const claim = (body: Json) => post(`/v1/transactions/${id}/claim`, body, ADMIN);
    expectFailure(await claim({}), 'error_claimed');
    expectData(await claim({ takeOverFrom: OPERATOR.appKey }));
    const paid = { sequence: 1, paidFromAccountId: accountId() };
    expectData(await post(`/v1/transactions/${id}/settle`, paid, ADMIN));
  });

  test('is left to whoever has claimed before the policy, and claims again', async () => {
    const [id = ''] = await withdraw();
    expectData(await post(`/v1/transactions/${id}/claim`, {}));
    expectData(await post(`/v1/transactions/${id}/release`, {}));
    await setPolicy({ byHandAllowed: false });
    expectData(await post(`/v1/transactions/${id}/claim`, {}));
  });

  test('is refused also as the correction of what was rejected', async () => {
    const [id = ''] = await withdraw();
    await setPolicy({ byHandAllowed: false });
    expectData(await post(`/v1/transactions/${id}/reject`, { sequence: 1 }));
    const paid = { paidFromAccountId: accountId(), bankReference: 'FT-1', reason: 'It was paid' };
    const correct = () => post(`/v1/transactions/${id}/correct`, { sequence: 2, ...paid });
    expectFailure(await correct(), 'error_payout_by_batch_only');
    await setPolicy({});
    expectData(await correct());
  });
});

describe('the review', () => {
  test('has the largest three, what is under way and what is left', async () => {
    await setAmounts({ dailyLimit: 5000 });
    expectData(await approve(await prepare()));
    const batch = await prepare(4);
    const seen = await review(batch);
    expect(seen).toMatchObject({ count: 4, sum: 2000, underWay: 500, dailyLimit: 5000, dailyLeft: 4500 });
    expect(seen).toMatchObject({ balance: null, balanceDay: null, isWithinHours: true });
    expect(seen.largest).toHaveLength(3);
  });

  test('marks who was never paid', async () => {
    const [row] = (await review(await prepare())).marked;
    expect(row).toMatchObject({ isNewPayee: true, isChangedName: false, isBlacklisted: false });
  });

  test('has no whole IBAN for viewers', async () => {
    const batch = await prepare();
    expect(JSON.stringify(await review(batch))).toContain(VALID_IBAN);
    expect(JSON.stringify(await review(batch, viewer))).not.toContain(VALID_IBAN);
  });
});
