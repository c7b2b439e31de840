import { expect } from 'vitest';
import type { EventRecord } from '../../src/operations/callbacks/store.ts';
import type { TestClient } from './entities.ts';
import { type ManualService, neverScheduled, startManualService } from './manual-service.ts';
import type { Receiver } from './receiver.ts';

/** Nothing is tried but when a test looks. */
export const startQuiet = () => startManualService({ platform: { schedule: neverScheduled } });

/** A settled withdrawal of a merchant, whose callback was tried once. */
export async function settleOne(service: ManualService, merchant: TestClient): Promise<string> {
  const { transactionId } = await service.withdraw(merchant);
  await service.transition('settle', transactionId, { fields: { sequence: '1' } });
  await service.callbackWorker.idle();
  return transactionId;
}

/** The one event of a transaction. */
export async function onlyEvent(service: ManualService, transactionId: string): Promise<EventRecord> {
  const [record, ...more] = await service.events(transactionId);
  expect(more).toEqual([]);
  return record!;
}

/** How long until the callback is tried next. */
export async function waitOf(service: ManualService, transactionId: string): Promise<number> {
  const { callback } = await onlyEvent(service, transactionId);
  expect(callback).toMatchObject({ state: 'pending', dueAtMs: expect.any(Number) });
  return callback!.dueAtMs! - service.dependencies.runtime.steadyNowMs();
}

/** Lets the wait pass, and asserts that it is kept to the millisecond. */
export async function passWait(service: ManualService, receiver: Receiver, waitMs: number): Promise<void> {
  const before = receiver.deliveries.length;
  service.clock.advance(waitMs - 1);
  await service.callbackWorker.idle();
  expect(receiver.deliveries).toHaveLength(before);
  service.clock.advance(1);
  await service.callbackWorker.idle();
  expect(receiver.deliveries).toHaveLength(before + 1);
}

/** Has the receiver hold back its answers to one event. @returns how to let it answer. */
export function holdAnswers(receiver: Receiver, heldSequence: number): () => void {
  const held: (() => void)[] = [];
  receiver.answerWith((_request, response, { body }) => {
    const answer = () => void response.writeHead(204).end();
    if (JSON.parse(body).sequence === heldSequence) held.push(answer);
    else answer();
  });
  return () => {
    for (const answer of held.splice(0)) answer();
  };
}
