import { expect } from 'vitest';
import type { EventRecord } from '../../src/callbacks/store.ts';
import type { TestClient } from './entities.ts';
import type { ManualClockService } from './manual-clock-service.ts';
import type { Receiver } from './receiver.ts';

/** Settles a withdrawal of a merchant and attempts its callback once. */
export async function settleOne(service: ManualClockService, merchant: TestClient): Promise<string> {
  const { transactionId } = await service.withdraw(merchant);
  await service.transition('settle', transactionId, { fields: { sequence: '1' } });
  await service.callbackWorker.idle();
  return transactionId;
}

/** The only event of a transaction. */
export async function onlyEvent(service: ManualClockService, transactionId: string): Promise<EventRecord> {
  const [record, ...more] = await service.events(transactionId);
  expect(more).toEqual([]);
  return record!;
}

/** The time until the next attempt of the only callback. */
export async function waitOf(service: ManualClockService, transactionId: string): Promise<number> {
  const { callback } = await onlyEvent(service, transactionId);
  expect(callback).toMatchObject({ state: 'pending', dueAtMs: expect.any(Number) });
  return callback!.dueAtMs! - service.dependencies.runtime.steadyNowMs();
}

/** Advances the clock by the wait, and asserts that the next attempt is made exactly at its end. */
export async function passWait(
  service: ManualClockService,
  receiver: Receiver,
  waitMs: number,
): Promise<void> {
  const before = receiver.deliveries.length;
  service.clock.advance(waitMs - 1);
  await service.callbackWorker.idle();
  expect(receiver.deliveries).toHaveLength(before);
  service.clock.advance(1);
  await service.callbackWorker.idle();
  expect(receiver.deliveries).toHaveLength(before + 1);
}

/** Holds the receiver's responses to one event. @returns a function that releases them. */
export function holdResponses(receiver: Receiver, heldSequence: number): () => void {
  const held: (() => void)[] = [];
  receiver.respondWith((_request, response, { body }) => {
    const respond = () => void response.writeHead(204).end();
    if (JSON.parse(body).sequence === heldSequence) held.push(respond);
    else respond();
  });
  return () => {
    for (const respond of held.splice(0)) respond();
  };
}
