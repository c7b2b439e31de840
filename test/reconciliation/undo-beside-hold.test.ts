import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOLD_SECONDS } from '../support/held-back.ts';
import { type Desk, openDesk } from '../support/reconciliation.ts';
import { expectData } from '../support/responses.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk[Symbol.asyncDispose]());

test('a line pays one deposit, though its match is taken back while the reversal of that can still be undone', async () => {
  const { service } = desk;
  const [first, second] = [await desk.deposit(), await desk.deposit({ userId: 'another' })];
  const [{ lineId, state }] = (await desk.receive({ amountMinor: 50_000, name: 'TEST USER', text: first.reference })) as [
    { lineId: string; state: string },
  ];
  expect(state).toBe('matched');
  const holdSeconds = String(HOLD_SECONDS);
  await service.transition('reverse', first.transactionId, {
    fields: { sequence: '2', reason: 'x', holdSeconds },
  });
  // Another operator sees a reversed deposit, and frees its line.
  await desk.decide('undo', lineId, { reason: 'x' });
  expectData(
    await service.ask(`/v1/transactions/${first.transactionId}/undo`, { body: { sequence: '3' } }),
  );
  await desk.decide('confirm', lineId, { transactionId: second.transactionId, reason: 'x' });
  const statuses = [
    (await desk.transaction(first.transactionId)).status,
    (await desk.transaction(second.transactionId)).status,
  ];
  expect(statuses).not.toEqual(['successful', 'successful']);
});
