import { beforeAll, expect, test } from 'vitest';
import { ADMIN, call, type Json, MERCHANT, OPERATOR, WITHDRAW, withdrawalFields } from '../harness.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';
import { openStream } from '../support/streams.ts';

const service = useService();

let withdrawals: string[];
let accountId: string;

const ask = async (target: string, as = OPERATOR): Promise<Json> =>
  expectData(await call(service(), target, { as, sign: 'timed' }));
const post = async (target: string, body: object, as = OPERATOR): Promise<Json> =>
  expectData(
    await call(service(), target, {
      as,
      sign: 'timed',
      body: JSON.stringify(body),
      contentType: 'application/json',
    }),
  );

const idsOf = ({ items }: Json): string[] => items.map((one: Json) => one.transactionId).sort();
const listed = async (isInPayout: boolean): Promise<string[]> =>
  idsOf(await ask(`/v1/transactions?status=pending&type=withdrawal&isInPayout=${isInPayout}`));

beforeAll(async () => {
  withdrawals = [];
  for (let index = 0; index < 3; index += 1) {
    const made = await call(service(), WITHDRAW, { body: withdrawalFields() });
    withdrawals.push(expectData(made).transactionId);
  }
  accountId = (await service().dependencies.db.read('listEveryAccount'))[0]!.id;
});

test('what a batch is going to pay is counted, listed and marked apart, until the batch lets go of it', async () => {
  const [first = '', second = '', third = ''] = withdrawals;
  using stream = await openStream(service(), 'graphql', {
    as: OPERATOR,
    selection: 'transactionId payoutNumber',
  });
  const batch = await post('/v1/payouts', { transactionIds: [first, second], accountId });
  const told = [await stream.payload(), await stream.payload()];
  expect(told.map(({ transactionId }) => transactionId).sort()).toEqual([first, second].sort());
  expect(told.map(({ payoutNumber }) => payoutNumber)).toEqual([batch.number, batch.number]);
  expect(await listed(true)).toEqual([first, second].sort());
  expect(await listed(false)).toEqual([third]);
  expect(await ask('/v1/queue-totals')).toMatchObject({ withdrawals: 3, inPayouts: 2 });
  expect(await ask('/v1/queue-totals?isInPayout=false')).toMatchObject({ withdrawals: 1, inPayouts: 0 });
  expect(await ask(`/v1/transactions/${first}`)).toMatchObject({ payoutNumber: batch.number });
  expect(await ask(`/v1/transactions/${third}`)).toMatchObject({ payoutNumber: null });

  const { payoutId, contentHash } = batch;
  await post(`/v1/payouts/${payoutId}/reject`, { contentHash, reason: 'another account' }, ADMIN);
  const freed = [await stream.payload(), await stream.payload()];
  expect(freed.map(({ payoutNumber }) => payoutNumber)).toEqual([null, null]);
  expect(await listed(false)).toEqual([...withdrawals].sort());
  expect(await ask('/v1/queue-totals')).toMatchObject({ withdrawals: 3, inPayouts: 0 });
});

test('a merchant reads nothing of batches', async () => {
  const [first = ''] = withdrawals;
  expect(await ask(`/v1/transactions/${first}`, MERCHANT)).not.toHaveProperty('payoutNumber');
  expect(await ask('/v1/queue-totals', MERCHANT)).not.toHaveProperty('inPayouts');
  const refused = await call(service(), '/v1/transactions?isInPayout=true', { as: MERCHANT, sign: 'timed' });
  expect(expectFailure(refused, 'error_validation').fields).toMatchObject([{ path: 'isInPayout' }]);
});
