import { expect, test } from 'vitest';
import type { ErrorType } from '../../src/kernel/errors.ts';
import { type Credentials, type Json, MERCHANT, OPERATOR } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { createClient } from '../support/entities.ts';
import type { Input } from '../support/graphql-calls.ts';
import { type ManualClockService, SECOND_MS, startWithoutTimers } from '../support/manual-clock-service.ts';
import type { Receiver } from '../support/receiver.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { SURFACES } from '../support/surfaces.ts';

function testKey(service: ManualClockService, receiver?: Receiver) {
  return createClient(service, { isTest: true, callbackUrl: receiver?.url ?? null });
}

interface Asked {
  readonly fields?: Readonly<Record<string, string>>;
  readonly as: Credentials;
}

const ask = (service: ManualClockService, path: string, { fields = {}, as }: Asked) =>
  service.ask(`/v1/test/${path}`, { body: fields, as });

const tell = async (service: ManualClockService, path: string, asked: Asked): Promise<Json> =>
  expectData(await ask(service, path, asked));

const read = async (service: ManualClockService, as: Credentials, id: string): Promise<Json> =>
  expectData(await service.ask(`/v1/transactions/${id}`, { as }));

const eventsOf = async (service: ManualClockService, as: Credentials, id: string): Promise<Json[]> =>
  expectData(await service.ask(`/v1/events?transactionId=${id}`, { as })).items;

test.each([
  ['settle', {}, { status: 'successful', finalAmount: 500, statusReason: null }],
  ['settle', { finalAmount: '12.34' }, { status: 'successful', finalAmount: 12.34 }],
  ['reject', {}, { status: 'unsuccessful', endedAs: 'rejected', statusReason: 'rejected_by_operator' }],
  ['reject', { reason: 'wrong sender' }, { status: 'unsuccessful', statusReason: 'wrong sender' }],
  ['expire', {}, { status: 'unsuccessful', endedAs: 'expired', statusReason: 'expired' }],
] as const)('a merchant with a test key %ss a deposit with %o itself', async (verb, fields, expected) => {
  await using service = await startWithoutTimers();
  const as = await testKey(service);
  const { transactionId } = await service.deposit(as);
  const after = await tell(service, `transactions/${transactionId}/${verb}`, { fields, as });
  expect(after).toMatchObject({ ...expected, sequence: 2, test: true });
  expect(await read(service, as, transactionId)).toEqual(after);
  const [event, ...more] = await eventsOf(service, as, transactionId);
  expect([event, more]).toMatchObject([{ change: verb, actor: 'test', test: true }, []]);
  await expectAgreement(service.databasePath);
});

test('a successful test is reversed, and a withdrawal is settled and never expires', async () => {
  await using service = await startWithoutTimers();
  const as = await testKey(service);
  const { transactionId } = await service.withdraw(as);
  const path = `transactions/${transactionId}`;
  expectFailure(await ask(service, `${path}/expire`, { as }), 'error_transition_not_allowed');
  expectFailure(await ask(service, `${path}/reverse`, { as }), 'error_transition_not_allowed');
  expect(await tell(service, `${path}/settle`, { as })).toMatchObject({ status: 'successful' });
  expectFailure(await ask(service, `${path}/settle`, { as }), 'error_transition_not_allowed');
  const reversed = { status: 'unsuccessful', statusReason: 'reversed', endedAs: 'reversed' };
  expect(await tell(service, `${path}/reverse`, { as })).toMatchObject(reversed);
});

test('live keys are refused every test operation with the reason, and other test keys find nothing', async () => {
  await using service = await startWithoutTimers();
  const [as, stranger] = [await testKey(service), await testKey(service)];
  const { transactionId } = await service.deposit(as);
  const calls = [
    ['settleTestTransaction', { transactionId }],
    ['rejectTestTransaction', { transactionId }],
    ['reverseTestTransaction', { transactionId }],
    ['expireTestTransaction', { transactionId }],
  ] as const;
  for (const [operation, input] of calls)
    for (const surface of SURFACES.filter((one) => one.offers(operation))) {
      const nowMs = service.clock.nowMs() + Math.floor(Math.random() * 200_000);
      const live = await surface.run(service, { operation, input, as: MERCHANT, nowMs });
      expect(live.error).toMatchObject({
        type: 'not_authorized',
        message: expect.stringContaining('test key'),
      });
      const desk = await surface.run(service, { operation, input, as: OPERATOR, nowMs });
      expect(desk.error?.type).toBe('not_authorized');
      const other = await surface.run(service, { operation, input, as: stranger, nowMs });
      expect(other.error?.type).toBe('error_transaction_not_found' satisfies ErrorType);
    }
});

test.each(['trpc', 'graphql'])('over %s a merchant has the same controls', async (name) => {
  await using service = await startWithoutTimers();
  const as = await testKey(service);
  const surface = SURFACES.find((one) => one.name === name) ?? expect.fail(name);
  const run = async (operation: string, input: Input): Promise<Json> => {
    service.clock.advance(SECOND_MS);
    return (await surface.run(service, { operation, input, as, nowMs: service.clock.nowMs() })).data;
  };
  const { transactionId } = await service.deposit(as);
  expect(await run('settleTestTransaction', { transactionId, finalAmount: 12.34 })).toMatchObject({
    status: 'successful',
    finalAmount: 12.34,
    test: true,
  });
  expect(await run('reverseTestTransaction', { transactionId, reason: 'sent back' })).toMatchObject({
    status: 'unsuccessful',
    endedAs: 'reversed',
    statusReason: 'sent back',
  });
  const rejected = (await service.deposit(as)).transactionId;
  expect(await run('rejectTestTransaction', { transactionId: rejected })).toMatchObject({
    endedAs: 'rejected',
    statusReason: 'rejected_by_operator',
  });
  const expired = (await service.deposit(as)).transactionId;
  expect(await run('expireTestTransaction', { transactionId: expired })).toMatchObject({
    endedAs: 'expired',
  });
});

test('no daily limit counts a test deposit, and no account has a place in it', async () => {
  await using service = await startWithoutTimers();
  const as = await testKey(service);
  const before = await service.dependencies.db.read('listEveryAccount');
  const { transactionId } = await service.deposit(as);
  await tell(service, `transactions/${transactionId}/settle`, { as });
  expect(await service.dependencies.db.read('listEveryAccount')).toEqual(before);
});
