import { expect } from 'vitest';
import { type ManualClockService, MINUTE_MS } from './manual-clock-service.ts';

export const TTL_MS = 30 * MINUTE_MS;

/** The status of a transaction with its reason. */
export async function statusOf(service: ManualClockService, transactionId: string): Promise<string> {
  const found = await service.dependencies.db.read('findTransaction', transactionId);
  return `${found?.status} ${found?.statusReason}`;
}

/** Asserts that a sweep leaves the transaction pending. */
export async function expectPending(service: ManualClockService, transactionId: string): Promise<void> {
  expect(await service.sweeper.sweep()).toBe(0);
  expect(await statusOf(service, transactionId)).toBe('pending null');
}

/** Asserts that the next sweep expires the transaction by one transition, and that another sweep does nothing. */
export async function expectExpiry(service: ManualClockService, transactionId: string): Promise<void> {
  expect(await service.sweeper.sweep()).toBe(1);
  expect(await service.sweeper.sweep()).toBe(0);
  expect(await statusOf(service, transactionId)).toBe('unsuccessful expired');
  expect(await service.events(transactionId)).toHaveLength(1);
}
