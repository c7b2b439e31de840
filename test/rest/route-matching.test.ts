import { describe, expect, test } from 'vitest';
import { createLocate } from '../../src/rest/locate.ts';
import { routes } from '../../src/rest/routes.ts';
import { call, DEPOSIT, depositFields, OPERATOR } from '../harness.ts';
import { expectData, expectFailure } from '../support/answers.ts';
import { useService } from '../support/service.ts';

const service = useService();
const LIST = '/v1/transactions';
const SOME_ID = '0123456789abcdef01234567';

describe('a path that names a thing', () => {
  test.each([SOME_ID, 'foo', 'Deposit', 'deposit%20', '%64eposit'])(
    'is matched whatever it names: %s is no transaction',
    async (id) => {
      for (const method of ['GET', 'HEAD'])
        expect((await call(service(), `${LIST}/${id}`, { method, sign: 'timed' })).status).toBe(404);
      expectFailure(await call(service(), `${LIST}/${id}`), 'error_transaction_not_found');
    },
  );

  test('names it, whatever the body says', async () => {
    const created = await call(service(), DEPOSIT, { body: depositFields() });
    const { transactionId } = expectData(created);
    const asked = { as: OPERATOR, sign: 'timed' as const, body: { transactionId, sequence: '1' } };
    const answer = await call(service(), `${LIST}/${SOME_ID}/settle`, asked);
    expectFailure(answer, 'error_transaction_not_found');
  });

  test('is matched once, with what it names', () => {
    const locate = createLocate(routes);
    expect(locate('POST', `${LIST}/a%2Fb/settle`)).toMatchObject({
      route: `${LIST}/:transactionId/settle`,
      acceptsPlainSign: false,
      operation: { name: 'settleTransaction' },
      params: { transactionId: 'a/b' },
    });
    expect(locate('HEAD', LIST)).toBe(locate('GET', LIST));
    expect(locate('GET', LIST)).toMatchObject({ operation: { name: 'listTransactions' }, params: {} });
  });
});
