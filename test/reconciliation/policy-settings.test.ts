import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ADMIN, type Json, MERCHANT, OPERATOR } from '../harness.ts';
import { createClient, type TestClient } from '../support/entities.ts';
import { type ManualClockService, startWithoutTimers } from '../support/manual-clock-service.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';

let service: ManualClockService;
let merchant: TestClient;
beforeAll(async () => {
  service = await startWithoutTimers();
  merchant = await createClient(service);
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  expectData(await change({ appKey: merchant.appKey }, '/remove'));
});

function change(body: Json, path = '', as = ADMIN) {
  return service.ask(`/v1/match-policies${path}`, {
    as,
    method: 'POST',
    body: JSON.stringify(body),
    contentType: 'application/json',
  });
}

const allow = async (policy: Json) => expectData(await change({ appKey: merchant.appKey, ...policy }));

test.each([
  [
    'too large a tolerance',
    { underpaidTolerance: 1000.01 },
    'underpaidTolerance must be a number from 0.01 to 1000, or null',
  ],
  ['too many thousandths', { overpaidTolerancePerMille: 101 }, 'overpaidTolerancePerMille must be a whole'],
  ['an unknown rule', { late: 'maybe' }, 'late must be one of hold, accept, return'],
  ['nothing', {}, 'The request changes nothing'],
])('%s is refused with a sentence that names the field', async (_title, policy, words) => {
  const failure = expectFailure(await change({ appKey: merchant.appKey, ...policy }), 'error_validation');
  expect(failure.message).toContain(words);
});

test('a policy is of a merchant: an unknown key and the key of an operator are refused', async () => {
  expectFailure(await change({ appKey: 'nobody', late: 'hold' }), 'error_site_not_found');
  const failure = expectFailure(await change({ appKey: OPERATOR.appKey, late: 'hold' }), 'error_validation');
  expect(failure.message).toContain('appKey is not the key of a merchant');
  for (const as of [OPERATOR, MERCHANT])
    expectFailure(await change({ desk: true, late: 'hold' }, '', as), 'not_authorized');
});

test.each([
  ['no target', {}],
  ['a merchant and the desk', { appKey: 'nobody', desk: true }],
  ['neither', { desk: false }],
])('%s is refused, because a missing appKey does not mean all merchants', async (_title, target) => {
  for (const [body, path] of [
    [{ late: 'accept' }, ''],
    [{}, '/remove'],
  ] as const) {
    const failure = expectFailure(await change({ ...target, ...body }, path), 'error_validation');
    expect(failure.message).toContain('Give either appKey, or desk: true');
  }
  const listed = await service.ask('/v1/match-policies', { as: ADMIN });
  expect(expectData(listed)[0]).toMatchObject({ appKey: null, isOwn: false });
});

test('the audit log tells the desk from a merchant that is named so', async () => {
  const named = await createClient(service, { appKey: 'desk' });
  expectData(await change({ appKey: named.appKey, late: 'return' }));
  expectData(await change({ desk: true, late: 'accept' }));
  const rows = await withDatabase(service.databasePath, (db) =>
    db
      .selectFrom('audit')
      .select('target_id')
      .where('target_kind', '=', 'matchPolicy')
      .orderBy('position')
      .execute(),
  );
  expect(rows.slice(-2)).toEqual([{ target_id: 'desk' }, { target_id: '(desk)' }]);
  expectData(await change({ desk: true }, '/remove'));
});

test('each change has one row in the audit log with the policy before and after it', async () => {
  const { databasePath } = service;
  const rows = (): Promise<Json[]> =>
    withDatabase(databasePath, (db) =>
      db
        .selectFrom('audit')
        .selectAll()
        .where('target_kind', '=', 'matchPolicy')
        .orderBy('position')
        .execute(),
    );
  const before = (await rows()).length;
  await allow({ late: 'accept' });
  await allow({ late: 'accept' });
  await allow({ late: 'return' });
  await change({ appKey: merchant.appKey }, '/remove');
  const added = (await rows()).slice(before);
  const valuesOf = (json: string | null) => json && JSON.parse(json).late;
  expect(added.map((row) => [row.operation, valuesOf(row.before_json), valuesOf(row.after_json)])).toEqual([
    ['updateMatchPolicy', null, 'accept'],
    ['updateMatchPolicy', 'accept', 'return'],
    ['removeMatchPolicy', 'return', null],
  ]);
  expect(added.every((row) => row.target_id === merchant.appKey && row.actor === ADMIN.appKey)).toBe(true);
});
